import { type Cents, formatCents, toDollars } from '#domain/money/money.ts'
import { creditMessage } from '#server/orders/credited-mail.ts'
import { button, draftMail, type MailDraft, mailTexts, part, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export type ReturnedGoods = {
  email: string
  first_name: string
  order_id: number
  credit_note_number: number
  lines: { quantity: number; name: string; amountCents: Cents }[]
  creditCents: Cents
  /** Balance of the order, including this credit. */
  balanceCents: Cents
}

export const returnMailTexts = mailTexts('orders', {
  order_returned: {
    name: 'Items returned',
    meaning: 'To the customer, when items were returned',
    subject: 'Credit note {credit_note_number} for your order {order_number}',
    body: [
      'Hi {first_name},',
      'We received your return from order {order_number}. This is credit note {credit_note_number}.',
      '{credited}',
      '{what_happens}',
      '{order_link: View your order}',
    ],
    placeholders: {
      first_name: words('First name of the customer'),
      order_number: words('Number of the order'),
      credit_note_number: words('Number of the credit note'),
      credited: part('The returned items and the credit'),
      what_happens: words('The refund, or the new balance due'),
      order_link: button('View your order', 'The order page'),
    },
  },
})

/** Writes the email to the customer about returned goods. */
export function orderReturnedMail(goods: ReturnedGoods, settings: Settings, url: string): MailDraft {
  const rows = goods.lines.map(({ quantity, name, amountCents }): [string, string] => [
    `${quantity} × ${name}`,
    formatCents(amountCents),
  ])
  rows.push(['Credited', formatCents(goods.creditCents)])
  return draftMail(returnMailTexts.order_returned, goods.email, settings.get('shop_name'), {
    first_name: goods.first_name,
    order_number: String(goods.order_id),
    credit_note_number: String(goods.credit_note_number),
    credited: [{ kind: 'rows', rows, lastIsTotal: true }],
    what_happens: creditMessage(toDollars(goods.creditCents), toDollars(goods.balanceCents)),
    order_link: url,
  })
}
