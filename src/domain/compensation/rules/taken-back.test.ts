import { expect, test } from 'vitest'
import { TAKEN_BACK_BY, takenBackBy, takenBackWords } from './taken-back.ts'

test('the cause of a reversal is derived from its points entry', () => {
  for (const by of TAKEN_BACK_BY) {
    const kind = by === 'returned' ? 'return' : 'cancellation'
    expect(takenBackBy({ kind, entry: `Order #7 ${takenBackWords[by]}` })).toBe(by)
  }
  expect(takenBackBy({ kind: 'cancellation', entry: 'Order #payment taken back canceled' })).toBe('canceled')
  expect(takenBackBy({ kind: 'cancellation', entry: null })).toBe('canceled')
})
