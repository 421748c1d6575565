import type { PlacedOrder } from '#contract/order.ts'
import { calendarDay, dayOf, isToBePaid } from '#contract/order-words.ts'
import { formatDollars as money } from '#domain/money.ts'
import type { ReminderKind } from '#domain/order/due-date.ts'
import { howToPay, receipt } from '#server/order/order-mails.ts'
import { type Mail, type MailPart, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/**
 * To the customer of an unpaid order, some days after placing and again before it is due (docs/back-office §3). Undefined
 * if there is nothing to remind of by the time it is sent: it was paid, canceled, or is said to be paid.
 */
export function paymentReminderMail(
  kind: ReminderKind,
  order: PlacedOrder,
  settings: Settings,
  publicUrl: string,
): Mail | undefined {
  if (!isToBePaid(order) || order.due_on === null || order.claimed_at !== null) return undefined
  const dueOn = calendarDay(order.due_on)
  const open = money(order.balance)
  const missing = `We have not received ${order.payment_state === 'partly_paid' ? 'all of ' : ''}your payment`
  const subject = {
    first: `Your order ${order.id} waits for your payment`,
    last: `Please pay your order ${order.id} by ${dueOn}`,
  }
  const sentences = {
    first: `${missing} for order ${order.id} yet: ${open} is open. Please pay by ${dueOn}.`,
    last: `${missing} for order ${order.id} yet: ${open} is open, and due on ${dueOn}.${ifNotPaid(order)}`,
  }
  return writeMail(order.user_email, settings.get('shop_name'), subject[kind], [
    { kind: 'paragraph', text: `Dear ${order.first_name},` },
    { kind: 'paragraph', text: sentences[kind] },
    ...howToPay(order, settings),
    receipt(order),
    viewOrder(order, publicUrl),
    {
      kind: 'paragraph',
      text: 'Have you paid already? Then tell us on the page of your order. We look for your payment, and the order waits.',
    },
  ])
}

/** What is paid in part or packed is left to staff. */
const ifNotPaid = ({ cancels_at }: PlacedOrder): string =>
  cancels_at === null ? '' : ` If it does not arrive, we cancel the order on ${dayOf(cancels_at)} at noon.`

/** To the customer, when the shop has canceled the order because no payment came. */
export const canceledUnpaidMail = (order: PlacedOrder, settings: Settings, publicUrl: string): Mail =>
  writeMail(order.user_email, settings.get('shop_name'), `Your order ${order.id} was canceled: it was not paid`, [
    { kind: 'paragraph', text: `Dear ${order.first_name},` },
    {
      kind: 'paragraph',
      text: `${unpaidUntil(order)}, and canceled it. You owe us nothing for it.`,
    },
    receipt(order),
    {
      kind: 'paragraph',
      text: 'If your payment is on its way, please write to us or call: we take the order up again as long as the goods are there, or send your money back.',
    },
    viewOrder(order, publicUrl),
  ])

const unpaidUntil = ({ id, due_on }: PlacedOrder): string =>
  due_on === null
    ? `We have received no payment for your order ${id}`
    : `We have received no payment for your order ${id}, which was due on ${calendarDay(due_on)}`

const viewOrder = (order: PlacedOrder, publicUrl: string): MailPart => ({
  kind: 'action',
  label: 'View your order',
  url: `${publicUrl}${order.url}`,
})
