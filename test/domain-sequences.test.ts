import { expect, it } from 'vitest'
import { findFulfillmentState, isAllHandedOver } from '#domain/fulfillment/state.ts'
import {
  balanceOf,
  calculateRefundable,
  explainBalance,
  findPaymentState,
  isClearedInFull,
  moneyOf,
} from '#domain/orders/balance.ts'
import { DomainOrder, HOLD_DAYS, PAYMENT_DAYS } from '#test/domain-order.ts'
import { type Random, seededRandom } from '#test/random-orders.ts'
import { randomPath, randomTerms } from '#test/random-terms.ts'
import { referenceOrder } from '#test/reference-order.ts'

/** `npm run trial -- ledger` runs 10,000. */
const SEQUENCES = Number(process.env.DOMAIN_SEQUENCES ?? 200)
const SEED = Number(process.env.SEED ?? 20_261_124)
const STEPS = 25

const actions: ((order: DomainOrder, random: Random) => void)[] = [
  (order, random) => order.edit(random),
  (order, random) => order.pay(random),
  (order, random) => order.pay(random),
  (order, random) => order.clear(random),
  (order, random) => order.correct(random),
  (order, random) => order.refund(random),
  (order, random) => order.pack(random),
  (order, random) => order.advance(random),
  (order, random) => order.void(random),
  (order) => order.complete(),
  (order) => order.complete(),
  (order, random) => order.returnGoods(random),
  (order, random) => order.returnGoods(random),
  (order, random) => order.cancel(random),
  (order, random) => order.expire(random),
  (order, random) => order.closeMonth(random),
  (order) => order.reinstate(),
  (order, random) => order.advanceDays(random),
]

/** Figures by the rules of the domain. */
function computeFigures(order: DomainOrder) {
  const { ledger, price, ordered, shipments, terms, today } = order
  const { totals } = price
  const day = new Date(Date.UTC(2026, 2, 1 + today)).toISOString().slice(0, 10)
  const money = moneyOf(ledger)
  const { totalCents: refundable, creditNotes } = calculateRefundable(ledger)
  const tax = price.taxes.reduce((sum, tax) => sum + tax.shippingTaxCents, 0)
  return {
    status: order.status,
    price: {
      lines: price.lines.map((line, i) => ({
        position: terms.lines[i]?.position,
        quantity: terms.lines[i]?.quantity,
        goods: line.totalCents,
        discount: line.discountCents,
        tax: line.taxCents,
        pv: line.pv,
        cv: line.cvCents,
      })),
      parts: {
        goods: totals.subTotalCents,
        discount: totals.discountCents,
        shipping: totals.shippingPriceCents,
        insurance: totals.insuranceCents,
        tax: totals.taxCents,
      },
      shippingTax: tax,
      total: totals.totalCents,
    },
    balance: balanceOf(money),
    paymentState: findPaymentState(money),
    isCleared: isClearedInFull(ledger, day, HOLD_DAYS),
    credited: money.creditedCents,
    refundable,
    refundableOfNotes: creditNotes.map(({ id, refundableCents }) => [id, refundableCents]),
    fulfillment: findFulfillmentState(ordered, shipments),
    isHandedOver: isAllHandedOver(ordered, shipments),
    open: order.open,
    out: Object.fromEntries(terms.lines.map(({ position }) => [position, order.outstandingUnits(position)])),
    pv: order.counted.pv,
    cv: order.counted.cv,
    isOverdue: order.isOverdue,
    bonuses: sumBonuses(order),
  }
}

/** Total bonuses by member, including reversals. */
function sumBonuses({ posted }: DomainOrder): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { payee, kind, amountCents } of posted)
    sums[`${payee} ${kind}`] = (sums[`${payee} ${kind}`] ?? 0) + amountCents
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0))
}

it(`the rules match a reference computation after any sequence of events (${SEQUENCES} sequences)`, () => {
  const eventCounts = new Map<string, number>()
  for (let n = 0; n < SEQUENCES; n++) {
    const random = seededRandom(SEED + n * 7919)
    const order = new DomainOrder(randomTerms(random), randomPath(random))
    for (let step = 0; step <= STEPS; step++) {
      const actual = computeFigures(order)
      const expected = referenceOrder(order.events, order.today, HOLD_DAYS, PAYMENT_DAYS)
      expect(actual, `SEED=${SEED}, sequence ${n}: ${JSON.stringify(order.events)}`).toEqual(expected)
      const { totalCents, payments, creditNotes } = order.ledger
      expect(explainBalance(totalCents, [...payments, ...creditNotes]).at(-1)?.balanceCents).toBe(expected.balance)
      actions[random(actions.length)]?.(order, random)
    }
    for (const { type } of order.events) eventCounts.set(type, (eventCounts.get(type) ?? 0) + 1)
  }
  // Every kind of event occurred, and often.
  expect([...eventCounts.keys()].sort()).toEqual(
    ['canceled', 'cleared', 'completed', 'corrected', 'edited', 'expired', 'month_closed', 'packed', 'paid', 'placed']
      .concat('refunded', 'reinstated', 'returned', 'advanced', 'voided')
      .sort(),
  )
  expect(Math.min(...eventCounts.values())).toBeGreaterThan(SEQUENCES / 20)
}, 1_800_000)
