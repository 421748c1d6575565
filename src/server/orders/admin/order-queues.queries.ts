import { type RawBuilder, sql } from 'kysely'
import type { OrderQueue } from '#contract/orders/queues.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import {
  awaitsPayment,
  hasAmountDue,
  isClaimed,
  isHandedOver,
  isHeld,
  isUnconfirmedCheck,
} from '#server/platform/database/order-conditions.ts'

/** Parameters that some queues need besides the orders themselves. */
export type QueueDay = {
  /** Checks received after this day may still bounce. */
  checksAfter: string
  /** Orders due before this day are canceled, unless something holds them. */
  dueBefore: string
  /** Open orders that an open bank transaction may pay. */
  matchedOrders: readonly number[]
}

const isPaidInWork = sql<boolean>`orders.status = 'processing' and orders.paid_at is not null`

/**
 * Matches orders with goods that are in no parcel. If all goods have reached one step, there are none; if the order has
 * not been started, all of them are.
 */
const hasOpenGoods = sql<boolean>`orders.fulfillment_state not in ('packed', 'ready_for_pickup', 'shipped', 'delivered',
    'picked_up')
  and exists (select from shippable_order_lines(orders.id) line
    where line.shippable > case orders.fulfillment_state when 'unfulfilled' then 0 else (
      select coalesce(sum(packed.quantity), 0)
        from shipment_lines packed join shipments shipment on shipment.id = packed.shipment_id
       where packed.order_id = orders.id and packed.position = line.line_position and shipment.voided_at is null) end)`

const hasShipment = (state: RawBuilder<boolean>) =>
  sql<boolean>`orders.id in (select order_id from shipments where state in ('packed', 'ready_for_pickup') and ${state})`

/**
 * Matches orders whose amount was received and has cleared, and is positive: `isClearedInFull` of the domain. The row
 * counts a check from the day it arrived, so the ledger is summed again, but only if one may still bounce. That is
 * evaluated per order (`offset 0`): a generic plan would read every check that ever cleared, 20 ms for 190,000.
 */
const isClearedInFull = (checksAfter: string) => {
  const waiting = sql`payments payment where order_id = orders.id and value_date > ${checksAfter} and ${isUnconfirmedCheck}`
  return sql<boolean>`(orders.payment_state in ('paid', 'overpaid', 'partly_refunded')
    and case when exists (select from ${waiting} offset 0)
      then (select money.credited < greatest(orders.total_cents, 1)
          and calculate_payment_state(orders.total_cents, money.credited, money.received - waiting.cents, money.refunded,
            money.tolerance) in ('paid', 'overpaid', 'partly_refunded')
          from order_payment_totals(orders.id) as money, (select sum(amount_cents)::bigint as cents from ${waiting}) waiting)
      else (select coalesce(sum(amount_cents), 0) from credit_notes where order_id = orders.id)
        < greatest(orders.total_cents, 1) end)`
}

/** Condition on a row of `orders`, shared by a queue's list and its count. */
export function buildQueueCondition(queue: OrderQueue, day: QueueDay): RawBuilder<boolean> {
  switch (queue) {
    case 'claimed':
      return isClaimed
    case 'to_pack':
      return sql`(${isPaidInWork} and ${hasOpenGoods})`
    case 'to_ship':
      return sql`(${isPaidInWork} and ${hasShipment(sql`kind = 'delivery'`)})`
    case 'to_hand_over':
      // Customers may pay at the counter on pickup.
      return sql`(orders.status = 'processing' and ${hasShipment(sql`kind = 'pickup'`)})`
    case 'to_complete':
      // Orders that are only packed are excluded without looking at their lines.
      return sql`(${isPaidInWork} and orders.fulfillment_state not in ('packed', 'ready_for_pickup', 'partly_packed',
        'partly_ready_for_pickup') and ${isHandedOver} and ${isClearedInFull(day.checksAfter)})`
    case 'overdue':
      return sql`(${awaitsPayment} and orders.due_on < ${day.dueBefore} and ${isHeld(day.matchedOrders)})`
    case 'no_due_date':
      return hasAmountDue
  }
}

export const countQueue = (db: Database, queue: OrderQueue, day: QueueDay): Promise<number> =>
  countUpTo(db, sql`from orders where ${buildQueueCondition(queue, day)}`)
