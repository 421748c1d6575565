import { cents } from '#domain/money/money.ts'
import { balanceOf, findPaymentState, isPaidInFull, type Money } from '#domain/orders/balance.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findOrderMoney, type OrderMoney } from './ledger-checks.queries.ts'

const SLICE = 5000

/** Recomputes every order's payment state from its ledger; returns a message for each that differs. */
export async function checkPaymentStates(db: Database): Promise<string[]> {
  const findings: string[] = []
  let last = 0
  for (;;) {
    const slice = await findOrderMoney(db, last, SLICE)
    findings.push(...slice.flatMap(checkPaymentState))
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return findings
    last = end.id
  }
}

function checkPaymentState(order: OrderMoney): string[] {
  const money: Money = {
    totalCents: cents(order.total_cents),
    creditedCents: cents(Number(order.credited)),
    receivedCents: cents(Number(order.received)),
    refundedCents: cents(Number(order.refunded)),
    toleranceCents: cents(Number(order.tolerance)),
  }
  const findings: string[] = []
  const state = findPaymentState(money)
  if (order.payment_state !== state) {
    findings.push(`Order ${order.id} says that it is ${order.payment_state}, its ledger that it is ${state}.`)
  }
  // For a fully credited order the ledger does not say whether it had been paid before.
  const isOpen = money.totalCents === 0 || money.totalCents > money.creditedCents
  const isUnpaid = balanceOf(money) > money.toleranceCents
  if ((isUnpaid && order.paid_at !== null) || (isOpen && isPaidInFull(money) && order.paid_at === null)) {
    findings.push(`Order ${order.id} says that it ${order.paid_at ? 'was paid' : 'is not paid'}, its ledger disagrees.`)
  }
  return findings
}
