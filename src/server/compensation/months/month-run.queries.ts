import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { MonthRunId, StaffId } from '#server/platform/database/tables.generated.ts'

export type RunKind = 'preview' | 'close'
export type RunState = 'queued' | 'running' | 'done' | 'refused' | 'failed'

export type RunRow = {
  id: MonthRunId
  month: Month
  kind: RunKind
  state: RunState
  stage: string | null
  done: number
  total: number
  requested_by: string
  requested_by_id: StaffId | null
  reason: string
  requested_at: Date
  ended_at: Date | null
  refusal: string | null
  result: unknown
  token: string | null
  /** Seconds since its last progress update. */
  silent_seconds: number
}

const selectRuns = (db: Database | Transaction) =>
  db
    .selectFrom('month_runs')
    .select(['id', 'month', 'kind', 'state', 'stage', 'done', 'total', 'requested_by', 'requested_by_id', 'reason'])
    .select(['requested_at', 'ended_at', 'refusal', 'result', 'token'])
    .select(sql<number>`coalesce(extract(epoch from now() - heartbeat_at)::int, 0)`.as('silent_seconds'))
    .$castTo<RunRow>()

/** Runs that have not ended. */
export const findOpenRuns = (db: Database): Promise<RunRow[]> => selectRuns(db).where('ended_at', 'is', null).execute()

export const findLastRun = (db: Database | Transaction, month: Month, kind?: RunKind): Promise<RunRow | undefined> =>
  selectRuns(db)
    .where('month', '=', month)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as RunKind))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The latest completed preview. */
export const findPreview = (db: Database | Transaction, month: Month): Promise<RunRow | undefined> =>
  selectRuns(db)
    .where('month', '=', month)
    .where('kind', '=', 'preview')
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertRun(
  trx: Transaction,
  run: { month: Month; kind: RunKind; by: string; byId: StaffId | null; reason: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('month_runs')
    .values({ month: run.month, kind: run.kind, requested_by: run.by, requested_by_id: run.byId, reason: run.reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds a queued or running run of the month and locks it until the transaction ends. */
export async function lockOpenRun(trx: Transaction, month: Month): Promise<RunRow | undefined> {
  return selectRuns(trx).where('month', '=', month).where('ended_at', 'is', null).forUpdate().executeTakeFirst()
}

export async function lockRun(trx: Transaction, id: number): Promise<RunRow | undefined> {
  return selectRuns(trx)
    .where('id', '=', id as MonthRunId)
    .forUpdate()
    .executeTakeFirst()
}

export async function setRunning(trx: Transaction, id: number, token: string): Promise<void> {
  await trx
    .updateTable('month_runs')
    .set({ state: 'running', token, heartbeat_at: sql<Date>`now()`, stage: null, done: 0, total: 0 })
    .where('id', '=', id as MonthRunId)
    .execute()
}

/** Returns false if another process has taken the run over. */
export async function setProgress(
  db: Database,
  id: number,
  { token, stage, done, total }: { token: string; stage: string; done: number; total: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('month_runs')
    .set({ stage, done, total, heartbeat_at: sql<Date>`now()` })
    .where('id', '=', id as MonthRunId)
    .where('token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setEnded(
  trx: Transaction,
  id: number,
  outcome: { token: string; state: RunState; refusal?: string; result?: object },
): Promise<void> {
  await trx
    .updateTable('month_runs')
    .set({
      state: outcome.state,
      refusal: outcome.refusal ?? null,
      result: outcome.result ? JSON.stringify(outcome.result) : null,
      stage: null,
      ended_at: sql<Date>`now()`,
    })
    .where('id', '=', id as MonthRunId)
    .where('token', '=', outcome.token)
    .execute()
}

/** Preview results matter only while they are being viewed. */
export async function deleteOldRuns(db: Database, days: number): Promise<void> {
  await sql`delete from month_runs where ended_at < now() - ${days} * interval '1 day' and kind = 'preview'
    and exists (select from months where months.month = month_runs.month and closed_at is not null)`.execute(db)
}

/** Estimates the number of members and orders of a month; used only for its progress. */
export async function estimateMonthSize(db: Database, month: Month): Promise<{ members: number; orders: number }> {
  const { rows } = await sql<{ members: number; orders: number }>`
    select (select count(*)::int from sponsorships where from_month <= ${month}) as members,
      (select count(*)::int from counted_orders where month = ${month}) as orders`.execute(db)
  return rows[0] as { members: number; orders: number }
}

export type ClosedMonthRow = {
  month: Month
  closed_at: Date
  closed_by: string | null
  closed_externally: boolean
  paid_at: Date | null
  plan_version: number | null
  minimum_payout_cents: number | null
  inputs_hash: Buffer | null
  members: number | null
  orders: number | null
  lines: number | null
  total_sales_cents: number | null
  sales_bonus_cents: number | null
  level_bonus_cents: number | null
  breakage_cents: number | null
}

export const findClosedMonths = (db: Database, month?: Month): Promise<ClosedMonthRow[]> =>
  db
    .selectFrom('months')
    .select(['month', 'closed_at', 'closed_by', 'closed_externally', 'paid_at', 'plan_version', 'minimum_payout_cents'])
    .select(['inputs_hash', 'members', 'orders', 'lines'])
    .select(['total_sales_cents', 'sales_bonus_cents', 'level_bonus_cents', 'breakage_cents'])
    .where('closed_at', 'is not', null)
    .$if(month !== undefined, (query) => query.where('month', '=', month as string))
    .$castTo<ClosedMonthRow>()
    .execute()

export async function findNames(db: Database, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; member_no: string; name: string }>`
    select id, member_no, first_name || ' ' || last_name as name from users where id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
