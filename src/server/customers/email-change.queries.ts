import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { EmailChangeId, UserId } from '#server/platform/database/tables.generated.ts'

/** Validity of a link to confirm a new email, in hours. */
const CONFIRM_HOURS = 24
const confirmUntil = sql<Date>`now() + make_interval(hours => ${sql.lit(CONFIRM_HOURS)})`
/** True for 7 days after the change or, if unconfirmed, after its request. */
const isUndoable = sql<boolean>`greatest(created_at, confirmed_at) > now() - interval '7 days'`
/** True for a row of `email_changes` that is awaiting confirmation. */
export const isPendingChange = sql<boolean>`confirmed_at is null and ended_at is null and confirm_expires_at > now()`

export async function setName(
  trx: Transaction,
  userId: UserId,
  { first_name, last_name }: { first_name: string; last_name: string },
): Promise<void> {
  await trx.updateTable('users').set({ first_name, last_name }).where('id', '=', userId).execute()
}

/** Finds the pending email change of an account. */
export const findPendingChange = (db: Database | Transaction, userId: UserId) =>
  db
    .selectFrom('email_changes')
    .select(['id', 'new_email'])
    .where('user_id', '=', userId)
    .where(isPendingChange)
    .executeTakeFirst()

export async function insertEmailChange(
  trx: Transaction,
  change: { user_id: UserId; old_email: string; new_email: string; old_was_verified: boolean },
): Promise<EmailChangeId> {
  const row = await trx
    .insertInto('email_changes')
    .values({ ...change, confirm_expires_at: confirmUntil })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Cancels the pending change. The old email, which was notified, can still restore the account. */
export async function cancelPendingChange(trx: Transaction, userId: UserId): Promise<void> {
  await trx
    .updateTable('email_changes')
    .set({ ended_at: sql<Date>`now()`, confirm_token_hash: null })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

export async function extendPendingChange(trx: Transaction, id: EmailChangeId): Promise<void> {
  await trx.updateTable('email_changes').set({ confirm_expires_at: confirmUntil }).where('id', '=', id).execute()
}

/** Finds the change by the token of the link mailed to the new email. */
export const findConfirmLink = (db: Database | Transaction, tokenHash: Buffer) =>
  db
    .selectFrom('email_changes')
    .select(['id', 'user_id', 'old_email', 'new_email'])
    .where('confirm_token_hash', '=', tokenHash)
    .where(isPendingChange)
    .executeTakeFirst()

/** Makes the new email the account's and marks it as verified. */
export async function confirmChange(
  trx: Transaction,
  change: { id: EmailChangeId; user_id: UserId; new_email: string },
  oldWasVerified: boolean,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email: change.new_email, email_verified_at: sql<Date>`now()` })
    .where('id', '=', change.user_id)
    .execute()
  await trx
    .updateTable('email_changes')
    .set({ confirmed_at: sql<Date>`now()`, confirm_token_hash: null, old_was_verified: oldWasVerified })
    .where('id', '=', change.id)
    .execute()
}

/** Finds a change in any state, for the preview of an email about it. */
export const findChange = (db: Database, id: number) =>
  db
    .selectFrom('email_changes')
    .select(['old_email', 'new_email'])
    .where('id', '=', id as EmailChangeId)
    .executeTakeFirst()

/**
 * Stores a new link for the change that an email is about, in place of the old one. Returns undefined if the account
 * has been restored since.
 */
export const renewRequestLink = (db: Database, id: number, tokenHash: Buffer) =>
  db
    .updateTable('email_changes')
    .set({ request_token_hash: tokenHash })
    .where('id', '=', id as EmailChangeId)
    .where('reversed_at', 'is', null)
    .returning(['old_email', 'new_email'])
    .executeTakeFirst()

export const renewConfirmLink = (db: Database, id: number, tokenHash: Buffer) =>
  db
    .updateTable('email_changes')
    .set({ confirm_token_hash: tokenHash })
    .where('id', '=', id as EmailChangeId)
    .where(isPendingChange)
    .returning(['old_email', 'new_email'])
    .executeTakeFirst()

export const renewUndoLink = (db: Database, id: number, tokenHash: Buffer) =>
  db
    .updateTable('email_changes')
    .set({ token_hash: tokenHash })
    .where('id', '=', id as EmailChangeId)
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .returning(['old_email', 'new_email'])
    .executeTakeFirst()

/** Finds the change by the token of either link mailed to the old email. */
export const findUndoLink = (db: Database | Transaction, tokenHash: Buffer) =>
  db
    .selectFrom('email_changes')
    .select(['id', 'user_id', 'old_email', 'old_was_verified', 'created_at'])
    .where((where) => where.or([where('token_hash', '=', tokenHash), where('request_token_hash', '=', tokenHash)]))
    .where(isUndoable)
    .executeTakeFirst()

/** Returns the time of the last email change: this one or a later one. */
export async function findLastChangeSince(
  trx: Transaction,
  change: { id: EmailChangeId; user_id: UserId },
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('email_changes')
    .select((select) => select.fn.max('confirmed_at').as('at'))
    .where('user_id', '=', change.user_id)
    .where('id', '>=', change.id)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Voids this change, later ones and any pending one: their links stop working and they reserve no email. */
export async function voidChangesSince(
  trx: Transaction,
  change: { id: EmailChangeId; user_id: UserId },
): Promise<void> {
  await trx
    .updateTable('email_changes')
    .set({
      token_hash: null,
      request_token_hash: null,
      confirm_token_hash: null,
      ended_at: sql<Date>`coalesce(ended_at, now())`,
      reversed_at: sql<Date>`now()`,
    })
    .where('user_id', '=', change.user_id)
    .where((where) =>
      where.or([
        where('id', '>=', change.id),
        where.and([where('confirmed_at', 'is', null), where('ended_at', 'is', null)]),
      ]),
    )
    .execute()
}

/** Restores the old email and marks it as verified, because the link proves that its user reads the mailbox. */
export async function restoreEmail(trx: Transaction, userId: UserId, email: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email, email_verified_at: sql<Date>`now()`, password_hash: null })
    .where('id', '=', userId)
    .execute()
}

/**
 * True for rows that an attacker may have created: in the 7 days before the change was requested, or since. A second
 * factor follows the same rule.
 */
const isRecent = (column: 'set_at' | 'requested_at', requestedAt: Date) =>
  sql`${sql.ref(column)} > ${requestedAt}::timestamptz - interval '7 days'`

/** Deletes recent payout methods, so that payouts go to the previous destination. */
export async function deleteRecentPayoutMethods(trx: Transaction, userId: UserId, requestedAt: Date): Promise<void> {
  await sql`select set_config('salonfront.erasing', 'on', true)`.execute(trx)
  await sql`delete from payout_methods where user_id = ${userId} and ${isRecent('set_at', requestedAt)}`.execute(trx)
  await sql`select set_config('salonfront.erasing', '', true)`.execute(trx)
}

/** Cancels a recent erasure request, which an attacker may have made. */
export async function cancelRecentErasure(trx: Transaction, userId: UserId, requestedAt: Date): Promise<void> {
  await sql`
    update erasures set canceled_at = now()
     where user_id = ${userId} and canceled_at is null and done_at is null and ${isRecent('requested_at', requestedAt)}`.execute(
    trx,
  )
}
