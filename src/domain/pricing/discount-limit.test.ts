import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { findRequiredRole } from './discount-limit.ts'

const limits = { clerkPercent: 10, managerPercent: 50 }
const discounted = (discount: number, subTotal: number) => ({
  discountCents: cents(discount),
  subTotalCents: cents(subTotal),
})
const requiredRole = (discount: number, subTotal: number, before?: [number, number]) =>
  findRequiredRole(discounted(discount, subTotal), before && discounted(...before), limits)

it('a discount needs the role whose limit covers it', () => {
  expect([requiredRole(0, 10_000), requiredRole(1000, 10_000), requiredRole(1001, 10_000)]).toEqual([
    'clerk',
    'clerk',
    'manager',
  ])
  expect([requiredRole(5000, 10_000), requiredRole(5001, 10_000), requiredRole(10_000, 10_000)]).toEqual([
    'manager',
    'owner',
    'owner',
  ])
  expect([requiredRole(59_999, 62_500), requiredRole(0, 0)]).toEqual(['owner', 'clerk'])
})

it('ten percent rounded up to a cent still counts as ten percent', () => {
  for (const subTotal of [1, 5, 15, 25, 105, 9995])
    expect(requiredRole(Math.round(subTotal / 10), subTotal)).toBe('clerk')
})

it('an edit that does not increase the discount needs no higher role', () => {
  expect(requiredRole(4000, 10_000, [4000, 10_000]), 'unchanged').toBe('clerk')
  expect(requiredRole(2000, 5000, [4000, 10_000]), 'fewer goods at the same share').toBe('clerk')
  expect(requiredRole(1333, 3333, [4000, 10_000]), 'rounded').toBe('clerk')
  expect(requiredRole(3000, 10_000, [4000, 10_000]), 'lowered').toBe('clerk')
})

it('an edit that increases the discount needs the role for the whole discount', () => {
  expect(requiredRole(4000, 4500, [4000, 10_000]), 'undiscounted goods removed').toBe('owner')
  expect(requiredRole(44_000, 110_000, [4000, 10_000]), 'goods added to an order with a percentage discount').toBe(
    'manager',
  )
  expect(requiredRole(1500, 10_000, [500, 10_000]), 'raised').toBe('manager')
})

it('a manager limit below the clerk limit counts as the clerk limit', () => {
  expect(findRequiredRole(discounted(2000, 10_000), undefined, { clerkPercent: 20, managerPercent: 5 })).toBe('clerk')
  expect(findRequiredRole(discounted(2100, 10_000), undefined, { clerkPercent: 20, managerPercent: 5 })).toBe('owner')
})
