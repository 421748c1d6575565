import type { Address } from '#domain/addresses/address.ts'
import { cents } from '#domain/money/money.ts'
import { balanceOf, calculateRefundable, moneyOf } from '#domain/orders/balance.ts'
import { editOrder } from '#server/checkout/edit-order.ts'
import type { OrderChanges } from '#server/checkout/plan-edit.ts'
import { quoteFromTable } from '#server/checkout/quote-shipping.ts'
import type { LiveNetwork } from '#server/compensation/live/live-network.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { deliverOrder } from '#server/orders/fulfillment/deliver-order.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { pickUpOrder } from '#server/orders/fulfillment/pick-up-order.ts'
import { readyForPickup } from '#server/orders/fulfillment/ready-for-pickup.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { voidShipment } from '#server/orders/fulfillment/void-shipment.ts'
import { cancelIfUnpaid } from '#server/orders/overdue/cancel-unpaid.ts'
import { adjustPrice } from '#server/orders/payments/adjust-price.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { clearCheck } from '#server/orders/payments/clear-check.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import { readLedger } from '#server/orders/payments/read-ledger.ts'
import { refundPayment } from '#server/orders/payments/refund-payment.ts'
import { reinstateOrder } from '#server/orders/reinstate-order.ts'
import { previewReturn } from '#server/orders/returns/preview-return.ts'
import { returnGoods } from '#server/orders/returns/return-goods.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { OrderId, UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { address } from './address.ts'
import { COUNTER, PLACES, type SoldOrder } from './agreed-order.ts'
import { ANY_DISCOUNT } from './edits.ts'
import type { OrderEvent } from './order-events.ts'
import { createPaymentServices } from './payment-services.ts'
import { type Random, randomShipping } from './random-orders.ts'

export const clerk: Actor = { kind: 'staff', staffId: 1, email: 'clerk@example.com', role: 'manager' }
export type OrderServices = { connection: Connection; jobs: Jobs; network: LiveNetwork }
export type SimulatedOrder = {
  id: OrderId
  memberId: UserId
  sponsorId: UserId
  products: readonly number[]
  ordered: SoldOrder
  /** After edits. */
  sold: SoldOrder
  shelves: number[]
  events: OrderEvent[]
  isMonthClosed: boolean
}

const FORTY_DAYS_MS = 40 * 86_400_000

/** All operations that may be attempted on an order; each returns the event, or nothing when it was refused. */
export function operationsOn(services: OrderServices, order: SimulatedOrder, random: Random) {
  const { connection, jobs, network } = services
  const { db, pool } = connection
  const { id } = order
  const shop = createPaymentServices(jobs)
  const transact = <Result>(useCase: Parameters<typeof inTransaction<Result>>[1]) => inTransaction(db, useCase)
  const readOrder = async () =>
    (await pool.query('select total_cents, version from orders where id = $1', [id])).rows[0]
  const loadLedger = async () => readLedger(db, { id, total_cents: (await readOrder()).total_cents })
  const randomLines = () =>
    order.sold.lines.flatMap(({ quantity }, position) =>
      random(2) === 0 ? [] : [{ position, quantity: 1 + random(quantity) }],
    )
  const randomShipment = async (): Promise<{ id: number; state: string } | undefined> => {
    const { rows } = await pool.query('select id, state from shipments where order_id = $1 order by id', [id])
    return rows[random(Math.max(1, rows.length))]
  }
  const pay = async (): Promise<OrderEvent | undefined> => {
    const openCents = Math.max(1, balanceOf(moneyOf(await loadLedger())))
    const amountCents = cents(
      [1 + random(3_000), openCents, openCents, openCents, openCents + random(500)][random(5)] ?? 1,
    )
    const method = random(3) === 0 ? 'check' : 'cash'
    const result = await transact((trx) => bookPayment(trx, clerk, { orderId: id, amountCents, method }, shop))
    return result.ok ? { type: 'paid', payment: result.paymentId, amountCents, isCheck: method === 'check' } : undefined
  }
  const complete = async (): Promise<OrderEvent | undefined> => {
    // Nothing is completed in a closed month, because months are closed only after they have ended.
    if (order.isMonthClosed) return undefined
    const clearing = random(3) === 0 ? 'wait' : 'now'
    const result = await transact((trx) => changeOrder(trx, { id, change: 'completed', actor: clerk, clearing }, shop))
    if (!result.ok) return result.refusal.code === 'not_cleared' ? { type: 'not_cleared' } : undefined
    const { rows } = await pool.query('select max(id)::int as last from shipments where order_id = $1', [id])
    return { type: 'completed', shipment: rows[0].last, clearing }
  }
  const edit = async (): Promise<OrderEvent | undefined> => {
    const { next, changes } = randomEdit(order.sold, random)
    const result = await transact((trx) =>
      editOrder(
        trx,
        clerk,
        { orderId: id, changes, reason: 'They called.' },
        {
          jobs,
          minimumSubTotalCents: cents(0),
          quoteShipping: quoteFromTable,
          counter: COUNTER,
          discounts: ANY_DISCOUNT,
        },
      ),
    )
    if (!result.ok) return undefined
    order.sold = next
    return { type: 'edited', sold: next }
  }
  const actions: (() => Promise<OrderEvent | undefined>)[] = [
    pay,
    pay,
    complete,
    complete,
    async () => {
      const payments = (await loadLedger()).payments.filter(({ kind }) => kind !== 'correction')
      const payment = payments[random(Math.max(1, payments.length))]
      if (!payment) return undefined
      const bounced = payment.kind === 'received' && payment.method === 'check'
      const input = { paymentId: payment.id, reason: 'It bounced.', bounced }
      const result = await transact((trx) => correctPayment(trx, clerk, input, shop))
      return result.ok ? { type: 'corrected', payment: payment.id } : undefined
    },
    async () => {
      const { creditNotes, overpaymentCents } = calculateRefundable(await loadLedger())
      const note = creditNotes.find(({ refundableCents }) => refundableCents > 0)
      const maxCents = note?.refundableCents ?? overpaymentCents
      if (maxCents === 0) return undefined
      const amountCents = cents(random(2) === 0 ? maxCents : 1 + random(maxCents))
      const target = note ? { creditNoteId: note.id } : ('overpayment' as const)
      const input = { orderId: id, amountCents, of: target, method: 'cash' as const, reason: 'Too much.' }
      const result = await transact((trx) => refundPayment(trx, clerk, input, shop))
      return result.ok && result.passed ? { type: 'refunded', payment: result.paymentId, amountCents } : undefined
    },
    async () => {
      const amountCents = cents([1 + random(3_000), 1 + random(300)][random(2)] ?? 1)
      const input = { orderId: id, amountCents, reason: 'A dent.' }
      const result = await transact((trx) => adjustPrice(trx, clerk, input, shop))
      return result.ok ? { type: 'adjusted', amountCents } : undefined
    },
    async () => {
      const result = await transact((trx) => packOrder(trx, clerk, { orderId: id, lines: randomLines() }))
      return result.ok ? { type: 'packed', shipment: result.shipmentId, lines: result.lines } : undefined
    },
    async () => {
      const shipment = await randomShipment()
      if (!shipment) return undefined
      const ids = { orderId: id, shipmentId: shipment.id }
      if (random(5) === 0) {
        const result = await transact((trx) => voidShipment(trx, clerk, { ...ids, reason: 'Torn.' }))
        return result.ok ? { type: 'moved', shipment: shipment.id, to: 'voided' } : undefined
      }
      if (order.sold.destination === undefined) {
        const to = random(2) === 0 ? 'ready_for_pickup' : 'picked_up'
        const useCase = to === 'picked_up' ? pickUpOrder : readyForPickup
        const result = await transact((trx): Promise<{ ok: boolean }> => useCase(trx, clerk, ids, shop))
        return result.ok ? { type: 'moved', shipment: shipment.id, to } : undefined
      }
      const to = shipment.state === 'shipped' ? 'delivered' : 'shipped'
      const useCase = to === 'shipped' ? shipOrder : deliverOrder
      const result = await transact((trx): Promise<{ ok: boolean }> => useCase(trx, clerk, ids, shop))
      return result.ok ? { type: 'moved', shipment: shipment.id, to } : undefined
    },
    async () => {
      const lines = randomLines().map((line) => ({ ...line, restock: random(2) === 1 }))
      const request = { orderId: id, lines, reason: 'Sent back.' }
      const preview = await previewReturn({ db, network }, request, new Date())
      if (!preview.ok) return undefined
      const result = await returnGoods(
        { db, ...shop, network },
        clerk,
        { ...request, preview: preview.preview.hash },
        new Date(),
      )
      // A return worth nothing is not credited, and so not booked.
      if (!result.ok && preview.preview.creditCents === 0) return undefined
      if (!result.ok) throw new Error(`the previewed return was refused: ${result.refusal.code}`)
      return { type: 'returned', lines }
    },
    edit,
    edit,
    async () => {
      const checks = (await loadLedger()).payments.filter(
        ({ kind, method }) => kind === 'received' && method === 'check',
      )
      const payment = checks[random(Math.max(1, checks.length))]?.id
      if (payment === undefined) return undefined
      const result = await transact((trx) => clearCheck(trx, clerk, { paymentId: payment }, shop))
      return result.ok ? { type: 'cleared', payment } : undefined
    },
    async () => {
      if (random(3) > 0) return undefined
      const result = await transact((trx) => changeOrder(trx, { id, change: 'canceled', actor: clerk }, shop))
      return result.ok ? { type: 'canceled' } : undefined
    },
    async () => {
      if (random(3) > 0) return undefined
      const at = new Date(Date.now() + FORTY_DAYS_MS)
      const isCanceled = await transact((trx) =>
        cancelIfUnpaid(trx, { orderId: id, now: at, hasProbableTransaction: false }, shop),
      )
      return isCanceled ? { type: 'canceled' } : undefined
    },
    async () => {
      const result = await transact((trx) => reinstateOrder(trx, clerk, { id, reason: 'Paid late.' }, shop))
      return result.ok ? { type: 'reinstated' } : undefined
    },
  ]
  return { actions, loadLedger }
}

/** A random change of lines, discount, address or method, with the resulting order. */
function randomEdit(sold: SoldOrder, random: Random): { next: SoldOrder; changes: OrderChanges } {
  const quantities = sold.lines.map(({ quantity }) => (random(2) === 0 ? quantity : 1 + random(4)))
  const lines = quantities.flatMap((quantity, position) =>
    quantity === sold.lines[position]?.quantity ? [] : [{ position, quantity }],
  )
  const next: SoldOrder = {
    ...sold,
    lines: sold.lines.map((line, position) => ({ ...line, quantity: quantities[position] ?? 0 })),
  }
  const changes: OrderChanges = { lines }
  const reason = 'A good customer.'
  switch (random(5)) {
    case 0:
      next.discount = undefined
      changes.discount = null
      break
    case 1:
      next.discount = { milliPercent: 1 + random(40_000) }
      changes.discount = { kind: 'percent', ...next.discount, reason }
      break
    case 2: {
      const amountCents = cents(1 + random(3_000))
      next.discount = { amountCents }
      changes.discount = { kind: 'amount', amountCents, reason }
    }
  }
  if (random(2) === 0) {
    Object.assign(next, randomShipping(random))
    changes.delivery =
      next.destination === undefined
        ? { type: 'P' }
        : { type: 'D', address: addressAt(next.destination), shippingMethod: next.method }
  }
  return { next, changes }
}

export function addressAt(destination: number): Address {
  const { city, state, zip } = PLACES[destination] ?? PLACES[0]
  return { ...address, city, state, zip }
}
