import type { PlacedOrder } from '#contract/order.ts'
import { calendarDay, isToBePaid } from '#contract/order-words.ts'
import { ledgerLabel } from '#contract/timeline-words.ts'
import { formatDollars as money } from '#domain/money.ts'
import { shopDayOf } from '#domain/month.ts'
import { type Mail, type MailPart, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { howToPay } from './order-mails.ts'

/**
 * To the customer, when money came that does not pay the order in full: what arrived, what is open and until when.
 * Undefined if nothing is open any more by the time it is sent; another mail says so.
 */
export function partlyPaidMail(
  order: PlacedOrder,
  settings: Settings,
  publicUrl: string,
  today = shopDayOf(Date.now()),
): Mail | undefined {
  if (!isToBePaid(order) || order.payment_state !== 'partly_paid') return undefined
  const open = money(order.balance)
  return writeMail(
    order.user_email,
    settings.get('shop_name'),
    `A payment for order ${order.id} has arrived; ${open} is open`,
    [
      { kind: 'paragraph', text: `Dear ${order.first_name},` },
      {
        kind: 'paragraph',
        text: `Thank you. A payment for your order ${order.id} has arrived. ${open} is still open${untilWhen(order, today)}`,
      },
      account(order),
      ...howToPay(order, settings),
      { kind: 'action', label: 'View your order', url: `${publicUrl}${order.url}` },
    ],
  )
}

function untilWhen({ due_on }: PlacedOrder, today: string): string {
  if (due_on === null) return '.'
  return due_on < today ? `, and was due on ${calendarDay(due_on)}.` : `; please pay it by ${calendarDay(due_on)}.`
}

/** From the total to what is open, row by row. */
const account = ({ order_total, ledger, balance }: PlacedOrder): MailPart => ({
  kind: 'rows',
  rows: [
    ['Total', money(order_total)],
    ...ledger.map((entry): [string, string] => [
      `${ledgerLabel(entry)}, ${calendarDay(entry.day)}`,
      money(entry.change),
    ]),
    ['Still to pay', money(balance)],
  ],
  lastIsTotal: true,
})
