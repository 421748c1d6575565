import type { PlacedOrder } from '#contract/orders/calls.ts'
import { formatCalendarDay, formatOrderDay, isPaymentDue } from '#contract/orders/labels.ts'
import { formatDollars as money } from '#domain/money/money.ts'
import type { ReminderKind } from '#domain/orders/due-date.ts'
import { describeHowToPay, orderChangedMail, writeReceipt } from '#server/orders/order-emails.ts'
import { button, draftMail, type MailDraft, mailTexts, part, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

const orderPlaceholders = {
  first_name: words('First name of the customer'),
  order_number: words('Number of the order'),
  receipt: part('The items ordered, with totals'),
  order_link: button('View your order', 'The order page'),
}
const reminderPlaceholders = {
  ...orderPlaceholders,
  what_is_missing: words('“your payment”, or “your full payment” if part of it arrived'),
  open_amount: words('The balance due'),
  due_day: words('The day on which it is due'),
  how_to_pay: part('How to pay the balance due'),
}
const ALREADY_PAID_HINT =
  'Already paid? Let us know on your order page. We’ll look for your payment and hold the order.'

export const unpaidMailTexts = mailTexts('orders', {
  payment_reminder_first: {
    name: 'First reminder',
    meaning: 'To the customer of an unpaid order, some days after it was placed',
    subject: 'Payment reminder for order {order_number}',
    body: [
      'Hi {first_name},',
      'We haven’t received {what_is_missing} for order {order_number} yet. {open_amount} is due. Please pay by {due_day}.',
      '{how_to_pay}',
      '{receipt}',
      '{order_link: View your order}',
      ALREADY_PAID_HINT,
    ],
    placeholders: reminderPlaceholders,
  },
  payment_reminder_last: {
    name: 'Last reminder',
    meaning: 'To the customer of an unpaid order, the day before it is due',
    subject: 'Please pay your order {order_number} by {due_day}',
    body: [
      'Hi {first_name},',
      'We haven’t received {what_is_missing} for order {order_number} yet. {open_amount} is due on {due_day}. {if_not_paid}',
      '{how_to_pay}',
      '{receipt}',
      '{order_link: View your order}',
      ALREADY_PAID_HINT,
    ],
    placeholders: {
      ...reminderPlaceholders,
      if_not_paid: words('When the order is canceled; empty if staff decide'),
    },
  },
  order_canceled_unpaid: {
    name: 'Canceled, not paid',
    meaning: 'To the customer, when the shop has canceled the order because no payment arrived',
    subject: 'Your order {order_number} was canceled because it wasn’t paid',
    body: [
      'Hi {first_name},',
      'We didn’t receive payment for your order {order_number}{which_was_due}, so we canceled it. You don’t owe anything.',
      '{receipt}',
      'If your payment is on its way, please contact us. We’ll reopen the order if everything is still in stock, or refund your money.',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...orderPlaceholders,
      which_was_due: words('“, which was due on” and the day; empty if it had no due date'),
    },
  },
})

/**
 * Reminds the customer of an unpaid order, some days after placing and again before it is due (docs/back-office §3).
 * Returns undefined if no reminder is needed when it is sent, because the order was paid, canceled, or claimed as paid.
 */
export function paymentReminderMail(
  kind: ReminderKind,
  order: PlacedOrder,
  settings: Settings,
  publicUrl: string,
): MailDraft | undefined {
  if (!isPaymentDue(order) || order.due_on === null || order.claimed_at !== null) return undefined
  const [recipient, shop] = [order.user_email, settings.get('shop_name')]
  const values = {
    ...getOrderValues(order, publicUrl),
    what_is_missing: order.payment_state === 'partly_paid' ? 'your full payment' : 'your payment',
    open_amount: money(order.balance),
    due_day: formatCalendarDay(order.due_on),
    how_to_pay: describeHowToPay(order, settings),
  }
  return kind === 'first'
    ? draftMail(unpaidMailTexts.payment_reminder_first, recipient, shop, values)
    : draftMail(unpaidMailTexts.payment_reminder_last, recipient, shop, {
        ...values,
        if_not_paid: describeCancellation(order),
      })
}

/** Partly paid or packed orders are left to staff. */
const describeCancellation = ({ cancels_at }: PlacedOrder): string =>
  cancels_at === null ? '' : `If it doesn’t arrive, we’ll cancel the order at noon on ${formatOrderDay(cancels_at)}.`

/** Tells the customer that the shop has canceled the order because no payment arrived. */
export function canceledUnpaidMail(order: PlacedOrder, settings: Settings, publicUrl: string): MailDraft {
  // A payment that arrived since then is refunded.
  if (order.balance < 0) return orderChangedMail('order_canceled', order, settings, publicUrl)
  return draftMail(unpaidMailTexts.order_canceled_unpaid, order.user_email, settings.get('shop_name'), {
    ...getOrderValues(order, publicUrl),
    which_was_due: order.due_on === null ? '' : `, which was due on ${formatCalendarDay(order.due_on)}`,
  })
}

const getOrderValues = (order: PlacedOrder, publicUrl: string) => ({
  first_name: order.first_name,
  order_number: String(order.id),
  receipt: [writeReceipt(order)],
  order_link: `${publicUrl}${order.url}`,
})
