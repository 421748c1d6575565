import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

/** Amount received for an order up to a time around its cancellation, minus corrections. */
const isMoneyReceivedBy = (instant: string) => sql`(coalesce((
  select sum(entry.amount_cents) from payments entry
   where entry.order_id = orders.id and entry.created_at <= ${sql.raw(instant)}
     and (entry.kind = 'received' or entry.kind = 'correction' and entry.amount_cents < 0)), 0) > 0)`

/**
 * Computes whether an order belongs in the tax report (docs/decisions/0051) from its documents and payments alone,
 * independently of the report. Within a minute of the cancellation the order of entries is unknown, so the order's own
 * flag counts.
 */
const selectTaxed = sql`
  select orders.id, orders.created_at, orders.status, orders.taxed_when_canceled,
      case
        when orders.status <> 'canceled' then true
        when exists (select from credit_notes note
          where note.order_id = orders.id and note.kind = 'cancellation' and note.number is not null) then true
        when exists (select from credit_notes note where note.order_id = orders.id and note.kind = 'cancellation'
          and not exists (select from credit_notes reversal where reversal.reverses_id = note.id)) then false
        when ${isMoneyReceivedBy(`orders.canceled_at - interval '1 minute'`)} = ${isMoneyReceivedBy(`orders.canceled_at + interval '1 minute'`)}
          then ${isMoneyReceivedBy('orders.canceled_at')}
        else orders.taxed_when_canceled end as is_taxed
    from orders where exists (select from order_taxes where order_taxes.order_id = orders.id)`

const monthAt = sql`to_char(at at time zone 'America/New_York', 'YYYY-MM')`

export const taxChecks: Check[] = [
  {
    findings: sql`
      select format(case when is_taxed
            then 'Order %s was canceled after money had come, and is missing from the tax report.'
            else 'Order %s was canceled before money came, and is in the tax report.' end, id) as finding
        from (${selectTaxed}) sale where status = 'canceled' and is_taxed <> taxed_when_canceled`,
  },
  {
    findings: sql`
      with sales as materialized (${selectTaxed}),
      documents as (
        select ${monthAt} as month, sum(tax) as tax, sum(credited) as credited from (
          select sales.created_at as at, tax.tax_cents as tax, 0 as credited
            from sales join order_taxes tax on tax.order_id = sales.id where is_taxed
          union all
          select note.created_at, 0, -note.tax_cents
            from sales join credit_notes note on note.order_id = sales.id where is_taxed and note.number is not null) entry
         group by 1),
      reported as (
        select month, sum(tax_cents) as tax, sum(credited_cents) as credited from monthly_taxes group by month)
      select format('The tax report of %s has %s cents of tax and %s credited; the documents have %s and %s.', month,
          coalesce(reported.tax, 0), coalesce(reported.credited, 0), coalesce(documents.tax, 0),
          coalesce(documents.credited, 0)) as finding
        from documents full join reported using (month)
       where (coalesce(reported.tax, 0), coalesce(reported.credited, 0)) <>
         (coalesce(documents.tax, 0), coalesce(documents.credited, 0))`,
  },
  {
    // The rows behind a month's figures are the ones that were summed.
    findings: sql`
      select format('The list of taxes of %s comes to %s cents, its report to %s.', coalesce(listed.month, kept.month),
          coalesce(listed.cents, 0), coalesce(kept.cents, 0)) as finding
        from (select ${monthAt} as month, sum(tax_cents) as cents
            from (select at, tax_cents from tax_order_entries() union all select at, tax_cents from tax_credit_entries()) entry
           group by 1) listed
        full join (select month, sum(tax_cents + credited_cents) as cents from monthly_taxes group by month) kept
          on kept.month = listed.month
       where coalesce(listed.cents, 0) <> coalesce(kept.cents, 0)`,
  },
]
