import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { ChosenMethod, PayoutStep, SentMethod } from '#domain/compensation/rules/payout-steps.ts'
import type { Cents } from '#domain/money/money.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type MailedEntry = {
  email: string
  first_name: string
  month: string
  kind: PayoutStep
  amount_cents: Cents
  method: SentMethod | null
  destination: string
  reason: string
}

export async function findMailedEntry(db: Database, id: number): Promise<MailedEntry | undefined> {
  const { rows } = await sql<MailedEntry>`
    select email, first_name, month, kind, payouts.amount_cents, method, destination, reason
      from payout_entries entry join payouts using (month, member_id) join users on users.id = member_id
     where entry.id = ${id}`.execute(db)
  return rows[0]
}

export type MailedMethod = {
  email: string
  first_name: string
  kind: ChosenMethod
  destination: string
  on_hold_until: Date
}

export async function findMailedMethod(db: Database, id: number): Promise<MailedMethod | undefined> {
  const { rows } = await sql<MailedMethod>`
    select email, first_name, kind, destination, on_hold_until
      from payout_methods chosen join users on users.id = user_id where chosen.id = ${id}`.execute(db)
  return rows[0]
}

/** Finds entries that were booked when the month was marked as paid, of members with a higher ID than the given one. */
export async function findEntriesToMail(trx: Transaction, month: Month, after: number, limit: number) {
  const { rows } = await sql<{ id: number; member_id: number }>`
    select min(entry.id) as id, member_id from payout_entries entry
      join months using (month)
     where month = ${month} and member_id > ${after} and kind = 'paid' and made_at = paid_at
     group by member_id order by member_id limit ${limit}`.execute(trx)
  return rows
}

/** Locks the progress of the emails. Returns the last member whose email is queued; null once all are queued. */
export async function lockMailing(trx: Transaction, month: Month): Promise<number | null> {
  const row = await trx
    .selectFrom('payout_mailings')
    .select('after_member')
    .where('month', '=', month)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.after_member ?? null
}

export async function setMailingProgress(
  trx: Transaction,
  month: Month,
  { memberId, hasEnded }: { memberId: number; hasEnded: boolean },
): Promise<void> {
  await trx
    .updateTable('payout_mailings')
    .set({ after_member: memberId, ...(hasEnded && { ended_at: sql<Date>`now()` }) })
    .where('month', '=', month)
    .execute()
}
