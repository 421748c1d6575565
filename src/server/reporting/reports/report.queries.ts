import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { PaymentSums, PlanSums, SalesSums, TaxSums, VolumeSums } from '#domain/reporting/report-figures.ts'
import type { Database } from '#server/platform/database/connection.ts'

type Span = { from: Month; to: Month }
type WithMonth<Sums> = Sums & { month: string }

/** Finds the stored sums of each month that has any; the functions in db/migrations define each sum. */
export async function findSales(db: Database, { from, to }: Span): Promise<WithMonth<SalesSums>[]> {
  const { rows } = await sql<WithMonth<SalesSums>>`
    select month, sum(orders)::int as orders, sum(goods_cents)::bigint as "goodsCents",
        sum(discount_cents)::bigint as "discountCents", sum(shipping_cents)::bigint as "shippingCents",
        sum(insurance_cents)::bigint as "insuranceCents", sum(tax_cents)::bigint as "taxCents",
        sum(total_cents)::bigint as "totalCents", sum(credited_cents)::bigint as "creditedCents",
        sum(credited_tax_cents)::bigint as "creditedTaxCents"
      from monthly_sales where month between ${from} and ${to} group by month`.execute(db)
  return rows
}

/**
 * Finds taxes by state and rate; an unknown state is empty, an unknown rate null. Rows with only zeros are left out.
 */
export async function findTaxes(
  db: Database,
  { from, to }: Span,
): Promise<WithMonth<TaxSums & { state: string; milliPercent: number | null }>[]> {
  const { rows } = await sql<WithMonth<TaxSums & { state: string; milliPercent: number | null }>>`
    select month, state, milli_percent as "milliPercent", sum(orders)::int as orders, sum(base_cents)::bigint as "baseCents",
        sum(tax_cents)::bigint as "taxCents", sum(credited_cents)::bigint as "creditedCents"
      from monthly_taxes where month between ${from} and ${to} group by month, state, milli_percent
    having sum(orders) <> 0 or sum(tax_cents) <> 0 or sum(credited_cents) <> 0
     order by state, milli_percent`.execute(db)
  return rows
}

export async function findPayments(
  db: Database,
  { from, to }: Span,
): Promise<WithMonth<PaymentSums & { method: string }>[]> {
  const { rows } = await sql<WithMonth<PaymentSums & { method: string }>>`
    select month, method, sum(received_cents)::bigint as "receivedCents", sum(refunded_cents)::bigint as "refundedCents"
      from monthly_payments where month between ${from} and ${to} group by month, method order by method`.execute(db)
  return rows
}

export async function findVolume(
  db: Database,
  { from, to }: Span,
): Promise<WithMonth<VolumeSums & { kind: string }>[]> {
  const { rows } = await sql<WithMonth<VolumeSums & { kind: string }>>`
    select month, kind, sum(orders)::int as orders, sum(cv_cents)::bigint as "cvCents", sum(pv)::bigint as pv,
        sum(returned_cv_cents)::bigint as "returnedCvCents", sum(returned_pv)::bigint as "returnedPv"
      from monthly_volume where month between ${from} and ${to} group by month, kind
     order by kind = 'no_member', kind`.execute(db)
  return rows
}

/** Finds the totals of closed months as they were closed here. */
export async function findClosedMonths(
  db: Database,
  { from, to }: Span,
): Promise<WithMonth<Omit<PlanSums, 'beforeTaxCents' | 'closedBeforeTaxCents'>>[]> {
  const { rows } = await sql<WithMonth<Omit<PlanSums, 'beforeTaxCents' | 'closedBeforeTaxCents'>>>`
    select month, total_sales_cents as "volumeCents", sales_bonus_cents as "salesBonusCents",
        level_bonus_cents as "levelBonusCents"
      from months where month between ${from} and ${to} and closed_at is not null and not closed_externally`.execute(db)
  return rows
}
