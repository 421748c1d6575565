import type { SalesDetail } from '#contract/compensation/sales.ts'

type State = NonNullable<SalesDetail['payout']>['state']

const LABELS = { paid: 'Paid out', due: 'To be paid out', held: 'Held', failed: 'Returned' } as const

/** Label of the amount: it counts as paid once its payout was sent, not when the month is marked as paid. */
export const payoutLabel = (state: State): string => LABELS[state ?? 'paid']

/** Explains a payout that has not arrived; undefined when nothing is late. */
export function payoutNote(state: State, isMonthPaid: boolean): string | undefined {
  switch (state) {
    case 'held':
      return 'This payout is on hold. See My Payouts for the reason.'
    case 'failed':
      return 'This payout didn’t reach you. We’ll send it again. See My Payouts for the reason.'
    case 'due':
      return isMonthPaid
        ? 'This month has been paid, but your payout hasn’t been sent yet. See My Payouts for details.'
        : undefined
    default:
      return undefined
  }
}
