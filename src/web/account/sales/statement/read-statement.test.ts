import { expect, it } from 'vitest'
import file from '../../../../../docs/plan/example-2/statement-of-a.json' with { type: 'json' }
import { readStatement } from './read-statement.ts'

const sentence = (text: string): string => {
  const read = readStatement(text)
  return read.ok ? 'read' : read.refusal.message
}
const changed = (given: object): string => sentence(JSON.stringify({ ...file, ...given }))

it('a saved statement is read as it was written', () => {
  expect(readStatement(JSON.stringify(file, null, 2))).toEqual({ ok: true, statement: file })
})

it.each(['', 'x', '{', '\u0000'])('%j is not JSON', (text) => {
  expect(sentence(text)).toMatch(/isn’t JSON/)
})

it.each(['null', '1', '"a"', '[]', '{}', '{"a":1}'])('%s is no statement', (text) => {
  expect(sentence(text)).toBe('This file isn’t a statement from this shop.')
})

it('another format is rejected', () => {
  expect(changed({ format: 'salonfront-statement-9' })).toMatch(/this type of statement \(salonfront-statement-9\)/)
})

it('impossible values are named', () => {
  const { card, plan } = file
  expect(changed({ card: { ...card, total_bonus_cents: 4.37 } })).toMatch(/“card\.total_bonus_cents”/)
  expect(changed({ card: { ...card, level: 10 } })).toMatch(/“card\.level”/)
  expect(changed({ plan: { ...plan, levels: plan.levels.toReversed() } })).toMatch(/“plan\.levels”/)
  expect(changed({ orders: undefined })).toMatch(/“orders”/)
  expect(changed({ further_legs: { count: 1 } })).toMatch(/“further_legs\.group_pv”/)
})
