import { sql } from 'kysely'
import type { NewChild } from '#contract/compensation/sales.ts'
import { emptyAddress } from '#domain/addresses/address.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { InvitationId, UserId } from '#server/platform/database/tables.generated.ts'

/**
 * Creates an invitation. A sponsor has at most one per email: inviting again renews it and ends the older link. Returns
 * undefined if it was declined.
 */
export async function upsertInvitation(
  trx: Transaction,
  inviterId: UserId,
  form: NewChild,
): Promise<InvitationId | undefined> {
  const row = await trx
    .insertInto('invitations')
    .values({ inviter_id: inviterId, ...form })
    .onConflict((conflict) =>
      conflict
        .constraint('invitations_inviter_id_email_key')
        .doUpdateSet({
          ...form,
          invited_at: sql<Date>`now()`,
          expires_at: sql<Date>`now() + interval '14 days'`,
          declined_at: null,
          token_hash: null,
        })
        .where(sql<boolean>`invitations.declined_at is null or invitations.expires_at <= now()`),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

const isOpen = sql<boolean>`invitations.declined_at is null and invitations.expires_at > now()`
/** Suspended and closed accounts cannot sponsor anyone. */
const isFromMember = sql<boolean>`inviter.status in ('pending', 'active')`

const selectOpenInvitations = (db: Database | Transaction) =>
  db
    .selectFrom('invitations')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.inviter_id')
    .where(isOpen)
    .where(isFromMember)

/** Stores a new link for the invitation that an email is about, in place of the old one. */
export const renewInvitationLink = (db: Database, id: InvitationId, tokenHash: Buffer) =>
  db
    .updateTable('invitations')
    .from('users as inviter')
    .set({ token_hash: tokenHash })
    .whereRef('inviter.id', '=', 'invitations.inviter_id')
    .where('invitations.id', '=', id)
    .where(isOpen)
    .where(isFromMember)
    .returning([
      'invitations.email',
      'invitations.first_name',
      'inviter.first_name as inviter_first_name',
      'inviter.last_name as inviter_last_name',
    ])
    .executeTakeFirst()

/** Finds an invitation in any state, for the preview of an email about it. */
export const findInvitationForMail = (db: Database, id: InvitationId) =>
  db
    .selectFrom('invitations')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.inviter_id')
    .select([
      'invitations.email',
      'invitations.first_name',
      'inviter.first_name as inviter_first_name',
      'inviter.last_name as inviter_last_name',
    ])
    .where('invitations.id', '=', id)
    .executeTakeFirst()

export const findInvitation = (db: Database, tokenHash: Buffer) =>
  selectOpenInvitations(db)
    .select([
      'invitations.email',
      'invitations.first_name',
      'invitations.last_name',
      'inviter.first_name as inviter_first_name',
      'inviter.last_name as inviter_last_name',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Locks every open invitation of an email in a fixed order, so that the second of two concurrent acceptances waits. */
export const lockInvitations = (trx: Transaction, email: string) =>
  selectOpenInvitations(trx)
    .selectAll('invitations')
    .where('invitations.email', '=', email)
    .orderBy('invitations.id')
    .forUpdate('invitations')
    .execute()

/** Deletes all invitations of an email. Accepting one makes the others obsolete. */
export async function deleteInvitations(trx: Transaction, email: string): Promise<void> {
  await trx.deleteFrom('invitations').where('email', '=', email).execute()
}

/**
 * Deletes the personal data except for the email, which the same sponsor cannot invite again until the invitation would
 * have expired. Returns false if the link does not work.
 */
export async function anonymizeDeclinedInvitation(trx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { state: _, ...emptyFields } = emptyAddress
  const row = await trx
    .updateTable('invitations')
    .set({
      ...emptyFields,
      declined_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + interval '14 days'`,
      token_hash: null,
    })
    .where('token_hash', '=', tokenHash)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a page of a member's open invitations in order of creation, with their total number. */
export async function findOpenInvitations(
  db: Database,
  inviterId: UserId,
  page: { offset: number; limit: number },
): Promise<{ count: number; invitations: { id: number; first_name: string; last_name: string }[] }> {
  const { rows } = await sql<{ count: number; id: number | null; first_name: string; last_name: string }>`
    select opened.count, shown.id, shown.first_name, shown.last_name
      from (select count(*)::int as count from invitations
             where inviter_id = ${inviterId} and declined_at is null and expires_at > now()) opened
      left join (select id, first_name, last_name, invited_at from invitations
             where inviter_id = ${inviterId} and declined_at is null and expires_at > now()
             order by invited_at, id offset ${page.offset} limit ${page.limit}) shown on true
     order by shown.invited_at, shown.id`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    invitations: rows.flatMap(({ id, first_name, last_name }) => (id === null ? [] : [{ id, first_name, last_name }])),
  }
}

/** Returns a member's pending invitations for staff. */
export const findPendingInvitations = (db: Database, inviterId: UserId, limit: number) =>
  selectOpenInvitations(db)
    .select(['invitations.id', 'invitations.first_name', 'invitations.last_name', 'invitations.email'])
    .select(['invited_at', 'expires_at'])
    .where('inviter_id', '=', inviterId)
    .orderBy('invited_at')
    .orderBy('invitations.id')
    .limit(limit)
    .execute()

/** Locks an open invitation against concurrent sending and acceptance. Returns undefined if it is not open. */
export const lockOpenInvitation = (trx: Transaction, inviterId: UserId, id: InvitationId) =>
  selectOpenInvitations(trx)
    .select(['invitations.id', 'invitations.expires_at'])
    .where('invitations.id', '=', id)
    .where('inviter_id', '=', inviterId)
    .forUpdate('invitations')
    .executeTakeFirst()

/** Extends an invitation to 14 days from now, without its mailed link. */
export async function extendInvitation(trx: Transaction, id: InvitationId): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ invited_at: sql<Date>`now()`, expires_at: sql<Date>`now() + interval '14 days'`, token_hash: null })
    .where('id', '=', id)
    .execute()
}

/** Returns false if the invitation is no longer open: accepted, declined or expired. */
export async function deleteInvitation(trx: Transaction, inviterId: UserId, id: InvitationId): Promise<boolean> {
  const row = await trx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('inviter_id', '=', inviterId)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
