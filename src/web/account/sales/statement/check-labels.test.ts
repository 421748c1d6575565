import { expect, it } from 'vitest'
import { Statement } from '#contract/compensation/statement.ts'
import { checkStatement } from '#domain/compensation/statement/check-statement.ts'
import { check } from '#domain/compensation/statement/statement-check.ts'
import file from '../../../../../docs/plan/example-2/statement-of-a.json' with { type: 'json' }
import { checkName, checkValue, sortChecks } from './check-labels.ts'

const statement = Statement.parse(file)

it('names what was checked, and the order or leg', () => {
  expect(checkName(check('total_bonus', undefined, 1, 1))).toBe('Total bonus')
  expect(checkName(check('own_sale', 'O1', 1, 1))).toBe('Personal sale, order O1')
  expect(checkName(check('leg_direct_line', 'B', 1, 1))).toBe('Direct line, leg of B')
  expect(checkName(check('leg_direct_line', undefined, 1, 1))).toBe('Direct line, legs not listed')
})

it('formats values as the statement does', () => {
  const value = (figure: Parameters<typeof check>[0], stated: number) =>
    checkValue(check(figure, undefined, stated, stated), stated, statement)
  expect(value('total_bonus', -2390)).toBe('−$23.90')
  expect(value('group_pv', 4035)).toBe('4,035')
  expect(value('level', 4)).toBe('Sapphire')
  expect(value('line_rate', 1200)).toBe('12%')
  expect(value('checksum', 255)).toBe('000000ff')
  expect(value('sales_bonus', 2 ** 60)).toMatch(/^11,529,/)
})

it("lists the card's figures one by one, orders and lines by count", () => {
  const { single, groups, groupedDifferences } = sortChecks(checkStatement(statement))
  expect(single).toHaveLength(14)
  expect(groups.map(({ count, agree }) => [count, agree])).toEqual([
    [1, 1],
    [4, 4],
    [9, 9],
    [6, 6],
  ])
  expect(groupedDifferences).toEqual([])
})

it('names each order with a different figure', () => {
  const { orders, ...rest } = statement
  const { groupedDifferences } = sortChecks(
    checkStatement({ ...rest, orders: orders.map((order) => ({ ...order, own_sale_cents: 901 })) }),
  )
  expect(groupedDifferences.map(checkName)).toEqual(['Personal sale, order P6'])
})
