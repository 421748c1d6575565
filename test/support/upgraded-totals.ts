import type pg from 'pg'

/** What an upgrade leaves as it was: every sum that somebody could miss. */
export async function keptTotals(pool: pg.Pool): Promise<Record<string, unknown>> {
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
    (select jsonb_build_array(count(*), sum(total_bonus_cents), sum(payable_cents)) from cards) as cards`)
  return rows[0]
}

/** By status and payment of before: how many orders, and the balances that they have now, in cents. */
export async function openBalances(pool: pg.Pool): Promise<Record<string, unknown>[]> {
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
