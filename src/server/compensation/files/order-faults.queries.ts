import { sql } from 'kysely'
import { dollarsCell, formatForMessage, instantCell } from '#server/platform/csv/cells.ts'
import type { InvalidRows } from '#server/platform/csv/reject-invalid-rows.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

/** Order numbers in several rows: an order repeated unchanged, or with differences. */
export async function findRepeatedOrders(trx: Transaction, staged: string): Promise<boolean> {
  await sql`
    create temporary table repeated on commit drop as
    select order_no, min(line) as first_line, max(canceled_at) as canceled_at from ${sql.table(staged)}
     group by order_no having count(*) > 1`.execute(trx)
  const { rows } = await sql`select from repeated limit 1`.execute(trx)
  return rows.length > 0
}

export const selectRepeatedOrderFaults = (staged: string): InvalidRows =>
  sql`select again.line, 'order_no', format('“%s” is the number of line %s too, with different figures.', again.order_no, first_line)
    from repeated join ${sql.table(staged)} first on first.line = first_line
    join ${sql.table(staged)} again on again.order_no = repeated.order_no and again.line > first_line
   where (again.member_no, again.customer, again.completed_at, again.cv_cents, again.pv) is distinct from
     (first.member_no, first.customer, first.completed_at, first.cv_cents, first.pv)
     or again.canceled_at <> repeated.canceled_at or first.canceled_at <> repeated.canceled_at`

/** Keeps one row of each repeated order. */
export async function dropRepeatedOrders(trx: Transaction, staged: string): Promise<void> {
  await sql`
    delete from ${sql.table(staged)} staged using repeated
     where staged.order_no = repeated.order_no and staged.line > first_line`.execute(trx)
  await sql`
    update ${sql.table(staged)} staged set canceled_at = repeated.canceled_at from repeated where staged.line = first_line`.execute(
    trx,
  )
}

export const selectUnknownMemberFaults = (found: string): InvalidRows =>
  sql`select line, 'member_no', format('There is no member “%s”.', member_no)
    from ${sql.table(found)} where member_no is not null and member_id is null`

/** A closed month never gets new orders, nor does a month before it. */
export const selectClosedMonthFaults = (found: string): InvalidRows =>
  sql`select line, 'completed_at', format('%s is closed and gets no more orders.', month)
    from ${sql.table(found)} where is_new and month <= (select max(month) from months where closed_at is not null)`

/** A column's value in the shop, and in the file. */
const toComparedCells = (toCell: (row: string) => string) => ({
  here: formatForMessage(toCell('known')),
  there: formatForMessage(toCell('given')),
})

/** Known orders that differ in the file; the first differing column is reported. */
export function selectChangedOrderFaults(found: string): InvalidRows {
  const columns = [
    { name: 'member_no', column: 'member_id', ...toComparedCells((row) => `${row}_member.member_no`) },
    {
      name: 'kind',
      column: 'customer',
      ...toComparedCells((row) => `case when ${row}.customer then 'customer' else 'own' end`),
    },
    { name: 'completed_at', column: 'completed_at', ...toComparedCells((row) => instantCell(`${row}.completed_at`)) },
    { name: 'cv', column: 'cv_cents', ...toComparedCells((row) => `(${dollarsCell(`${row}.cv_cents`)})::text`) },
    { name: 'pv', column: 'pv', ...toComparedCells((row) => `${row}.pv::text`) },
  ]
  // The kind is meaningless for an order without a member.
  const buildDifferenceCondition = (column: string) =>
    column === 'customer'
      ? sql`(known.customer <> given.customer and known.member_id is not null)`
      : sql`known.${sql.ref(column)} is distinct from given.${sql.ref(column)}`
  return sql.join(
    columns.map(
      ({ name, column, here, there }) => sql`
        select line, ${sql.lit(name)}, format('Order “%s” has %s in the shop, not %s.', known.order_no, ${here}, ${there})
          from ${sql.table(found)} given join counted_orders known on known.id = given.id
          left join users known_member on known_member.id = known.member_id
          left join users given_member on given_member.id = given.member_id
         where not is_new and ${buildDifferenceCondition(column)}`,
    ),
    sql` union all `,
  )
}

/** Invalid cancellations: of the shop's own orders, removed, moved, or at the instant of a return. */
export const selectCancellationFaults = (found: string): InvalidRows =>
  sql`select line, 'canceled_at', case
      when back.kind = 'cancellation'
        then format('Order “%s” was canceled at %s, not %s.', known.order_no, ${formatForMessage(instantCell('back.returned_at'))},
          ${formatForMessage(instantCell('given.canceled_at'))})
      when back.kind = 'return' then format('Something of order “%s” came back at that very instant.', known.order_no)
      else format('Order “%s” is one of the shop, and is canceled there.', known.order_no) end
    from ${sql.table(found)} given join counted_orders known on known.id = given.id
    left join order_returns back on back.counted_order_id = known.id
      and (back.kind = 'cancellation' or date_trunc('milliseconds', back.returned_at) = given.canceled_at)
   where not is_new and case back.kind
     when 'cancellation' then date_trunc('milliseconds', back.returned_at) is distinct from given.canceled_at
     when 'return' then true
     else known.order_id is not null and given.canceled_at is not null and back.id is null end`
