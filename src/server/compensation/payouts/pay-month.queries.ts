import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { PayoutState } from '#domain/compensation/rules/payout-steps.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export const lockForPaying = (trx: Transaction, month: Month) =>
  trx
    .selectFrom('months')
    .select(['closed_at', 'closed_externally', 'paid_at'])
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst()

export async function findUnpaidBefore(trx: Transaction, month: Month): Promise<string | undefined> {
  const row = await trx
    .selectFrom('months')
    .select('month')
    .where('month', '<', month)
    .where('closed_externally', '=', false)
    .where('paid_at', 'is', null)
    .orderBy('month')
    .limit(1)
    .executeTakeFirst()
  return row?.month
}

/**
 * Payouts that can be sent: due, with a method past its waiting period, and whose last payout to the destination did
 * not fail.
 */
const selectReady = (month: Month) => sql`payouts cross join lateral (
    select kind, destination, on_hold_until from payout_methods
     where user_id = payouts.member_id order by id desc limit 1) chosen
   where month = ${month} and state = 'due' and chosen.on_hold_until <= now() and chosen.destination <> ''
     and chosen.destination is distinct from last_failed_destination(payouts.member_id)`

export type Sums = { payees: number; totalCents: number }

/** Hash of a list of payouts: payee, amount, method and destination. */
const LIST_HASH = sql<string>`encode(sha256(coalesce(string_agg(sha256(convert_to(
    jsonb_build_array(member_id, amount_cents, way, destination)::text, 'UTF8')), '' order by member_id), '')), 'hex')`

export type ReadyList = Sums & { hash: string }

/** Returns the list of payouts that can be sent. */
export async function findReadyList(trx: Transaction, month: Month): Promise<ReadyList> {
  const { rows } = await sql<ReadyList>`
    select count(*)::int as payees, coalesce(sum(amount_cents), 0)::bigint as "totalCents", ${LIST_HASH} as hash
      from (select member_id, amount_cents, chosen.kind as way, destination from ${selectReady(month)}) listed`.execute(
    trx,
  )
  return rows[0] as ReadyList
}

/** Returns the count and total of the payouts that can be sent. */
export async function sumReady(db: Database, month: Month): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*)::int as payees, coalesce(sum(amount_cents), 0)::bigint as "totalCents" from ${selectReady(month)}`.execute(
    db,
  )
  return rows[0] as Sums
}

/** Returns the count and total of the payouts that stay open. */
export async function sumOpen(db: Database, month: Month): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select coalesce(sum(payouts), 0)::int as payees, coalesce(sum(amount_cents), 0)::bigint as "totalCents"
      from payout_totals where month = ${month} and state <> 'paid'`.execute(db)
  return rows[0] as Sums
}

/**
 * Books one entry for each payout that can be sent, marks the month as paid and queues the emails. Returns the hash of
 * the booked list.
 */
export async function setPaid(trx: Transaction, month: Month, { by, on }: { by: string; on: string }): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    with booked as (
      insert into payout_entries (month, member_id, kind, amount_cents, method, destination, sent_on, made_by)
      select month, member_id, 'paid', amount_cents, chosen.kind, chosen.destination, ${on}::date, ${by}
        from ${selectReady(month)} order by member_id
      returning member_id, amount_cents, method as way, destination)
    select ${LIST_HASH} as hash from booked`.execute(trx)
  await trx.updateTable('months').set({ paid_at: sql<Date>`now()` }).where('month', '=', month).execute()
  await trx.insertInto('payout_mailings').values({ month }).execute()
  await trx.insertInto('network_changes').values({ month }).execute()
  return (rows[0] as { hash: string }).hash
}

/** Returns whether the payout failed and was not sent since. */
export async function hasFailed(trx: Transaction, month: Month, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ state: PayoutState }>`
    select state from payouts where month = ${month} and member_id = ${memberId}`.execute(trx)
  return rows[0]?.state === 'failed'
}
