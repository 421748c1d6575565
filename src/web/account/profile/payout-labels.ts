import type { MyPayout, MyPayouts } from '#contract/compensation/payouts.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'

/** A label of at most two words. */
export function payoutLabel({ state, month_paid }: MyPayout): string {
  if (state === 'due') return month_paid ? 'Open' : 'To be paid'
  return { held: 'Held', failed: 'Returned', paid: 'Sent' }[state]
}

/** Describes the state of a payout, or why it is not paid yet. */
export function payoutNote({ state, month_paid, reason, sent }: MyPayout, method: MyPayouts['method']): string {
  switch (state) {
    case 'paid': {
      if (!sent) return ''
      const methodLabel = { quickpay: 'By Quick Pay', check: 'By check', cash: 'In cash', other: 'As agreed' }[
        sent.method
      ]
      const recipient = sent.destination === '' ? '' : ` to ${sent.destination.replaceAll('\n', ', ')}`
      return `${methodLabel}${recipient}${sent.on === '' ? '' : `, ${formatCalendarDay(sent.on)}`}`
    }
    case 'held':
      return `Held: ${reason}`
    case 'failed':
      return `Returned by the bank: ${reason} We’ll send it again.`
    case 'due':
      if (!month_paid) return 'Sent when the month is paid'
      return method === null ? 'Choose a payout method to get paid' : 'Sent soon'
  }
}

/** Returns `With corrections of +$12.30`, or undefined when nothing was corrected. */
export function correctionLabel({ corrected }: Pick<MyPayout, 'corrected'>): string | undefined {
  if (corrected === 0) return undefined
  return `With corrections of ${corrected > 0 ? '+' : ''}${formatDollars(corrected)}; see the statement`
}
