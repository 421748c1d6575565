import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import { type OrderQueue, orderQueues } from '#contract/orders/queues.ts'
import { cents } from '#domain/money/money.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { pickUpOrder } from '#server/orders/fulfillment/pick-up-order.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { claimPayment } from '#server/orders/overdue/claim-payment.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { clerk, operationsOn, type SimulatedOrder } from '#test/order-operations.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { seededRandom } from '#test/random-orders.ts'
import { fillCart, submit } from '#test/shop.ts'
import { countOrderQueues } from './count-order-queues.ts'
import { buildQueueCondition, type QueueDay } from './order-queues.queries.ts'
import { readManagedOrder } from './read-managed-order.ts'
import { readQueueDay } from './read-queue-day.ts'

const ORDERS = 30
const STEPS = 10

/** Derives the queues of an order from what staff see of it, independently of the database's columns. */
function findExpectedQueues({ order, money, fulfillment, claims, due }: ManagedOrder, day: QueueDay): OrderQueue[] {
  const liveShipments = fulfillment.shipments.filter(({ state }) => state !== 'voided')
  const onSite = liveShipments.filter(({ state }) => state === 'packed' || state === 'ready_for_pickup')
  const isProcessing = order.status === 'processing'
  const isPaid = order.payment.paid_at !== null
  const hasLeft = liveShipments.length > 0 && onSite.length === 0 && fulfillment.open_units === 0
  const isInQueue: Record<OrderQueue, boolean> = {
    claimed: claims.some(({ ended_at }) => ended_at === null),
    to_pack: isProcessing && isPaid && fulfillment.open_units > 0,
    to_ship: isProcessing && isPaid && onSite.some(({ kind }) => kind === 'delivery'),
    to_hand_over: isProcessing && onSite.some(({ kind }) => kind === 'pickup'),
    to_complete: isProcessing && isPaid && hasLeft && money.cleared_in_full && money.credited < money.total,
    no_due_date:
      money.balance > 0 &&
      ((isProcessing && !isPaid && due.due_on === null && liveShipments.length > onSite.length) ||
        order.status === 'canceled'),
    overdue:
      isProcessing && !isPaid && due.hold_reasons.length > 0 && due.due_on !== null && due.due_on < day.dueBefore,
  }
  return orderQueues.filter((queue) => isInQueue[queue])
}

databaseTest('order queues', (connection) => {
  const suite = appForSuite(connection)

  /** Pays and packs the entire order, and optionally hands it over. */
  const complete = (orderId: number, isHandedOver: boolean, type: string, isPaid = true) =>
    inTransaction(connection().db, async (trx) => {
      const shop = createPaymentServices(suite().services.jobs)
      const order = await lockOrder(trx, orderId)
      if (!order) throw new Error('no order')
      const payment = { orderId, amountCents: cents(order.total_cents), method: 'cash' } as const
      if (isPaid) await bookPayment(trx, clerk, payment, shop)
      await packOrder(trx, clerk, { orderId })
      if (isHandedOver) await (type === 'D' ? shipOrder : pickUpOrder)(trx, clerk, { orderId }, shop)
    })

  it('match the state of each order, whatever happened to it, and their counts agree', async () => {
    const { db, pool } = connection()
    const { jobs, network } = suite().services
    const { id: memberId } = await makeUser(db)
    const expectedCounts = new Map<OrderQueue, number>()
    for (let n = 0; n < ORDERS; n++) {
      const random = seededRandom(4711 + n)
      const products = [await makeProduct(db, { priceCents: 3000 }), await makeProduct(db, { priceCents: 2000 })]
      const cartOwner = await fillCart(
        db,
        products.map(({ id }) => ({ id, quantity: 2 })),
      )
      const form = n % 2 === 0 ? deliveryForm : pickupForm
      const placement = await submit(db, jobs, { form, cartOwner })
      if (!placement.ok) throw new Error(placement.refusal.code)
      const lines = products.map(() => ({ quantity: 2 }))
      const order = { id: placement.orderId, memberId, sold: { type: form.type, lines }, isMonthClosed: false }
      const { actions } = operationsOn(
        { connection: connection(), jobs, network },
        order as unknown as SimulatedOrder,
        random,
      )
      if (n % 3 === 0) await pool.query('update orders set due_on = now()::date - 30 where id = $1', [order.id])
      if (n % 4 === 0) {
        const claim = { orderId: order.id, claimant: 'link_holder', method: 'check', note: '' } as const
        await inTransaction(db, (trx) => claimPayment(trx, { kind: 'customer' }, claim))
      }
      // Simulates an order that is taken from the counter before payment: it never falls due.
      if (n % 10 === 7) {
        await pool.query('update orders set due_on = null, payment_days = null where id = $1', [order.id])
        await complete(order.id, true, form.type, false)
        continue
      }
      if (n % 5 === 4) {
        await complete(order.id, n % 3 === 0, form.type)
        continue
      }
      // Some are paid in part or not at all, and some have nothing else done.
      for (let step = 0; step < (n * 5) % (STEPS + 1); step++) await actions[random(actions.length)]?.()
    }
    const day = await readQueueDay(suite().services, new Date(), orderQueues)
    const queuesByOrder = new Map<number, OrderQueue[]>()
    for (const queue of orderQueues) {
      const { rows } = await sql<{
        id: number
      }>`select id from orders where ${buildQueueCondition(queue, day)}`.execute(db)
      for (const { id } of rows) queuesByOrder.set(id, [...(queuesByOrder.get(id) ?? []), queue])
      expectedCounts.set(queue, rows.length)
    }
    const { rows } = await pool.query('select id from orders order by id')
    for (const { id } of rows) {
      const file = await readManagedOrder(suite().services, id)
      if (!file) throw new Error('no order')
      expect([id, queuesByOrder.get(id) ?? []]).toEqual([id, findExpectedQueues(file, day)])
    }
    for (const queue of orderQueues) expect([queue, expectedCounts.get(queue)]).not.toEqual([queue, 0])
    expect(await countOrderQueues(db, day)).toEqual(Object.fromEntries(expectedCounts))
  })
})
