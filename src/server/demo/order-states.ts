import { addBankingDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import type { Carrier } from '#domain/fulfillment/carriers.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { balanceOf, calculateRefundable, moneyOf, type PaymentMethod } from '#domain/orders/balance.ts'
import type { AnyRefusal, Result } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { deliverOrder } from '#server/orders/fulfillment/deliver-order.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { pickUpOrder } from '#server/orders/fulfillment/pick-up-order.ts'
import { readyForPickup } from '#server/orders/fulfillment/ready-for-pickup.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { moveDueDate } from '#server/orders/overdue/move-due-date.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import { findLedger } from '#server/orders/payments/read-ledger.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import { refundPayment } from '#server/orders/payments/refund-payment.ts'
import { reinstateOrder } from '#server/orders/reinstate-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

export const DEMO: Actor = { kind: 'system', job: 'demo' }

export type StepContext = { trx: Transaction; orderId: number; shop: PaymentServices; now: Date }
/** A step that staff take on an order, in sequence; `return` runs between transactions. */
export type Step = 'return' | ((context: StepContext) => Promise<Result<object, AnyRefusal>>)

export type OrderState = {
  /** First name of the guest who ordered. */
  first_name: string
  last_name: string
  type: 'D' | 'P'
  pays?: 'check'
  /** Pieces of products by their handles; the first line is the one returned or partly shipped. */
  lines: Record<string, number>
  steps: readonly Step[]
}

const requireLedger = async ({ trx, orderId }: StepContext) => {
  const order = await findLedger(trx, orderId)
  if (!order) throw new Error(`The demo shop's order ${orderId} has no ledger.`)
  return order.ledger
}

/** Pays the full open amount, plus `extraCents` (negative for a partial payment). */
const pay =
  (method: PaymentMethod, extraCents = 0): Step =>
  async (context) => {
    const { trx, orderId, shop } = context
    const amountCents = cents(balanceOf(moneyOf(await requireLedger(context))) + extraCents)
    return bookPayment(trx, DEMO, { orderId, amountCents, method }, shop)
  }

const deposit =
  (amountCents: Cents): Step =>
  ({ trx, orderId, shop }) =>
    bookPayment(trx, DEMO, { orderId, amountCents, method: 'quickpay' }, shop)

const bounce: Step = async (context) => {
  const paymentId = (await requireLedger(context)).payments.at(-1)?.id ?? 0
  const input = { paymentId, reason: 'The bank returned the check.', bounced: true }
  return correctPayment(context.trx, DEMO, input, context.shop)
}

/** Refunds the full refundable amount. */
const refund: Step = async (context) => {
  const { trx, orderId, shop } = context
  const { overpaymentCents, creditNotes } = calculateRefundable(await requireLedger(context))
  const note = creditNotes.find(({ refundableCents }) => refundableCents > 0)
  return refundPayment(
    trx,
    DEMO,
    {
      orderId,
      of: note ? { creditNoteId: note.id } : 'overpayment',
      amountCents: note?.refundableCents ?? overpaymentCents,
      method: 'quickpay',
      reason: 'Sent back by Quick Pay.',
    },
    shop,
  )
}

const pack: Step = ({ trx, orderId }) => packOrder(trx, DEMO, { orderId })
const ready: Step = ({ trx, orderId, shop }) => readyForPickup(trx, DEMO, { orderId }, shop)
const pickUp: Step = ({ trx, orderId, shop }) => pickUpOrder(trx, DEMO, { orderId }, shop)
const deliver: Step = ({ trx, orderId, shop }) => deliverOrder(trx, DEMO, { orderId }, shop)
const ship =
  (carrier: Carrier, trackingNumber: string): Step =>
  ({ trx, orderId, shop }) =>
    shipOrder(trx, DEMO, { orderId, carrier, trackingNumber }, shop)
const shipFirstPiece: Step = ({ trx, orderId, shop }) =>
  shipOrder(
    trx,
    DEMO,
    { orderId, lines: [{ position: 0, quantity: 1 }], carrier: 'usps', trackingNumber: '9400111202555842332669' },
    shop,
  )
const complete: Step = ({ trx, orderId, shop }) =>
  changeOrder(trx, { id: orderId, change: 'completed', actor: DEMO, clearing: 'now' }, shop)
const cancel: Step = ({ trx, orderId, shop }) =>
  changeOrder(trx, { id: orderId, change: 'canceled', actor: DEMO, reason: 'The customer asked for it.' }, shop)
const reinstate: Step = ({ trx, orderId, shop }) =>
  reinstateOrder(trx, DEMO, { id: orderId, reason: 'The payment came late.' }, shop)
const dueSoon: Step = ({ trx, orderId, shop, now }) => {
  const dueOn = addBankingDays(shopDayOf(now.getTime()), 1)
  const input = { orderId, dueOn, reason: 'Agreed on by phone.', now }
  return moveDueDate(trx, DEMO, input, { paymentDays: shop.settings.get('payment_days') })
}

/**
 * One order for each case that staff and customers encounter (docs/back-office §3), by guests who order nothing else.
 */
export const orderStates: readonly OrderState[] = [
  {
    ...{ first_name: 'Imogen', last_name: 'Unwin', type: 'D' },
    lines: { 'hyaluronic-cloud-serum': 1, 'mineral-shield-spf-40': 2 },
    steps: [],
  },
  {
    ...{ first_name: 'Dario', last_name: 'Sobol', type: 'D' },
    lines: { 'bright-skin-protocol': 1 },
    steps: [dueSoon],
  },
  {
    ...{ first_name: 'Petra', last_name: 'Hallam', type: 'P' },
    lines: { 'precision-lash-adhesive': 2, 'lash-foam-cleanser': 2, 'volume-lash-tray': 1 },
    steps: [deposit(cents(2_000))],
  },
  {
    ...{ first_name: 'Odette', last_name: 'Varga', type: 'D' },
    lines: { 'color-hold-shampoo': 2, 'color-hold-conditioner': 2 },
    steps: [pay('quickpay', 1_500)],
  },
  {
    ...{ first_name: 'Callum', last_name: 'Brisk', type: 'D', pays: 'check' },
    lines: { 'embossed-foil-roll': 3, 'tint-bowl-and-brush': 1 },
    steps: [pay('check')],
  },
  {
    ...{ first_name: 'Bruna', last_name: 'Lindqvist', type: 'D', pays: 'check' },
    lines: { 'sculpt-builder-gel': 2, 'apricot-cuticle-oil': 3, 'glass-file-duo': 4 },
    steps: [pay('check'), bounce],
  },
  {
    ...{ first_name: 'Pavel', last_name: 'Ackroyd', type: 'D' },
    lines: { 'clay-lightener': 2, 'oxide-developer-20': 2, 'embossed-foil-roll': 1 },
    steps: [pay('quickpay'), pack],
  },
  {
    ...{ first_name: 'Rosalind', last_name: 'Dupree', type: 'P' },
    lines: { 'vitamin-c-ampoules': 1 },
    steps: [pay('quickpay'), ready],
  },
  {
    ...{ first_name: 'Silas', last_name: 'Partridge', type: 'D' },
    lines: { 'papaya-enzyme-polish': 2, 'ceramide-barrier-cream': 1 },
    steps: [pay('quickpay'), shipFirstPiece],
  },
  {
    ...{ first_name: 'Tamsin', last_name: 'Okoro', type: 'D' },
    lines: { 'keratin-repair-ritual': 1 },
    steps: [pay('quickpay'), ship('ups', '1Z999AA10123456784')],
  },
  {
    ...{ first_name: 'Dagny', last_name: 'Ferreira', type: 'D' },
    lines: { 'demi-gloss-color': 6, 'oxide-developer-20': 1 },
    steps: [pay('quickpay'), ship('fedex', '449044304137821'), deliver],
  },
  {
    ...{ first_name: 'Piers', last_name: 'Nakata', type: 'P' },
    lines: { 'carbon-comb-set': 1, 'glass-file-duo': 2 },
    steps: [pay('cash'), ready, pickUp],
  },
  {
    ...{ first_name: 'Corinne', last_name: 'Eastman', type: 'P' },
    lines: { 'gloss-bar-refill': 1 },
    steps: [pay('cash'), pickUp, complete],
  },
  {
    ...{ first_name: 'Renske', last_name: 'Toth', type: 'D' },
    lines: { 'mineral-shield-spf-40': 3, 'hyaluronic-cloud-serum': 1 },
    steps: [pay('quickpay'), ship('usps', '9400111202555842332676'), deliver, 'return', refund, complete],
  },
  {
    ...{ first_name: 'Caspian', last_name: 'Lazarre', type: 'D' },
    lines: { 'halo-led-lamp': 1 },
    steps: [cancel],
  },
  {
    ...{ first_name: 'Rhona', last_name: 'Zeller', type: 'D' },
    lines: { 'artist-face-brushes': 1, 'lash-foam-cleanser': 1 },
    steps: [pay('quickpay'), cancel, refund],
  },
  {
    ...{ first_name: 'Iris', last_name: 'Valdern', type: 'P' },
    lines: { 'volume-lash-tray': 2, 'precision-lash-adhesive': 1 },
    steps: [cancel, reinstate, pay('quickpay')],
  },
]
