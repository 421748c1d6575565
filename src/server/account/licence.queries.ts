import { sql } from 'kysely'
import { licenceNumber } from '#domain/account/licence.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** The state is that of the first address until one is chosen. */
export const findLicence = (db: Database, userId: UserId) =>
  db
    .selectFrom('users')
    .select(['cosmetology_id', 'licence_number', 'licence_approved_at', 'licence_refusal'])
    .select(
      sql<
        string | null
      >`coalesce(licence_state, (select state from user_addresses where user_id = users.id order by id limit 1))`.as(
        'licence_state',
      ),
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

export async function setLicence(
  trx: Transaction,
  userId: UserId,
  licence: { licence_state: string; cosmetology_id: string },
  approveLicences: boolean,
): Promise<void> {
  const { licence_state: state, cosmetology_id: typed } = licence
  const isSame = sql`(licence_state, licence_number) is not distinct from (${state}::text, ${licenceNumber(typed)}::text)`
  await sql`
    update users set cosmetology_id = ${typed}, licence_state = ${state},
      licence_approved_at = case when ${isSame} then licence_approved_at end,
      licence_refusal = case when ${isSame} then licence_refusal end,
      licence_shared = licence_shared and ${isSame},
      status = case when status = 'active' and ${approveLicences} and not (${isSame}) then 'pending' else status end
     where id = ${userId}`.execute(trx)
}

export type LicenceHolder = {
  id: UserId
  member_no: string
  email: string
  licence_state: string
  licence_number: string
  approved: boolean
  licence_shared: boolean
}

/**
 * Locks everybody who has the user's licence, the user included, in a fixed order: of two approvals at once the second
 * waits. Empty if the user has no number or state.
 */
export async function lockLicenceHolders(trx: Transaction, email: string): Promise<LicenceHolder[]> {
  const { rows } = await sql<LicenceHolder>`
    select holder.id, holder.member_no, holder.email, holder.licence_state, holder.licence_number,
      holder.licence_approved_at is not null as approved, holder.licence_shared
      from users holder join users asked using (licence_state, licence_number)
     where asked.email = ${email} and asked.licence_number <> ''
     order by holder.id for update of holder`.execute(trx)
  return rows
}

/** Makes active whoever has a password and only waited for approval. */
export async function approveLicence(trx: Transaction, email: string): Promise<void> {
  await sql`
    update users set licence_approved_at = coalesce(licence_approved_at, now()), licence_refusal = null,
      licence_shared = licence_shared and licence_approved_at is not null,
      status = case when status = 'pending' and password_hash is not null then 'active' else status end
     where email = ${email}`.execute(trx)
}

export async function refuseLicence(
  trx: Transaction,
  email: string,
  reason: string,
  approveLicences: boolean,
): Promise<void> {
  await sql`
    update users set licence_approved_at = null, licence_refusal = ${reason}, licence_shared = false,
      status = case when status = 'active' and ${approveLicences} then 'pending' else status end
     where email = ${email}`.execute(trx)
}
