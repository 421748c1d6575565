import type { Cents } from '#domain/money.ts'
import { formatCents } from '#domain/money.ts'
import { type Mail, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export type ReturnedGoods = {
  email: string
  first_name: string
  order_id: number
  credit_note_number: number
  lines: { quantity: number; name: string; amountCents: Cents }[]
  creditCents: Cents
  /** What was paid too much of the order, with this credit. */
  refundableCents: Cents
}

/** To the customer, when goods came back. */
export function orderReturnedMail(goods: ReturnedGoods, settings: Settings, url: string): Mail {
  const { order_id: orderId, credit_note_number: number, refundableCents } = goods
  return writeMail(goods.email, settings.get('shop_name'), `Credit note ${number} for your order ${orderId}`, [
    { kind: 'paragraph', text: `Dear ${goods.first_name},` },
    {
      kind: 'paragraph',
      text: `We have taken back goods of your order ${orderId}. This is your credit note ${number}.`,
    },
    {
      kind: 'rows',
      rows: [
        ...goods.lines.map(({ quantity, name, amountCents }): [string, string] => [
          `${quantity} × ${name}`,
          formatCents(amountCents),
        ]),
        ['Credited', formatCents(goods.creditCents)],
      ],
      lastIsTotal: true,
    },
    {
      kind: 'paragraph',
      text:
        refundableCents > 0
          ? `${formatCents(refundableCents)} goes back to you.`
          : 'It lowers what is left to pay for the order.',
    },
    { kind: 'action', label: 'View your order', url },
  ])
}
