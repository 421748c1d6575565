import type { SalesDetail } from '#contract/sales.ts'

type State = NonNullable<SalesDetail['payout']>['state']

const LABELS = { paid: 'Paid out', due: 'To be paid out', held: 'Held', failed: 'Returned' } as const

/** Label of the amount: it counts as paid once its payout was sent, not when the month is marked as paid. */
export const payoutLabel = (state: State): string => LABELS[state ?? 'paid']

/** Explains a payout that has not arrived; undefined when nothing is late. */
export function payoutNote(state: State, isMonthPaid: boolean): string | undefined {
  switch (state) {
    case 'held':
      return 'This payout is held. My Payouts says why.'
    case 'failed':
      return 'This payout did not reach you. We’ll send it again. My Payouts says why.'
    case 'due':
      return isMonthPaid ? 'The month is paid, but not your payout yet. My Payouts says what it waits for.' : undefined
    default:
      return undefined
  }
}
