import type { PlacedOrder } from '#contract/orders/calls.ts'
import { formatCalendarDay, isPaymentDue } from '#contract/orders/labels.ts'
import { ledgerLabel } from '#contract/orders/timeline-labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars as money } from '#domain/money/money.ts'
import type { MailPart } from '#server/platform/mail/mail-parts.ts'
import { draftMail, type MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { describeHowToPay, getOrderValues } from './order-emails.ts'
import { orderMailTexts } from './order-mail-texts.ts'

/**
 * Email to the customer when a payment does not cover the order: what arrived, what is open and until when. Undefined
 * if nothing is open by the time it is sent, since another email reports that.
 */
export function partlyPaidMail(
  order: PlacedOrder,
  settings: Settings,
  publicUrl: string,
  today = shopDayOf(Date.now()),
): MailDraft | undefined {
  if (!isPaymentDue(order) || order.payment_state !== 'partly_paid') return undefined
  const amountDue = money(order.balance)
  return draftMail(orderMailTexts.order_partly_paid, order.user_email, settings.get('shop_name'), {
    ...getOrderValues(order, publicUrl),
    open_amount: amountDue,
    what_is_open: `${amountDue} is still due${describeDueDate(order, today)}`,
    payments: [writeAccount(order)],
    how_to_pay: describeHowToPay(order, settings),
  })
}

function describeDueDate({ due_on }: PlacedOrder, today: string): string {
  if (due_on === null) return '.'
  return due_on < today
    ? `. It was due on ${formatCalendarDay(due_on)}.`
    : `. Please pay by ${formatCalendarDay(due_on)}.`
}

/** Lists the rows from the total to the open amount. */
const writeAccount = ({ order_total, ledger, balance }: PlacedOrder): MailPart => ({
  kind: 'rows',
  rows: [
    ['Total', money(order_total)],
    ...ledger.map((entry): [string, string] => [
      `${ledgerLabel(entry)}, ${formatCalendarDay(entry.day)}`,
      money(entry.change),
    ]),
    ['Balance due', money(balance)],
  ],
  lastIsTotal: true,
})
