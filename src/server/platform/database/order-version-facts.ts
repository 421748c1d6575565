import { sql } from 'kysely'

/** Steps that an order's shipments have taken, voided ones included, and its edits, for a row of `orders`. */
export const orderSteps = sql<number>`(orders.version - 1 + (
  select coalesce(sum(num_nonnulls(packed_at, ready_at, shipped_at, delivered_at, picked_up_at, voided_at)), 0)::int
    from shipments where order_id = orders.id))`

/** The facts that make up the version of an order, as JSON, for a row of `orders`. */
export const orderVersionFacts = sql`json_build_object(
  'status', orders.status,
  'edition', orders.version,
  'entries', (select count(*) + count(payment_clearances.payment_id) from payments
      left join payment_clearances on payment_clearances.payment_id = payments.id where order_id = orders.id)
    + (select count(*) from credit_notes where order_id = orders.id),
  'steps', ${orderSteps},
  'due_on', case when orders.total_cents <> 0 then orders.due_on end,
  'first_name', orders.first_name, 'last_name', orders.last_name, 'email', orders.email,
  'phone_number', orders.phone_number,
  'notes', (select count(*) from order_notes where order_id = orders.id),
  'claim_id', (select id from payment_claims where order_id = orders.id and ended_at is null))`
