import { type RawBuilder, sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { ChosenMethod, PayoutState, PayoutStep, SentMethod } from '#domain/compensation/rules/payout-steps.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** `last_failed`: the last payout to this destination failed. */
export type ChosenMethodRow = {
  kind: ChosenMethod
  destination: string
  set_at: Date
  on_hold_until: Date
  last_failed: boolean
}

/** Evaluated on a row of `payout_methods`. */
const IS_LAST_FAILED = sql<boolean>`coalesce(destination = last_failed_destination(user_id), false)`

export const findChosenMethod = (db: Database | Transaction, memberId: UserId): Promise<ChosenMethodRow | undefined> =>
  db
    .selectFrom('payout_methods')
    .select(['kind', 'destination', 'set_at', 'on_hold_until', IS_LAST_FAILED.as('last_failed')])
    .where('user_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .$castTo<ChosenMethodRow>()
    .executeTakeFirst()

export async function insertChosenMethod(
  trx: Transaction,
  chosen: { userId: UserId; kind: ChosenMethod; destination: string; holdDays: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('payout_methods')
    .values({
      user_id: chosen.userId,
      kind: chosen.kind,
      destination: chosen.destination,
      on_hold_until: sql<Date>`now() + ${chosen.holdDays} * interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type EntryRow = {
  kind: PayoutStep
  amount_cents: Cents
  method: SentMethod | null
  destination: string
  reference: string
  reason: string
  sent_on: string | null
  made_by: string
  made_at: string
}
export type PayoutRow = {
  member_id: UserId
  member_no: string
  name: string
  amount_cents: Cents
  state: PayoutState
  chosen: { kind: ChosenMethod; destination: string; on_hold_until: string; last_failed: boolean } | null
  entries: EntryRow[]
}

const ENTRIES_JSON = sql`coalesce((select json_agg(json_build_object('kind', kind, 'amount_cents', amount_cents, 'method', method,
  'destination', destination, 'reference', reference, 'reason', reason, 'sent_on', sent_on, 'made_by', made_by, 'made_at', made_at)
  order by id) from payout_entries entry where (entry.month, entry.member_id) = (payouts.month, payouts.member_id)), '[]')`

const CHOSEN_METHOD_JSON = sql`(select json_build_object('kind', kind, 'destination', destination, 'on_hold_until', on_hold_until,
    'last_failed', ${IS_LAST_FAILED})
  from payout_methods where user_id = payouts.member_id order by id desc limit 1)`

const selectPayouts = (condition: RawBuilder<unknown>) => sql<PayoutRow>`
  select payouts.member_id, member_no, first_name || ' ' || last_name as name, amount_cents, state,
      ${CHOSEN_METHOD_JSON} as chosen, ${ENTRIES_JSON} as entries
    from payouts join users on users.id = payouts.member_id ${condition}`

type PayoutPageQuery = { month: Month; state?: PayoutState | undefined; after: number; limit: number }

/** Finds payouts by member, with a higher ID than the given one. */
export async function findPayoutPage(
  db: Database,
  { month, state, after, limit }: PayoutPageQuery,
): Promise<PayoutRow[]> {
  const stateCondition = state === undefined ? sql`` : sql`and state = ${state}`
  const { rows } = await selectPayouts(sql`where month = ${month} ${stateCondition} and member_id > ${after}
    order by member_id limit ${limit}`).execute(db)
  return rows
}

export async function findPayout(
  db: Database | Transaction,
  month: Month,
  memberId: number,
): Promise<PayoutRow | undefined> {
  const { rows } = await selectPayouts(sql`where month = ${month} and member_id = ${memberId}`).execute(db)
  return rows[0]
}

/** Locks the payout. Lock its month first. */
export const lockPayout = (trx: Transaction, month: Month, memberId: number) =>
  trx
    .selectFrom('payouts')
    .select(['member_id', 'amount_cents', 'state', 'paid_cents', 'entries'])
    .where('month', '=', month)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()

/** Returns the day on which the payout was last sent. */
export async function findSentOn(trx: Transaction, month: Month, memberId: number): Promise<string | undefined> {
  const { rows } = await sql<{ sent_on: string }>`
    select to_char(sent_on, 'YYYY-MM-DD') as sent_on from payout_entries
     where month = ${month} and member_id = ${memberId} and kind = 'paid' order by id desc limit 1`.execute(trx)
  return rows[0]?.sent_on
}

export type NewEntry = {
  month: Month
  memberId: number
  kind: PayoutStep
  amountCents: number
  method?: SentMethod | undefined
  destination?: string
  reference?: string
  reason?: string
  sentOn?: string | undefined
  by: string
}

export async function insertEntry(trx: Transaction, entry: NewEntry): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into payout_entries (month, member_id, kind, amount_cents, method, destination, reference, reason, sent_on, made_by)
    values (${entry.month}, ${entry.memberId}, ${entry.kind}, ${entry.amountCents}, ${entry.method ?? null},
      ${entry.destination ?? ''}, ${entry.reference ?? ''}, ${entry.reason ?? ''}, ${entry.sentOn ?? null}::date, ${entry.by})
    returning id`.execute(trx)
  return (rows[0] as { id: number }).id
}

export type TotalsRow = { month: string; state: PayoutState; payouts: number; amount_cents: Cents }

/** Returns totals by month and state, for all months or for one. */
export const findPayoutTotals = (db: Database, month?: Month): Promise<TotalsRow[]> =>
  db
    .selectFrom('payout_totals')
    .innerJoin('months', 'months.month', 'payout_totals.month')
    .select(['payout_totals.month', 'state', 'payouts', 'amount_cents'])
    .where('closed_at', 'is not', null)
    .$if(month !== undefined, (query) => query.where('payout_totals.month', '=', month as string))
    .$castTo<TotalsRow>()
    .execute()

export async function isClosedHere(db: Database, month: Month): Promise<boolean> {
  const row = await db
    .selectFrom('months')
    .select('month')
    .where('month', '=', month)
    .where('closed_at', 'is not', null)
    .where('closed_externally', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts paid months with payouts that are still open. */
export async function countMonthsWithOpen(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct month)::int as n from payout_totals join months using (month)
     where paid_at is not null and state <> 'paid' and payouts > 0`.execute(db)
  return rows[0]?.n ?? 0
}

/** Finds a member's payouts of closed months, the latest first. */
export async function findMemberPayouts(db: Database, memberId: UserId, before: string | undefined, limit: number) {
  const beforeCondition = before === undefined ? sql`` : sql`and payouts.month < ${before}`
  const { rows } = await sql<{
    month: string
    amount_cents: Cents
    corrected_cents: Cents
    state: PayoutState
    month_paid: boolean
    entries: EntryRow[]
  }>`
    select payouts.month, amount_cents, (select coalesce(sum(correction.amount_cents), 0)::int8 from bonus_corrections correction
        where correction.member_id = payouts.member_id and correction.month = payouts.month) as corrected_cents,
      state, paid_at is not null as month_paid, ${ENTRIES_JSON} as entries
      from payouts join months on months.month = payouts.month
     where payouts.member_id = ${memberId} and closed_at is not null ${beforeCondition}
     order by payouts.month desc limit ${limit}`.execute(db)
  return rows
}

/** Finds the balance that the latest closed month carried over, and the minimum payout that it was closed with. */
export async function findCarriedBalance(db: Database, memberId: UserId) {
  const { rows } = await sql<{ cents: Cents; minimum_cents: Cents | null }>`
    select carried_cents as cents, minimum_payout_cents as minimum_cents from cards join months using (month)
     where member_id = ${memberId} and month = (select max(month) from months where closed_at is not null)`.execute(db)
  return { cents: rows[0]?.cents ?? cents(0), minimumCents: rows[0]?.minimum_cents ?? undefined }
}

export const findMemberYears = (db: Database, memberId: UserId) =>
  db
    .selectFrom('payout_years')
    .select(['year', 'paid_cents'])
    .where('member_id', '=', memberId)
    .where('paid_cents', '<>', 0)
    .orderBy('year', 'desc')
    .execute()

export async function findPayoutYears(db: Database): Promise<number[]> {
  // One index step per year, regardless of the number of payees.
  const { rows } = await sql<{ year: number }>`
    with recursive years as (
      select max(year) as year from payout_years
      union all select (select max(year) from payout_years earlier where earlier.year < years.year) from years where year is not null)
    select year from years where year is not null`.execute(db)
  return rows.map(({ year }) => year)
}

export type PayeeRow = {
  member_id: number
  member_no: string
  name: string
  paid_cents: Cents
  w9_on: string | null
}

/** Finds payees by the amount paid, the highest first. */
export async function findPayeePage(
  db: Database,
  query: {
    year: number
    fromCents: number | undefined
    withoutForm: boolean
    after: { cents: number; memberId: number } | undefined
    limit: number
  },
): Promise<PayeeRow[]> {
  const { year, fromCents, withoutForm, after, limit } = query
  const conditions = [
    ...(fromCents === undefined ? [] : [sql`paid_cents >= ${fromCents}`]),
    ...(withoutForm ? [sql`w9_on is null`] : []),
    ...(after ? [sql`(0 - paid_cents, member_id) > (${0 - after.cents}::bigint, ${after.memberId})`] : []),
    ...(after ? [sql`paid_cents <= ${after.cents}`] : []),
  ]
  const { rows } = await sql<PayeeRow>`
    select member_id, member_no, first_name || ' ' || last_name as name, paid_cents, to_char(w9_on, 'YYYY-MM-DD') as w9_on
      from payout_years join users on users.id = member_id left join tax_forms on tax_forms.user_id = member_id
     where year = ${year} and paid_cents <> 0 ${conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`}
     order by paid_cents desc, member_id limit ${limit}`.execute(db)
  return rows
}

/** Locks the member; returns undefined if there is no such member. */
export async function lockForm(trx: Transaction, memberId: number): Promise<{ w9_on: string | null } | undefined> {
  // A separate statement: if another transaction recorded a form while this one waited for the lock, only a second
  // statement sees it.
  await sql`select from users where id = ${memberId} for update`.execute(trx)
  const { rows } = await sql<{ w9_on: string | null }>`
    select (select to_char(w9_on, 'YYYY-MM-DD') from tax_forms where user_id = users.id) as w9_on
      from users where id = ${memberId}`.execute(trx)
  return rows[0]
}

export async function saveForm(
  trx: Transaction,
  memberId: number,
  w9On: string | null,
  recordedBy: string,
): Promise<void> {
  if (w9On === null)
    await trx
      .deleteFrom('tax_forms')
      .where('user_id', '=', memberId as UserId)
      .execute()
  else
    await sql`insert into tax_forms (user_id, w9_on, recorded_by) values (${memberId}, ${w9On}::date, ${recordedBy})
      on conflict (user_id) do update set w9_on = excluded.w9_on, recorded_by = excluded.recorded_by, recorded_at = now()`.execute(
      trx,
    )
}
