/** What takes an order back: goods or money, a cancellation, or a payment that is there no longer (docs/plan §8, §11). */
export const TAKEN_BACK_BY = ['returned', 'canceled', 'payment_taken_back'] as const
export type TakenBackBy = (typeof TAKEN_BACK_BY)[number]

/** Ends the sentence of the member's points. */
export const takenBackWords: Record<TakenBackBy, string> = {
  returned: 'returned',
  canceled: 'canceled',
  payment_taken_back: 'payment taken back',
}

/** As it was booked: its kind, and the sentence of the points, which alone tells a bounced payment from a cancellation. */
export function takenBackBy({ kind, entry }: { kind: 'cancellation' | 'return'; entry: string | null }): TakenBackBy {
  if (kind === 'return') return 'returned'
  return entry?.endsWith(` ${takenBackWords.payment_taken_back}`) ? 'payment_taken_back' : 'canceled'
}
