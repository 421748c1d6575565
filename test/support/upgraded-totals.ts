import type pg from 'pg'
import { changeOrder } from '#server/order/change-order.ts'
import { listOverpaid } from '#server/payment/read-ledger.ts'
import type { Connection, Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createPaymentServices } from './payment-services.ts'

/** Totals that an upgrade must not change. */
export async function readInvariantTotals(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query(`select
    (select jsonb_object_agg(status || case when paid_at is null then ' unpaid' else ' paid' end, sums) from (
      select status, paid_at is null as open, max(paid_at) as paid_at,
          jsonb_build_array(count(*), sum(total_cents), sum(sub_total_cents), sum(tax_cents), sum(pv), sum(cv_cents)) as sums
        from orders group by status, paid_at is null) by_status) as orders,
    (select jsonb_build_array(count(*), sum(quantity), sum(total_price_cents), sum(cv_cents)) from order_lines) as lines,
    (select jsonb_build_array(count(*), sum(base_cents), sum(tax_cents)) from order_taxes) as taxes,
    (select jsonb_object_agg(id, stock) from products
      where not exists (select from package_contents where package_id = products.id)) as stock,
    (select jsonb_build_array(count(*), sum(points)) from point_entries) as points,
    (select jsonb_build_array(count(*), sum(remaining_cv_cents), sum(remaining_pv)) from counted_orders) as counted,
    (select jsonb_object_agg(month, jsonb_build_array(members, orders, lines, sales_bonus_cents, level_bonus_cents, encode(inputs_hash, 'hex')))
      from months where closed_at is not null) as months,
    (select jsonb_build_array(count(*), sum(total_bonus_cents), sum(payable_cents)) from cards) as cards,
    (select jsonb_object_agg(month, sums) from (
      select month, jsonb_build_array(count(*), sum(amount_cents), count(*) filter (where return_id > 0)) as sums
        from bonus_lines group by month) by_month) as bonuses`)
  return rows[0]
}

/** Paid, canceled orders as shown to staff, whose refund was never recorded. */
export async function sumUnknownRefunds(db: Database): Promise<{ orders: number; cents: number }> {
  const overpaid = await listOverpaid(db, { limit: 1_000_000 })
  const unknown = overpaid.filter(({ refund_unknown, status }) => refund_unknown && status === 'canceled')
  return { orders: unknown.length, cents: unknown.reduce((sum, { overpaidCents }) => sum + overpaidCents, 0) }
}

/** Expected value: everything that was paid for them before. */
export function sumCanceledPaid(totals: Record<string, unknown>): { orders: number; cents: number } {
  const [orders = 0, cents = 0] = (totals.orders as Record<string, number[]>)['canceled paid'] ?? []
  return { orders, cents }
}

/**
 * Cancels an order of a month that was closed before the upgrade: its bonuses are reversed for everyone. Returns the
 * cents that it had paid and what is left of them.
 */
export async function cancelOrderOfClosedMonth(connection: Connection) {
  const { db, pool } = connection
  const { rows } = await pool.query<{ id: number; counted: number; paid: number }>(
    `select counted.order_id as id, counted.id as counted, sum(amount_cents)::int as paid
       from counted_orders counted join months using (month) join bonus_lines line on line.counted_order_id = counted.id
      where closed_at is not null and remaining_cv_cents = counted.cv_cents
      group by counted.id order by count(*) desc, counted.id limit 1`,
  )
  const { id = 0, counted = 0, paid = 0 } = rows[0] ?? {}
  const change = { id, change: 'canceled', actor: { kind: 'system', job: 'upgrade' } } as const
  const jobs = await startJobs(connection, (error) => {
    throw error
  })
  const result = await inTransaction(db, (trx) => changeOrder(trx, change, createPaymentServices(jobs))).finally(
    jobs.stop,
  )
  const remaining = await pool.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::int as cents from bonus_lines where counted_order_id = $1`,
    [counted],
  )
  return { ok: result.ok, paid, remaining: remaining.rows[0]?.cents }
}

/** Number of orders and their current balances in cents, by previous status and payment. */
export async function readBalances(pool: pg.Pool): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query(`
    with money as (
      select id, status, payment_state, fulfillment_state, due_on is not null as due, total_cents,
          exists (select from payments where order_id = orders.id) as paid,
          total_cents - (select coalesce(sum(amount_cents), 0) from credit_notes where order_id = orders.id)
            - (select coalesce(sum(amount_cents), 0) from payments where order_id = orders.id) as balance_cents
        from orders)
    select status, paid, payment_state, bool_and(balance_cents = case when paid and status = 'canceled' then -total_cents
        when not paid and status = 'processing' then total_cents else 0 end) as as_ruled,
      array_agg(distinct fulfillment_state order by fulfillment_state) as fulfillment, count(*) filter (where due)::int as due,
      count(*)::int as orders
      from money group by status, paid, payment_state order by status, paid desc`)
  return rows
}
