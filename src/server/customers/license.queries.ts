import { type RawBuilder, sql } from 'kysely'
import type { LicenseType } from '#domain/customers/license.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

const selectFile = (isRenewal: boolean, column: 'name' | 'file_name') =>
  sql`(select ${sql.ref(column)} from license_files where user_id = users.id and is_renewal = ${sql.lit(isRenewal)})`

/** Defaults to the state of the first address until the user chooses one. */
const effectiveState = sql`coalesce(license_state, (select state from user_addresses where user_id = users.id order by id limit 1))`

const columns = sql`id, email, first_name, cosmetology_id, license_number, ${effectiveState} as license_state, license_type,
  to_char(license_expires_on, 'YYYY-MM-DD') as expires_on, license_approved_at, license_refusal,
  ${selectFile(false, 'name')} as file_title, ${selectFile(false, 'file_name')} as file,
  renewal_type, to_char(renewal_expires_on, 'YYYY-MM-DD') as renewal_expires_on, renewal_refusal,
  ${selectFile(true, 'name')} as renewal_file_title, ${selectFile(true, 'file_name')} as renewal_file`

export type LicenseRow = {
  id: UserId
  email: string
  first_name: string
  /** Number as the user typed it. */
  cosmetology_id: string
  license_number: string
  license_state: string | null
  license_type: LicenseType | null
  /** YYYY-MM-DD, like every date here. */
  expires_on: string | null
  license_approved_at: Date | null
  license_refusal: string | null
  /** Title of the file given by its owner; `file` is its stored name. */
  file_title: string | null
  file: string | null
  renewal_type: LicenseType | null
  renewal_expires_on: string | null
  renewal_refusal: string | null
  renewal_file_title: string | null
  renewal_file: string | null
}

/** Returns undefined if there is no such user. */
export async function findLicenseRow(db: Database | Transaction, userId: UserId): Promise<LicenseRow | undefined> {
  const { rows } = await sql<LicenseRow>`select ${columns} from users where id = ${userId}`.execute(db)
  return rows[0]
}

/** Locks the user until the transaction ends. Returns undefined if there is none. */
export async function lockLicense(
  trx: Transaction,
  key: { userId: UserId } | { email: string },
): Promise<LicenseRow | undefined> {
  const condition = 'userId' in key ? sql`id = ${key.userId}` : sql`email = ${key.email}`
  const { rows } = await sql<LicenseRow>`select ${columns} from users where ${condition} for update`.execute(trx)
  return rows[0]
}

/** Returns the fields of a user that staff can change, locked until the transaction ends. */
export async function lockStaffEditableFields(trx: Transaction, email: string) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'type', 'status'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  const license = user && (await findLicenseRow(trx, user.id))
  return license && { type: user.type, status: user.status, license }
}

type LicenseValues = {
  cosmetology_id: string
  type?: LicenseType | null | undefined
  expiresOn?: string | undefined
}

const noRenewal = sql`renewal_type = null, renewal_expires_on = null, renewal_refusal = null`
const valueOrColumn = <Value>(value: Value | undefined, column: RawBuilder<unknown>) =>
  value === undefined ? column : sql`${value}`

/** Replaces a license and its renewal. */
export async function replaceLicense(
  trx: Transaction,
  userId: UserId,
  { cosmetology_id, state, type, expiresOn }: LicenseValues & { state: string },
  requireLicenseApproval: boolean,
): Promise<void> {
  await sql`
    update users set cosmetology_id = ${cosmetology_id}, license_state = ${state}, license_type = ${type ?? null},
      license_expires_on = ${expiresOn ?? null}::date, license_expired_at = null, license_approved_at = null,
      license_refusal = null, license_shared = false, ${noRenewal},
      status = case when status = 'active' and ${requireLicenseApproval} then 'pending' else status end
     where id = ${userId}`.execute(trx)
  await trx.deleteFrom('license_files').where('user_id', '=', userId).execute()
}

/** Corrects a license that is not approved; it must be reviewed again. */
export async function correctLicense(
  trx: Transaction,
  userId: UserId,
  state: string,
  { cosmetology_id, type, expiresOn }: LicenseValues,
): Promise<void> {
  await sql`
    update users set cosmetology_id = ${cosmetology_id}, license_state = ${state}, license_refusal = null,
      license_type = ${valueOrColumn(type, sql`license_type`)}, license_expires_on = ${valueOrColumn(expiresOn, sql`license_expires_on`)}::date,
      license_expired_at = null
     where id = ${userId}`.execute(trx)
}

/** Updates the formatting of an equivalent license number. */
export async function updateLicenseFormatting(
  trx: Transaction,
  userId: UserId,
  state: string,
  input: string,
): Promise<void> {
  await trx.updateTable('users').set({ cosmetology_id: input, license_state: state }).where('id', '=', userId).execute()
}

/** Replaces a previously submitted renewal. The approved license does not change. */
export async function storeRenewal(
  trx: Transaction,
  userId: UserId,
  { type, expiresOn }: { type: LicenseType | null; expiresOn: string },
): Promise<void> {
  await sql`
    update users set renewal_type = ${type}, renewal_expires_on = ${expiresOn}::date, renewal_refusal = null
     where id = ${userId}`.execute(trx)
}

/** Replaces the previous file, which is then unused. */
export async function storeLicenseFile(
  trx: Transaction,
  userId: UserId,
  isRenewal: boolean,
  { file, name }: { file: string; name: string },
): Promise<void> {
  await trx
    .insertInto('license_files')
    .values({ user_id: userId, is_renewal: isRenewal, file_name: file, name })
    .onConflict((conflict) => conflict.constraint('license_files_pkey').doUpdateSet({ file_name: file, name }))
    .execute()
}

export type LicenseHolder = {
  id: UserId
  member_no: string
  email: string
  license_state: string
  license_number: string
  approved: boolean
  license_shared: boolean
}

/** Stores the address's state for a license that has none, so that it can be compared. */
export async function storeDefaultLicenseState(trx: Transaction, email: string): Promise<void> {
  await sql`
    update users set license_state = ${effectiveState}
     where email = ${email} and license_state is null and license_number <> ''`.execute(trx)
}

/**
 * Locks all users with this user's license, the user included, in a fixed order, so that the second of two concurrent
 * approvals waits. Returns an empty list if the user has no number or state.
 */
export async function lockLicenseHolders(trx: Transaction, email: string): Promise<LicenseHolder[]> {
  const { rows } = await sql<LicenseHolder>`
    select holder.id, holder.member_no, holder.email, holder.license_state, holder.license_number,
      holder.license_approved_at is not null as approved, holder.license_shared
      from users holder join users target using (license_state, license_number)
     where target.email = ${email} and target.license_number <> ''
     order by holder.id for update of holder`.execute(trx)
  return rows
}

const isRenewalPending = sql<boolean>`(renewal_expires_on is not null and renewal_refusal is null)`

/**
 * Approves the license, or its pending renewal, through a date. Activates a user who has a password and was only
 * waiting for approval.
 */
export async function approveLicense(
  trx: Transaction,
  userId: UserId,
  { expiresOn, type }: { expiresOn: string; type: LicenseType | null | undefined },
): Promise<void> {
  await sql`
    delete from license_files own where user_id = ${userId} and not is_renewal
      and exists (select from users where id = own.user_id and ${isRenewalPending})
      and exists (select from license_files where user_id = own.user_id and is_renewal)`.execute(trx)
  await sql`
    update license_files set is_renewal = false where user_id = ${userId} and is_renewal
      and exists (select from users where id = ${userId} and ${isRenewalPending})`.execute(trx)
  await deleteRenewalFile(trx, userId)
  await sql`
    update users set
      license_approved_at = case when ${isRenewalPending} then now() else coalesce(license_approved_at, now()) end,
      license_refusal = null, license_shared = license_shared and license_approved_at is not null,
      license_type = ${valueOrColumn(type, sql`case when ${isRenewalPending} then coalesce(renewal_type, license_type) else license_type end`)},
      license_expires_on = ${expiresOn}::date, license_expired_at = null, ${noRenewal},
      status = case when status = 'pending' and password_hash is not null then 'active' else status end
     where id = ${userId}`.execute(trx)
}

export async function refuseLicense(
  trx: Transaction,
  userId: UserId,
  reason: string,
  requireLicenseApproval: boolean,
): Promise<void> {
  await deleteRenewalFile(trx, userId)
  await sql`
    update users set license_approved_at = null, license_refusal = ${reason}, license_shared = false,
      license_expired_at = null, ${noRenewal},
      status = case when status = 'active' and ${requireLicenseApproval} then 'pending' else status end
     where id = ${userId}`.execute(trx)
}

/** Refuses the renewal. The approved license does not change. */
export async function refuseRenewal(trx: Transaction, userId: UserId, reason: string): Promise<void> {
  await trx.updateTable('users').set({ renewal_refusal: reason }).where('id', '=', userId).execute()
}

async function deleteRenewalFile(trx: Transaction, userId: UserId): Promise<void> {
  await trx.deleteFrom('license_files').where('user_id', '=', userId).where('is_renewal', '=', true).execute()
}

/**
 * Marks at most `limit` licenses whose last day is over and that are not marked yet. Concurrent runs never return the
 * same license.
 */
export async function markExpired(
  trx: Transaction,
  today: string,
  limit: number,
): Promise<{ id: UserId; expires_on: string; should_email: boolean }[]> {
  const { rows } = await sql<{ id: UserId; expires_on: string; should_email: boolean }>`
    update users set license_expired_at = now()
     where id in (
       select id from users where license_expires_on < ${today}::date and license_expired_at is null
          and license_number <> '' and license_refusal is null
        order by license_expires_on limit ${limit} for update skip locked)
    returning id, to_char(license_expires_on, 'YYYY-MM-DD') as expires_on,
      status in ('pending', 'active') as should_email`.execute(trx)
  return rows
}

export type ExpiringLicense = { id: UserId; expires_on: string; decided_on: string | null }

/** Finds licenses that expire within a range of days, of accounts that can sign in and have sent no renewal. */
export async function findExpiringLicenses(
  db: Database,
  { from, until: lastDay }: { from: string; until: string },
  cursor: { expiresOn: string; id: number },
  limit: number,
): Promise<ExpiringLicense[]> {
  const { rows } = await sql<ExpiringLicense>`
    select id, to_char(license_expires_on, 'YYYY-MM-DD') as expires_on,
        to_char(license_approved_at at time zone 'America/New_York', 'YYYY-MM-DD') as decided_on
      from users
     where license_expires_on between ${from}::date and ${lastDay}::date and license_number <> '' and license_refusal is null
       and status in ('pending', 'active') and not ${isRenewalPending}
       and (license_expires_on, id) > (${cursor.expiresOn}::date, ${cursor.id})
     order by license_expires_on, id limit ${limit}`.execute(db)
  return rows
}

/** Records reminders that were not sent yet and returns them. Of two concurrent runs, only one gets each reminder. */
export async function recordReminders(
  trx: Transaction,
  reminders: readonly { user_id: UserId; expires_on: string; days_before: number }[],
): Promise<{ user_id: UserId; expires_on: string }[]> {
  const { rows } = await sql<{ user_id: UserId; expires_on: string }>`
    insert into license_reminders (user_id, expires_on, days_before)
    select user_id, expires_on, days_before
      from json_to_recordset(${JSON.stringify(reminders)}) as due (user_id int, expires_on date, days_before int)
    on conflict on constraint license_reminders_pkey do nothing
    returning user_id, to_char(expires_on, 'YYYY-MM-DD') as expires_on`.execute(trx)
  return rows
}
