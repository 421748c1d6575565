import { cents } from '#domain/money/money.ts'
import { balanceOf, moneyOf } from '#domain/orders/balance.ts'
import { makeGuestOrderPath } from '#server/orders/guest-link.ts'
import { readLedger } from '#server/orders/payments/read-ledger.ts'
import { readLinkedOrder } from '#server/orders/read-linked-order.ts'
import type { MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { findReturnedGoods } from './return.queries.ts'
import { orderReturnedMail } from './return-mail.ts'

/** Writes the email about a return, with the refund due at that time. */
export async function writeReturnMail(
  { db, signer, settings, config }: Pick<Services, 'db' | 'signer' | 'settings' | 'config'>,
  returnId: number,
): Promise<MailDraft> {
  const goodsReturn = await findReturnedGoods(db, returnId)
  if (!goodsReturn) throw new Error(`there is no return ${returnId} to write about`)
  const { order_id, total_cents, lines, credit_cents, ...customer } = goodsReturn
  const balance = balanceOf(moneyOf(await readLedger(db, { id: order_id, total_cents })))
  const goods = {
    ...customer,
    order_id,
    lines: lines.map(({ amount_cents, ...line }) => ({ ...line, amountCents: cents(amount_cents) })),
    creditCents: cents(credit_cents),
    balanceCents: balance,
  }
  const path = makeGuestOrderPath(signer, await readLinkedOrder(db, order_id))
  return orderReturnedMail(goods, settings, `${config.publicUrl}${path}`)
}
