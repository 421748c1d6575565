import { expect, test } from 'vitest'
import { REVERSAL_CAUSES, reversalCauseLabels, toReversalCause } from './reversal-cause.ts'

test('the cause of a reversal is derived from its points entry', () => {
  for (const by of REVERSAL_CAUSES) {
    const kind = by === 'returned' ? 'return' : 'cancellation'
    expect(toReversalCause({ kind, entry: `Order #7 ${reversalCauseLabels[by]}` })).toBe(by)
  }
  expect(toReversalCause({ kind: 'cancellation', entry: 'Order #payment taken back canceled' })).toBe('canceled')
  expect(toReversalCause({ kind: 'cancellation', entry: null })).toBe('canceled')
})
