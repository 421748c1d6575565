import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import type { ResaleCertificateId, UserId } from '#server/platform/database/tables.generated.ts'

export type CertificateStatus = 'submitted' | 'approved' | 'refused' | 'expired' | 'ended'

export type CertificateRow = {
  id: ResaleCertificateId
  user_id: UserId
  email: string
  state: string
  number: string
  /** YYYY-MM-DD, the last valid day. */
  expires_on: string
  status: CertificateStatus
  /** Changes with every change of the certificate. */
  version: string
}

/** Calendar day in the shop's time zone. */
const today = sql`(now() at time zone 'America/New_York')::date`

const columns = sql`certificate.id, certificate.user_id, users.email, certificate.state, certificate.number,
  to_char(certificate.expires_on, 'YYYY-MM-DD') as expires_on,
  case when certificate.refused_at is not null then 'refused'
    when certificate.ended_at is not null then 'ended'
    when certificate.expires_on < ${today} then 'expired'
    when certificate.approved_at is not null then 'approved'
    else 'submitted' end as status, md5(certificate::text) as version`
const certificates = sql`resale_certificates certificate join users on users.id = certificate.user_id`

/**
 * Locks the holder, so that decisions about their certificates are serialized. Returns undefined if there is no such
 * user.
 */
export async function lockHolder(trx: Transaction, email: string): Promise<{ id: UserId } | undefined> {
  return trx.selectFrom('users').select('id').where('email', '=', email).forUpdate().executeTakeFirst()
}

/** Finds the certificates of a user, or all, newest first. */
export async function findCertificates(db: Database | Transaction, userId: UserId): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    select ${columns} from ${certificates}
     where certificate.user_id = ${userId}
     order by certificate.id desc`.execute(db)
  return rows
}

/** Finds a page of certificates before an ID, of one status or all, newest first. */
export async function findCertificatePage(
  db: Database,
  { status, before, limit }: { status?: CertificateStatus | undefined; before?: number | undefined; limit: number },
): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    select * from (select ${columns} from ${certificates}) listed
     where (${before ?? null}::int is null or id < ${before ?? null})
       and (${status ?? null}::text is null or status = ${status ?? null})
     order by id desc limit ${limit}`.execute(db)
  return rows
}

export const countCertificates = (db: Database, status: CertificateStatus): Promise<number> =>
  countUpTo(db, sql`from (select ${columns} from ${certificates}) listed where status = ${status}`)

export type DecidedCertificate = CertificateRow & { first_name: string; refusal_reason: string | null }

/** Finds a certificate for the email to its holder. Returns undefined if it is gone. */
export async function findDecidedCertificate(db: Database, id: number): Promise<DecidedCertificate | undefined> {
  const { rows } = await sql<DecidedCertificate>`
    select ${columns}, users.first_name, certificate.refusal_reason from ${certificates} where certificate.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export async function stateExists(trx: Transaction, state: string): Promise<boolean> {
  const row = await trx.selectFrom('states').select('code').where('code', '=', state).executeTakeFirst()
  return row !== undefined
}

/** Returns true if a calendar day is over in the shop's time zone. */
export async function isPast(trx: Transaction, day: string): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`select ${day}::date < ${today} as past`.execute(trx)
  return rows[0]?.past === true
}

/** Replaces a pending certificate. */
export async function upsertSubmitted(
  trx: Transaction,
  input: { userId: UserId; state: string; number: string; expiresOn: string; createdBy: string },
): Promise<ResaleCertificateId> {
  const { rows } = await sql<{ id: ResaleCertificateId }>`
    insert into resale_certificates (user_id, state, number, expires_on, created_by)
    values (${input.userId}, ${input.state}, ${input.number}, ${input.expiresOn}::date, ${input.createdBy})
    on conflict (user_id, state) where approved_at is null and refused_at is null
    do update set number = excluded.number, expires_on = excluded.expires_on, created_by = excluded.created_by,
      created_at = now()
    returning id`.execute(trx)
  return (rows[0] as { id: ResaleCertificateId }).id
}

/** Ends the currently valid certificate. */
export async function endApproved(
  trx: Transaction,
  userId: UserId,
  state: string,
  decidedBy: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('resale_certificates')
    .set({ ended_at: sql`now()`, ended_by: decidedBy })
    .where('user_id', '=', userId)
    .where('state', '=', state)
    .where('approved_at', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markApproved(trx: Transaction, id: ResaleCertificateId, decidedBy: string): Promise<void> {
  await trx
    .updateTable('resale_certificates')
    .set({ approved_at: sql`now()`, approved_by: decidedBy })
    .where('id', '=', id)
    .execute()
}

export async function markRefused(
  trx: Transaction,
  id: ResaleCertificateId,
  decidedBy: string,
  reason: string,
): Promise<void> {
  await trx
    .updateTable('resale_certificates')
    .set({ refused_at: sql`now()`, refused_by: decidedBy, refusal_reason: reason })
    .where('id', '=', id)
    .execute()
}
