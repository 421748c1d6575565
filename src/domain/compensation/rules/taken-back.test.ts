import { expect, test } from 'vitest'
import { REVERSAL_CAUSES, reversalCauseLabels, reversalCauseOf } from './taken-back.ts'

test('the cause of a reversal is derived from its points entry', () => {
  for (const by of REVERSAL_CAUSES) {
    const kind = by === 'returned' ? 'return' : 'cancellation'
    expect(reversalCauseOf({ kind, entry: `Order #7 ${reversalCauseLabels[by]}` })).toBe(by)
  }
  expect(reversalCauseOf({ kind: 'cancellation', entry: 'Order #payment taken back canceled' })).toBe('canceled')
  expect(reversalCauseOf({ kind: 'cancellation', entry: null })).toBe('canceled')
})
