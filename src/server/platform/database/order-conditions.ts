import { type RawBuilder, sql } from 'kysely'

/*
 * Conditions on a row of `orders` that several rooms ask: each is said once, so that what one does and what another
 * lists or counts are the same orders.
 */

/** More is to be paid than the shop's tolerance. Only a credit makes that less without paying the order. */
export const owesMoney = sql<boolean>`(not exists (select from credit_notes where order_id = orders.id)
  or (select orders.total_cents - money.credited - money.received + money.refunded > money.tolerance
    from order_money(orders.id) as money))`

/** Its payment is waited for, and it falls due. */
export const isToBePaid = sql<boolean>`orders.status = 'processing' and orders.paid_at is null and orders.due_on is not null
  and ${owesMoney}`

/**
 * Money is owed of it although it never falls due: its goods went out unpaid, or what was received for a canceled one was
 * taken back after it had been refunded.
 */
export const isOwed = sql<boolean>`orders.id in (
  select owed.id from (
    select id, total_cents from orders
     where status = 'processing' and paid_at is null and due_on is null
       and fulfillment_state not in ('unfulfilled', 'packed', 'partly_packed', 'ready_for_pickup', 'partly_ready_for_pickup')
    union
    select canceled.id, total_cents from payments join orders canceled on canceled.id = order_id and status = 'canceled'
     where kind = 'correction' and amount_cents < 0) owed
   cross join lateral order_money(owed.id) as money
   where owed.total_cents - money.credited - money.received + money.refunded > 0)`

/** The customer says that it is paid, and nobody has looked yet. */
export const isClaimed = sql<boolean>`exists (select from payment_claims where order_id = orders.id and ended_at is null)`

const isMovedSince = (instant: string) => sql<boolean>`exists (select from due_date_changes moved
  where moved.order_id = orders.id and moved.made_at >= ${sql.ref(instant)})`

/** It was reinstated, and its due date not moved since. */
export const isReinstated = sql<boolean>`exists (select from order_changes
  where order_id = orders.id and change = 'reinstated' and not ${isMovedSince('order_changes.changed_at')})`

/** Money that was received for it was taken back, as with a bounced check, and its due date not moved since. */
export const isTakenBack = sql<boolean>`exists (select from payments
  where order_id = orders.id and kind = 'correction' and amount_cents < 0 and not ${isMovedSince('payments.created_at')})`

/** Money that was given back of it has not been taken back. */
export const isRefunded = sql<boolean>`exists (select from payments refund where refund.order_id = orders.id
  and refund.kind = 'refunded' and not exists (select from payments where corrects_id = refund.id))`

/**
 * All its goods are with the customer or on their way. A part state does not say it: while one of two parcels has
 * arrived and the other is on its way, the order is partly delivered.
 */
export const isHandedOver = sql<boolean>`(orders.fulfillment_state in ('shipped', 'delivered', 'picked_up')
  or orders.fulfillment_state <> 'unfulfilled' and (select coalesce(sum(shippable), 0) from shippable_lines_of(orders.id)) <= (
    select coalesce(sum(line.quantity), 0)
      from shipments shipment join shipment_lines line on line.shipment_id = shipment.id
     where shipment.order_id = orders.id and shipment.state in ('shipped', 'delivered', 'picked_up')))`

/** A row `payment` is a check that stands and of which nobody has said that it cleared. */
export const isUnconfirmedCheck = sql<boolean>`payment.kind = 'received' and payment.method = 'check'
  and not exists (select from payment_clearances where payment_id = payment.id)
  and not exists (select from payments where corrects_id = payment.id)`

/** Money is to be given back of it. */
export const isOverpaid: RawBuilder<boolean> = sql`orders.payment_state = 'overpaid'`

/**
 * Something keeps an order that is to be paid from being canceled: what `reasons-to-hold.ts` puts into words.
 * `withNotice`: the open orders that an open notice of the bank may pay.
 */
export const isHeld = (withNotice: Iterable<number>): RawBuilder<boolean> => sql`(orders.payment_state <> 'unpaid'
  or orders.fulfillment_state <> 'unfulfilled' or ${isClaimed} or ${isReinstated} or ${isTakenBack}
  or ${isRefunded}
  or orders.id in (select value::int from json_array_elements_text(${JSON.stringify([...withNotice])})))`
