import { expect, it } from 'vitest'
import file from '../../../../../docs/plan/example-2/statement-of-a.json' with { type: 'json' }
import { readStatement } from './read-statement.ts'

const errorMessage = (text: string): string => {
  const result = readStatement(text)
  return result.ok ? 'read' : result.refusal.message
}
const errorAfterChange = (changes: object): string => errorMessage(JSON.stringify({ ...file, ...changes }))

it('a saved statement is read as it was written', () => {
  expect(readStatement(JSON.stringify(file, null, 2))).toEqual({ ok: true, statement: file })
})

it.each(['', 'x', '{', '\u0000'])('%j is not JSON', (text) => {
  expect(errorMessage(text)).toMatch(/isn’t JSON/)
})

it.each(['null', '1', '"a"', '[]', '{}', '{"a":1}'])('%s is not a statement', (text) => {
  expect(errorMessage(text)).toBe('This file isn’t a statement from this shop.')
})

it('another format is rejected', () => {
  expect(errorAfterChange({ format: 'salonfront-statement-9' })).toMatch(
    /this type of statement \(salonfront-statement-9\)/,
  )
})

it('impossible values are named', () => {
  const { card, plan } = file
  expect(errorAfterChange({ card: { ...card, total_bonus_cents: 4.37 } })).toMatch(/“card\.total_bonus_cents”/)
  expect(errorAfterChange({ card: { ...card, level: 10 } })).toMatch(/“card\.level”/)
  expect(errorAfterChange({ plan: { ...plan, levels: plan.levels.toReversed() } })).toMatch(/“plan\.levels”/)
  expect(errorAfterChange({ orders: undefined })).toMatch(/“orders”/)
  expect(errorAfterChange({ further_legs: { count: 1 } })).toMatch(/“further_legs\.group_pv”/)
})
