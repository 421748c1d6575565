import { type RawBuilder, sql } from 'kysely'
import type { Check } from './check.queries.ts'

export const figureChecks: Check[] = [
  {
    findings: sql`
      select format('The figures of %s are %s orders of %s cents, %s PV and %s new members; they should be %s of %s, %s and %s.',
          coalesce(kept.day, made.day), coalesce(kept.orders, 0), coalesce(kept.total_cents, 0), coalesce(kept.pv, 0),
          coalesce(kept.members, 0), coalesce(made.orders, 0), coalesce(made.total_cents, 0), coalesce(made.pv, 0),
          coalesce(made.members, 0)) as finding
        from (select day, sum(orders) as orders, sum(total_cents) as total_cents, sum(pv) as pv, sum(members) as members
            from daily_figures group by day) kept
        full join calculate_daily_figures() made on made.day = kept.day
       where (coalesce(kept.orders, 0), coalesce(kept.total_cents, 0), coalesce(kept.pv, 0), coalesce(kept.members, 0)) <>
         (coalesce(made.orders, 0), coalesce(made.total_cents, 0), coalesce(made.pv, 0), coalesce(made.members, 0))`,
  },
  ...createMonthlyChecks(
    'sales',
    ['month'],
    [
      ...['orders', 'goods_cents', 'discount_cents', 'shipping_cents', 'insurance_cents', 'tax_cents', 'total_cents'],
      ...['credit_notes', 'credited_cents', 'credited_tax_cents'],
    ],
  ),
  ...createMonthlyChecks(
    'taxes',
    ['month', 'state', 'milli_percent'],
    ['orders', 'base_cents', 'tax_cents', 'credited_cents'],
  ),
  ...createMonthlyChecks('payments', ['month', 'method'], ['received_cents', 'refunded_cents']),
  ...createMonthlyChecks('volume', ['month', 'kind'], ['orders', 'cv_cents', 'pv', 'returned_cv_cents', 'returned_pv']),
  {
    // A wider range is not an error: after an order was deleted or redated, looking for its rows just finds nothing.
    findings: sql`
      select format('The orders of %s are numbered from %s to %s; what is kept are %s to %s.', made.month, made.first, made.last,
          coalesce(kept.first::text, 'none'), coalesce(kept.last::text, 'none')) as finding
        from (select month_of(created_at) as month, min(id) as first, max(id) as last from orders group by 1) made
        left join (select month, min(first_order_id) as first, max(last_order_id) as last
            from monthly_sales group by month) kept on kept.month = made.month
       where kept.first is null or kept.first > made.first or kept.last < made.last`,
  },
]

/** Compares the stored monthly figures of reports with the entries themselves; zero sums may be missing. */
function createMonthlyChecks(report: string, keys: readonly string[], sums: readonly string[]): Check[] {
  const [table, calculated, groupColumns] = [
    sql.table(`monthly_${report}`),
    sql.raw(`calculate_monthly_${report}()`),
    sql.raw(keys.join(', ')),
  ]
  const sumColumns = sql.raw(sums.map((column) => `sum(${column})::bigint as ${column}`).join(', '))
  const rowText = sql.raw(`row(${sums.join(', ')})::text`)
  const isNonzero = sql.raw(`(${sums.join(', ')}) <> (${sums.map(() => '0').join(', ')})`)
  const selectSums = (from: RawBuilder<unknown>) => sql`
    select concat_ws(' ', ${groupColumns}) as key, ${rowText} as sums
      from (select ${groupColumns}, ${sumColumns} from ${from} group by ${groupColumns}) added where ${isNonzero}`
  return [
    {
      findings: sql`
        select format('The report of %s of %s has %s; it should have %s.', ${sql.lit(report)}, coalesce(kept.key, made.key),
            coalesce(kept.sums, 'nothing'), coalesce(made.sums, 'nothing')) as finding
          from (${selectSums(table)}) kept full join (${selectSums(sql`${calculated}`)}) made on made.key = kept.key
         where kept.sums is distinct from made.sums`,
    },
  ]
}
