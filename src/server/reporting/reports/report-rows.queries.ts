import { type RawBuilder, sql } from 'kysely'
import { NONE, type RowList } from '#contract/reporting/report-labels.ts'
import type { RowFilter } from '#contract/reporting/reports.ts'
import { addDays } from '#domain/calendar/banking-day.ts'
import { firstInstant, nextMonth } from '#domain/calendar/month.ts'
import { parsePercent } from '#domain/pricing/tax.ts'
import type { Database } from '#server/platform/database/connection.ts'

/** Position within one source: its sort value, then its IDs. */
export type RowPosition = { key: number; id: number; sub: number }
export type FoundRow = RowPosition & {
  row_kind: string
  date: string
  order_id: number | null
  number: string | null
  member_id: number | null
  member_no: string | null
  part: Record<string, string>
  amounts: number[]
}

/** Sources of the rows of each list, each with its own index; a list shows them one after the other. */
export const rowSources = {
  sales: ['credit_note', 'order'],
  tax: ['credit_note', 'order'],
  payments: ['payment'],
  volume: ['returned', 'completed'],
  cards: ['card'],
} as const satisfies Record<RowList, readonly string[]>

type Condition = RawBuilder<unknown>
type Source = {
  /** Columns of {@link FoundRow}. */
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  conditions: Condition[]
  /** Sort expressions, the largest first, and the matching values of a position. */
  sort: RawBuilder<unknown>[]
  position: (position: RowPosition) => RawBuilder<unknown>[]
}

const toShopDay = (at: RawBuilder<unknown>) => sql`to_char(shop_day(${at}), 'YYYY-MM-DD')`
const toMicros = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000000)::bigint`
const fromMicros = (key: number) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`

/** Half-open range, from midnight to midnight in the shop's time zone. */
function buildRange(column: RawBuilder<unknown>, { from, to }: RowFilter): Condition[] {
  const [first, end] = [new Date(firstInstant(from)), new Date(firstInstant(nextMonth(to)))]
  return [sql`${column} >= ${first}`, sql`${column} < ${end}`]
}

const MEMBER_NO = sql`(select member_no from users where users.id = member_id) as member_no`

const whenSet = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)]

const buildSalesSource = (sourceName: string, filter: RowFilter): Source => {
  const id = sourceName === 'order' ? sql`order_id` : sql`credit_note_id`
  return {
    columns: sql`what as row_kind, ${toMicros(sql`at`)} as key, ${id} as id, 0 as sub, ${toShopDay(sql`at`)} as date, order_id,
      number::text as number, null::integer as member_id, null::text as member_no, '{}'::jsonb as part,
      array[goods_cents, discount_cents, shipping_cents, insurance_cents, tax_cents, total_cents,
        total_cents - tax_cents]::float8[] as amounts`,
    from: sourceName === 'order' ? sql`sale_order_entries()` : sql`sale_credit_entries()`,
    conditions: buildRange(sql`at`, filter),
    sort: [sql`at`, id],
    position: ({ key, id }) => [fromMicros(key), sql`${id}::integer`],
  }
}

/** Ranges over order numbers, with the first and last from `span`: rows of a rate are indexed by them alone. */
const buildTaxSource = (sourceName: string, filter: RowFilter, span: OrderSpan): Source => {
  const isOrder = sourceName === 'order'
  return {
    columns: sql`what as row_kind, order_id as key, coalesce(credit_note_id, 0) as id, position as sub, ${toShopDay(sql`at`)} as date, order_id,
      number::text as number, null::integer as member_id, null::text as member_no,
      jsonb_build_object('state', coalesce(nullif(state, ''), ${sql.lit(NONE)}),
        'rate', coalesce(trim_scale(milli_percent / 1000.0)::text, ${sql.lit(NONE)})) as part,
      array[base_cents, tax_cents]::float8[] as amounts`,
    from: isOrder ? sql`tax_order_entries()` : sql`tax_credit_entries()`,
    conditions: [
      ...buildRange(sql`at`, filter),
      ...(isOrder ? [sql`order_id >= ${span.first}`, sql`order_id <= ${span.last}`] : []),
      ...whenSet(filter.state, (value) => sql`state = ${value === NONE ? '' : value}`),
      ...whenSet(filter.rate, (value) =>
        value === NONE ? sql`milli_percent is null` : sql`milli_percent = ${parsePercent(value)}`,
      ),
    ],
    sort: isOrder ? [sql`order_id`, sql`position`] : [sql`order_id`, sql`credit_note_id`, sql`position`],
    position: ({ key, id, sub }) => [
      sql`${key}::integer`,
      ...(isOrder ? [] : [sql`${id}::integer`]),
      sql`${sub}::integer`,
    ],
  }
}

const buildPaymentSource = (_: string, filter: RowFilter): Source => ({
  columns: sql`what as row_kind, day - date '1970-01-01' as key, id, 0 as sub, to_char(day, 'YYYY-MM-DD') as date, order_id,
    nullif(reference, '') as number, null::integer as member_id, null::text as member_no, jsonb_build_object('method', method) as part,
    array[received_cents, refunded_cents, received_cents + refunded_cents]::float8[] as amounts`,
  from: sql`payment_entries()`,
  conditions: [
    sql`day >= ${`${filter.from}-01`}::date`,
    sql`day <= ${addDays(`${nextMonth(filter.to)}-01`, -1)}::date`,
    ...whenSet(filter.method, (value) => sql`method = ${value}`),
    ...whenSet(filter.row_kind, (value) =>
      value === 'refunded' ? sql`refunded_cents <> 0` : sql`received_cents <> 0`,
    ),
  ],
  sort: [sql`day`, sql`id`],
  position: ({ key, id }) => [sql`date '1970-01-01' + ${key}::integer`, sql`${id}::integer`],
})

/** Matches the collation of the index; a function's result has the database's own collation. */
const COUNTED_MONTH = sql`month collate "C"`

/** Equivalents of `volume_kind` on columns for which the server has statistics. */
const KIND_CONDITIONS: Record<NonNullable<RowFilter['kind']>, Condition> = {
  customer: sql`customer and member_id is not null`,
  personal: sql`not customer and member_id is not null`,
  no_member: sql`member_id is null`,
}

const buildVolumeSource = (sourceName: string, filter: RowFilter): Source => {
  const isCompleted = sourceName === 'completed'
  return {
    columns: sql`${sourceName}::text as row_kind, ${isCompleted ? sql`replace(month, '-', '')::integer` : toMicros(sql`at`)} as key, id, 0 as sub,
      ${toShopDay(sql`at`)} as date, order_id, order_no as number, member_id, ${MEMBER_NO}, jsonb_build_object('kind', kind) as part,
      array[cv_cents, pv]::float8[] as amounts`,
    from: isCompleted ? sql`completed_volume_entries()` : sql`returned_volume_entries()`,
    conditions: [
      ...(isCompleted ? [sql`${COUNTED_MONTH} between ${filter.from} and ${filter.to}`] : buildRange(sql`at`, filter)),
      ...whenSet(filter.kind, (value) => KIND_CONDITIONS[value]),
    ],
    sort: [isCompleted ? COUNTED_MONTH : sql`at`, sql`id`],
    position: ({ key, id }) => [
      isCompleted ? sql`${`${String(key).slice(0, 4)}-${String(key).slice(4)}`}` : fromMicros(key),
      sql`${id}::integer`,
    ],
  }
}

/** Only closed months: rows of an unfinished close do not count. */
const buildCardSource = (_: string, filter: RowFilter): Source => ({
  columns: sql`'card' as row_kind, replace(month, '-', '')::integer as key, member_id as id, 0 as sub, month as date,
    null::integer as order_id, null::text as number, member_id, ${MEMBER_NO}, '{}'::jsonb as part,
    array[total_sales_cents, sales_bonus_cents, level_bonus_cents, total_bonus_cents]::float8[] as amounts`,
  from: sql`cards`,
  conditions: [
    sql`month in (select closed.month from months closed where closed.month between ${filter.from} and ${filter.to}
      and closed.closed_at is not null and not closed.closed_externally)`,
    sql`(total_sales_cents <> 0 or sales_bonus_cents <> 0 or level_bonus_cents <> 0)`,
  ],
  sort: [sql`month`, sql`member_id`],
  position: ({ key, id }) => [sql`${`${String(key).slice(0, 4)}-${String(key).slice(4)}`}::text`, sql`${id}::integer`],
})

const sourceBuilders = {
  sales: buildSalesSource,
  tax: buildTaxSource,
  payments: buildPaymentSource,
  volume: buildVolumeSource,
  cards: buildCardSource,
}

export type OrderSpan = { first: number; last: number }

/** Finds the range of order numbers of these months, from the stored figures (docs/decisions/0051). */
export async function findOrderSpan(db: Database, { from, to }: RowFilter): Promise<OrderSpan> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(first_order_id) as first, max(last_order_id) as last
      from monthly_sales where month between ${from} and ${to}`.execute(db)
  return { first: rows[0]?.first ?? 1, last: rows[0]?.last ?? 0 }
}

/** Finds the next rows of one source, the largest first. */
export async function findRows(
  db: Database,
  filter: RowFilter,
  {
    what: sourceName,
    after,
    span,
    limit,
  }: { what: string; after: RowPosition | undefined; span: OrderSpan; limit: number },
): Promise<FoundRow[]> {
  const { columns, from, conditions, sort, position } = sourceBuilders[filter.list](sourceName, filter, span)
  const cursorCondition = after ? [sql`(${sql.join(sort)}) < (${sql.join(position(after))})`] : []
  const { rows } = await sql<FoundRow>`
    select ${columns} from ${from} where ${sql.join([...conditions, ...cursorCondition], sql` and `)}
     order by ${sql.join(sort.map((column) => sql`${column} desc`))} limit ${limit}`.execute(db)
  return rows
}

/** Finds the names of members; erased members have the name of their placeholder. */
export async function findNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, first_name || ' ' || last_name as name from users where id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
