/**
 * Causes of an order's reversal: returned goods or refunds, a cancellation, or a payment that was reversed (docs/plan
 * §8, §11).
 */
export const REVERSAL_CAUSES = ['returned', 'canceled', 'payment_taken_back'] as const
export type ReversalCause = (typeof REVERSAL_CAUSES)[number]

/** Ends the text of the member's points entry. */
export const reversalCauseLabels: Record<ReversalCause, string> = {
  returned: 'returned',
  canceled: 'canceled',
  payment_taken_back: 'payment taken back',
}

/**
 * Derives the cause from the kind of booking and the text of the points entry, which alone distinguishes a bounced
 * payment from a cancellation.
 */
export function toReversalCause({
  kind,
  entry,
}: {
  kind: 'cancellation' | 'return'
  entry: string | null
}): ReversalCause {
  if (kind === 'return') return 'returned'
  return entry?.endsWith(` ${reversalCauseLabels.payment_taken_back}`) ? 'payment_taken_back' : 'canceled'
}
