import type { PlacedOrder } from '#contract/orders/calls.ts'
import { formatDollars as money } from '#domain/money/money.ts'
import { draftMail, type MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { getOrderValues } from './order-emails.ts'
import { orderMailTexts } from './order-mail-texts.ts'

/**
 * Email to the customer about an amount credited for goods that they keep, with the refund due when it is written.
 * Throws if the order has no credit note of that number.
 */
export function orderCreditedMail(
  order: PlacedOrder,
  creditNote: number,
  settings: Settings,
  publicUrl: string,
): MailDraft {
  const entry = order.ledger.find(({ credit_note }) => credit_note === creditNote)
  if (!entry) throw new Error(`order ${order.id} has no credit note ${creditNote} to write about`)
  return draftMail(orderMailTexts.order_credited, order.user_email, settings.get('shop_name'), {
    ...getOrderValues(order, publicUrl),
    credit_note_number: String(creditNote),
    credited_amount: money(-entry.change),
    what_happens: creditMessage(-entry.change, order.balance),
  })
}

/** Describes the effect of a credit, in dollars, given the order's current balance. */
export function creditMessage(creditedAmount: number, balance: number): string {
  if (balance < 0) return `We’ll refund ${money(-balance)}.`
  if (creditedAmount === 0) return 'It doesn’t change what you’ve paid or still owe.'
  return balance === 0 ? 'Nothing is due on the order.' : `Your new balance due is ${money(balance)}.`
}
