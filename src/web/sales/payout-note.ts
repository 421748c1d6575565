import type { SalesDetail } from '#contract/sales.ts'

type State = NonNullable<SalesDetail['payout']>['state']

const LABELS = { paid: 'Paid out', due: 'To be paid out', held: 'Held', failed: 'Returned' } as const

/** What the amount is: it is paid out once its own payout was sent, not when the month is marked as paid. */
export const payoutLabel = (state: State): string => LABELS[state ?? 'paid']

/** Why nothing has arrived although it might have; undefined where nothing is late. */
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
