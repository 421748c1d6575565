import { expect, it } from 'vitest'
import { computeOrderVersion, type OrderVersionFacts } from './order-version.ts'

const facts: OrderVersionFacts = {
  status: 'processing',
  edition: 1,
  entries: 0,
  steps: 0,
  due_on: null,
  first_name: 'Ana',
  last_name: 'Reyes',
  email: 'ana@example.com',
  phone_number: '2125550100',
  notes: 0,
  claim_id: null,
}

it('the version of an order changes with each of its facts, and only then', () => {
  const changes: Partial<OrderVersionFacts>[] = [
    { status: 'canceled' },
    { edition: 2 },
    { entries: 1 },
    { steps: 1 },
    { due_on: '2026-12-01' },
    { first_name: 'Anna' },
    { last_name: 'Ruiz' },
    { email: 'anna@example.com' },
    { phone_number: '2125550101' },
    { notes: 1 },
    { claim_id: 1 },
  ]
  const versions = [{}, ...changes].map((change) => computeOrderVersion({ ...facts, ...change }))
  expect(new Set(versions).size).toBe(changes.length + 1)
  expect(changes.flatMap(Object.keys).sort()).toEqual(Object.keys(facts).sort())
  expect(computeOrderVersion({ ...facts })).toBe(versions[0])
})
