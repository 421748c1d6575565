import { sql } from 'kysely'
import { type Month, month } from '#domain/calendar/month.ts'
import type { Cents } from '#domain/money/money.ts'
import { type BulkColumn, type BulkWriter, openBulkWriter } from '#server/platform/database/bulk-write.ts'
import type { Connection, Database, Transaction } from '#server/platform/database/connection.ts'
import { copyOut, splitIdRange } from '#server/platform/database/copy-out.ts'
import type { Balances } from './card-rows.ts'
import { countCards, findOrderRange } from './month-input.queries.ts'

export type MonthSums = {
  members: number
  orders: number
  lines: number
  totalSalesCents: number
  salesBonusCents: number
  levelBonusCents: number
  payableCents: number
  keptCents: number
}

/** The month of the earliest order or enrollment; undefined if there is neither. */
export async function findFirstMonth(db: Database): Promise<Month | undefined> {
  const { rows } = await sql<{ first: string | null }>`
    select least((select min(month) from counted_orders), (select min(from_month) from sponsorships)) as first`.execute(
    db,
  )
  const first = rows[0]?.first
  return first ? month(first) : undefined
}

export async function beginClosing(trx: Transaction, value: Month, token: string): Promise<void> {
  await trx
    .updateTable('months')
    .set({ closing_token: token, closing_heartbeat_at: sql<Date>`now()`, closing_locked: false })
    .where('month', '=', value)
    .execute()
}

/** Allows the next close to begin at once. */
export async function endClosing(db: Database, value: Month, token: string): Promise<void> {
  await db
    .updateTable('months')
    .set({ closing_token: null, closing_heartbeat_at: null, closing_locked: false })
    .where('month', '=', value)
    .where('closing_token', '=', token)
    .execute()
}

/** Removes the rows of an unfinished close in batches, to avoid long locks. */
export async function deleteUnfinished({ db, engine }: Connection, value: Month): Promise<void> {
  await db.deleteFrom('payouts').where('month', '=', value).execute()
  await db.deleteFrom('cards').where('month', '=', value).execute()
  const { lowest, highest } = await findOrderRange(db, value)
  for (const [after, to] of splitIdRange(engine, lowest, highest)) {
    await sql`delete from bonus_lines where counted_order_id > ${after} and counted_order_id <= ${to}
      and month = ${value} and return_id = 0`.execute(db)
  }
}

/** Blocks changes to the month's orders until this close is done, or is considered dead. */
export async function blockChanges(trx: Transaction, value: Month): Promise<void> {
  await trx
    .updateTable('months')
    .set({ closing_locked: true, closing_heartbeat_at: sql<Date>`now()` })
    .where('month', '=', value)
    .execute()
}

/**
 * The latest change of the month's inputs. Numbers are assigned before a change is committed, so the caller must lock
 * the tree and the month's row, which orders and returns also lock until they are done: no lower number can appear
 * later.
 */
export async function findLastChange(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from network_changes`.execute(trx)
  return rows[0]?.last ?? 0
}

/** Returns whether any input of the month has changed; the caller must have locked the tree and the month's row. */
export async function hasChangedSince(trx: Database, value: Month, lastChange: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from network_changes where id > ${lastChange} and (month <= ${value} or month is null) limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

export async function setClosed(
  trx: Transaction,
  result: {
    month: Month
    closedBy: string
    planVersion: number
    minimumPayoutCents: Cents
    hash: Buffer
    sums: MonthSums
  },
): Promise<void> {
  const { sums } = result
  await trx
    .updateTable('months')
    .set({
      closed_at: sql<Date>`now()`,
      closed_by: result.closedBy,
      plan_version: result.planVersion,
      inputs_hash: result.hash,
      minimum_payout_cents: result.minimumPayoutCents,
      closing_token: null,
      closing_heartbeat_at: null,
      closing_locked: false,
      members: sums.members,
      orders: sums.orders,
      lines: sums.lines,
      total_sales_cents: sums.totalSalesCents,
      sales_bonus_cents: sums.salesBonusCents,
      level_bonus_cents: sums.levelBonusCents,
      breakage_cents: sums.keptCents,
    })
    .where('month', '=', result.month)
    .execute()
  await trx.insertInto('network_changes').values({ month: result.month }).execute()
}

const LINE_COLUMNS: readonly BulkColumn[] = [
  { name: 'month', type: 'text' },
  { name: 'counted_order_id', type: 'int4' },
  { name: 'payee_id', type: 'int4' },
  { name: 'kind', type: 'int2' },
  { name: 'depth', type: 'int4' },
  { name: 'level', type: 'int2' },
  { name: 'rate_bp', type: 'int2' },
  { name: 'covered_bp', type: 'int2' },
  { name: 'covered_by_id', type: 'int4' },
  { name: 'cv_cents', type: 'int8' },
  { name: 'amount_cents', type: 'int8' },
]

const CARD_COLUMNS: readonly BulkColumn[] = [
  { name: 'month', type: 'text' },
  { name: 'member_id', type: 'int4' },
  { name: 'member_index', type: 'int4' },
  { name: 'sponsor_id', type: 'int4' },
  { name: 'active', type: 'bool' },
  { name: 'level', type: 'int2' },
  { name: 'title', type: 'int2' },
  { name: 'personal_pv', type: 'int8' },
  { name: 'customer_pv', type: 'int8' },
  { name: 'group_pv', type: 'int8' },
  { name: 'next_legs', type: 'int4' },
  { name: 'total_sales_cents', type: 'int8' },
  { name: 'sales_bonus_cents', type: 'int8' },
  { name: 'level_bonus_cents', type: 'int8' },
  { name: 'total_bonus_cents', type: 'int8' },
  { name: 'next_level_cents', type: 'int8' },
  { name: 'opening_cents', type: 'int8' },
  { name: 'payable_cents', type: 'int8' },
  { name: 'carried_cents', type: 'int8' },
]

const PAYOUT_COLUMNS: readonly BulkColumn[] = [
  { name: 'month', type: 'text' },
  { name: 'member_id', type: 'int4' },
  { name: 'amount_cents', type: 'int8' },
]

type ClosingGuard = { month: Month; token: string; createLostError: () => Error }

const toBulkGuard = ({ month: value, token, createLostError: lost }: ClosingGuard) => ({
  // A shared lock: orders of the month continue, and only another close waits.
  lock: 'select 1 from months where month = $1 and closing_token = $2 for share',
  parameters: [value, token],
  otherwise: lost,
})

export const openLineWriter = (connection: Connection, guard: ClosingGuard): Promise<BulkWriter> =>
  openBulkWriter(connection, 'bonus_lines', LINE_COLUMNS, toBulkGuard(guard))

export const openCardWriter = (connection: Connection, guard: ClosingGuard): Promise<BulkWriter> =>
  openBulkWriter(connection, 'cards', CARD_COLUMNS, toBulkGuard(guard))

export const openPayoutWriter = (connection: Connection, guard: ClosingGuard): Promise<BulkWriter> =>
  openBulkWriter(connection, 'payouts', PAYOUT_COLUMNS, toBulkGuard(guard))

/**
 * Balances and titles carried over from month `previous`, by member index of another month; zero for members without a
 * card.
 */
export async function readBalances(
  connection: Connection,
  previous: Month,
  indexById: Int32Array,
  members: number,
): Promise<Balances> {
  const openingCents = new Float64Array(members)
  const titles = new Uint8Array(members)
  const count = await countCards(connection.db, previous)
  for (const [after, to] of splitIdRange(connection.engine, 0, count)) {
    const query = `select member_id, carried_cents, title from cards join months using (month)
      where month = '${previous}' and closed_at is not null and member_index > ${after} and member_index <= ${to}
        and (carried_cents <> 0 or title > 1)`
    await copyOut(connection, query, ['int4', 'int8', 'int2'], ({ numbers: [id, carried, title] }) => {
      const index = indexById[id as number] as number
      openingCents[index] = carried as number
      titles[index] = title as number
    })
  }
  return { openingCents, titles }
}

/** Bonuses of a closed month by member index of another month; zero for members without a card. Cents. */
export async function readBonuses(
  connection: Connection,
  previous: Month,
  indexById: Int32Array,
  members: number,
): Promise<Float64Array> {
  const bonuses = new Float64Array(members)
  const count = await countCards(connection.db, previous)
  for (const [after, to] of splitIdRange(connection.engine, 0, count)) {
    const query = `select member_id, total_bonus_cents from cards join months using (month)
      where month = '${previous}' and closed_at is not null and member_index > ${after} and member_index <= ${to}
        and total_bonus_cents <> 0`
    await copyOut(connection, query, ['int4', 'int8'], ({ numbers: [id, bonus] }) => {
      bonuses[indexById[id as number] as number] = bonus as number
    })
  }
  return bonuses
}

export async function setClosedExternally(trx: Transaction, value: Month): Promise<void> {
  await trx
    .updateTable('months')
    .set({
      closed_at: sql<Date>`now()`,
      closed_by: 'elsewhere',
      closed_externally: true,
      closing_token: null,
      closing_heartbeat_at: null,
      closing_locked: false,
    })
    .where('month', '=', value)
    .execute()
  await trx.insertInto('network_changes').values({ month: value }).execute()
}
