import { type RawBuilder, sql } from 'kysely'

/*
 * Conditions on a row of `orders` shared by several modules: each is defined once, so that actions, lists and counts
 * always agree on the same orders.
 */

/** The amount due exceeds the shop's tolerance. Only a credit can lower it without paying the order. */
export const exceedsTolerance = sql<boolean>`(not exists (select from credit_notes where order_id = orders.id)
  or (select orders.total_cents - money.credited - money.received + money.refunded > money.tolerance
    from order_payment_totals(orders.id) as money))`

/** The order awaits its payment, and has a due date. */
export const awaitsPayment = sql<boolean>`orders.status = 'processing' and orders.paid_at is null and orders.due_on is not null
  and ${exceedsTolerance}`

/**
 * Money is due although the order has no due date: its goods left unpaid, or money received for a canceled order was
 * reversed after its refund.
 */
export const hasAmountDue = sql<boolean>`orders.id in (
  select owed.id from (
    select id, total_cents from orders
     where status = 'processing' and paid_at is null and due_on is null
       and fulfillment_state not in ('unfulfilled', 'packed', 'partly_packed', 'ready_for_pickup', 'partly_ready_for_pickup')
    union
    select canceled.id, total_cents from payments join orders canceled on canceled.id = order_id and status = 'canceled'
     where kind = 'correction' and amount_cents < 0) owed
   cross join lateral order_payment_totals(owed.id) as money
   where owed.total_cents - money.credited - money.received + money.refunded > 0)`

/** The customer claims to have paid, and staff have not checked yet. */
export const isClaimed = sql<boolean>`exists (select from payment_claims where order_id = orders.id and ended_at is null)`

const isDueDateMovedSince = (instant: string) => sql<boolean>`exists (select from due_date_changes moved
  where moved.order_id = orders.id and moved.made_at >= ${sql.ref(instant)})`

/** The order was reinstated, and its due date has not been moved since. */
export const isReinstated = sql<boolean>`exists (select from order_changes
  where order_id = orders.id and change = 'reinstated' and not ${isDueDateMovedSince('order_changes.changed_at')})`

/** Money received for the order was reversed, as with a bounced check, and its due date has not been moved since. */
export const isPaymentReversed = sql<boolean>`exists (select from payments
  where order_id = orders.id and kind = 'correction' and amount_cents < 0 and not ${isDueDateMovedSince('payments.created_at')})`

/** The order has a refund that was not reversed. */
export const isRefunded = sql<boolean>`exists (select from payments refund where refund.order_id = orders.id
  and refund.kind = 'refunded' and not exists (select from payments where corrects_id = refund.id))`

/**
 * All goods are with the customer or in transit. A partial state does not exclude that: while one of two parcels has
 * arrived and the other is in transit, the order is partly delivered.
 */
export const isHandedOver = sql<boolean>`(orders.fulfillment_state in ('shipped', 'delivered', 'picked_up')
  or orders.fulfillment_state <> 'unfulfilled' and (select coalesce(sum(shippable), 0) from shippable_order_lines(orders.id)) <= (
    select coalesce(sum(line.quantity), 0)
      from shipments shipment join shipment_lines line on line.shipment_id = shipment.id
     where shipment.order_id = orders.id and shipment.state in ('shipped', 'delivered', 'picked_up')))`

/** A row `payment` is an uncorrected check that staff have not marked as cleared. */
export const isUnconfirmedCheck = sql<boolean>`payment.kind = 'received' and payment.method = 'check'
  and not exists (select from payment_clearances where payment_id = payment.id)
  and not exists (select from payments where corrects_id = payment.id)`

/** A refund is due. */
export const isOverpaid: RawBuilder<boolean> = sql`orders.payment_state = 'overpaid'`

/**
 * The order awaits its payment but must not be canceled, for one of the reasons that `list-hold-reasons.ts` describes.
 * `matchedOrderIds`: open orders that an unbooked bank transaction may pay.
 */
export const isHeld = (matchedOrderIds: Iterable<number>): RawBuilder<boolean> => sql`(orders.payment_state <> 'unpaid'
  or orders.fulfillment_state <> 'unfulfilled' or ${isClaimed} or ${isReinstated} or ${isPaymentReversed}
  or ${isRefunded}
  or orders.id in (select value::int from json_array_elements_text(${JSON.stringify([...matchedOrderIds])})))`
