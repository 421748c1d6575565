import type { PlacedOrder } from '#contract/order.ts'
import { formatDollars as money } from '#domain/money.ts'
import { draftMail, type MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { orderMailTexts } from './order-mail-texts.ts'
import { ofOrder } from './order-mails.ts'

/**
 * To the customer, when an amount is credited for goods that stay, with what goes back to them as it stands when it is
 * written. The order has a credit note of that number, else throws.
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
    ...ofOrder(order, publicUrl),
    credit_note_number: String(creditNote),
    credited_amount: money(-entry.change),
    what_happens: creditSentence(-entry.change, order.balance),
  })
}

/** What a credit does, in dollars, by the balance that the order has by now. */
export function creditSentence(credited: number, balance: number): string {
  if (balance < 0) return `${money(-balance)} goes back to you.`
  if (credited === 0) return 'It changes nothing in what you have paid or still have to pay.'
  return balance === 0
    ? 'Nothing is left to pay for the order.'
    : `It lowers what is left to pay for the order to ${money(balance)}.`
}
