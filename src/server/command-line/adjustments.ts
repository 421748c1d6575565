import { formatCents } from '#domain/money.ts'
import { balanceOf, moneyOf } from '#domain/order/balance.ts'
import { type AdjustPriceRefusal, adjustPrice } from '#server/payment/adjust-price.ts'
import { type CommandContext, UserError } from './command.ts'
import { readOrder } from './orders.ts'
import { inPayments } from './payment-context.ts'
import { balanceSentence, requireLedger } from './payments.ts'
import { readAmount, readBalance } from './read-amount.ts'

export type CreditOptions = { reason: string; balance?: string }

/** Credits an amount for goods that the customer keeps (docs/decisions/0100). */
export async function adjustPriceCommand(
  context: CommandContext,
  given: string,
  amount: string,
  { reason, balance }: CreditOptions,
): Promise<number> {
  const orderId = await readOrder(context, given)
  const expectedBalanceCents =
    readBalance(balance) ?? balanceOf(moneyOf((await requireLedger(context, orderId)).ledger))
  const adjustment = { orderId, amountCents: readAmount(amount), reason, expectedBalanceCents }
  const adjusted = await inPayments(context, (trx, shop) => adjustPrice(trx, context.actor, adjustment, shop))
  if (!adjusted.ok) throw new UserError(sentence(orderId, adjusted.refusal))
  context.say(`Credit note ${adjusted.number} recorded. ${balanceSentence(orderId, adjusted.balanceCents)}`)
  return 0
}

function sentence(id: number, refusal: AdjustPriceRefusal): string {
  switch (refusal.code) {
    case 'order_not_found':
      return `There is no order ${id}.`
    case 'reason_required':
      return 'Give a reason with --reason.'
    case 'amount_not_positive':
      return 'The credit must be greater than $0.00.'
    case 'canceled':
      return `Order ${id} is canceled and already credited in full.`
    case 'stale':
      return `Order ${id} was changed in the meantime. ${balanceSentence(id, refusal.balanceCents)}`
    case 'amount_too_large':
      return `At most ${formatCents(refusal.mostCents)} of order ${id} can be credited. A credit covers items not credited yet, and must leave part of the balance due.`
    case 'approval_required':
      return `One person can credit at most ${formatCents(refusal.mostCents)} more of order ${id} without a return.`
  }
}
