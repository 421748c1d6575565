import { sql } from 'kysely'
import type { Address } from '#domain/addresses/address.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { isPendingChange } from './email-change.queries.ts'
import { isEmailTaken, lockEmails } from './taken-email.queries.ts'

export const findUserByEmail = (db: Database, email: string) =>
  db.selectFrom('users').select(['id', 'password_hash', 'status']).where('email', '=', email).executeTakeFirst()

export const findUser = (db: Database, userId: UserId) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['id', 'type', 'first_name', 'last_name', 'email'])
    .select(sql<boolean>`second_factors.confirmed_at is not null`.as('two_factor'))
    .select(sql<boolean>`email_verified_at is not null`.as('email_verified'))
    .select(['license_number', 'license_approved_at', 'license_refusal'])
    .select(sql<string | null>`to_char(license_expires_on, 'YYYY-MM-DD')`.as('expires_on'))
    .select((select) =>
      select
        .selectFrom('email_changes')
        .select('new_email')
        .whereRef('user_id', '=', 'users.id')
        .where(isPendingChange)
        .as('awaited_email'),
    )
    .where('id', '=', userId)
    .executeTakeFirst()

export const findPasswordHash = async (db: Database, userId: UserId): Promise<string | null | undefined> =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst())?.password_hash

export const selectContact = (db: Database, userId: UserId) =>
  db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email as user_email', 'phone_number'])
    .where('id', '=', userId)
    .executeTakeFirst()

export const findAccountStatus = (db: Database, userId: UserId) =>
  db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst()

/**
 * Finds the owner of the first referral code that exists; earlier ones are mistyped. Codes are read aloud and typed, so
 * letter case does not matter.
 */
export async function findUserByCodes(db: Database | Transaction, referralCodes: readonly string[]) {
  if (referralCodes.length === 0) return undefined
  const codes = referralCodes.map((code) => code.toUpperCase())
  const users = await db
    .selectFrom('users')
    .select(['id', 'status', 'referral_code'])
    .where('referral_code', 'in', codes)
    .execute()
  return codes.flatMap((code) => users.filter(({ referral_code }) => referral_code === code))[0]
}

/** Finds the sponsor of a new user by referral code. Suspended and closed accounts cannot sponsor anyone. */
export async function findSponsorByCodes(trx: Transaction, referralCodes: readonly string[]) {
  const user = await findUserByCodes(trx, referralCodes)
  return user?.status === 'pending' || user?.status === 'active' ? user.id : undefined
}

/** Locks the user's credentials until the transaction ends. */
export const lockAccount = (trx: Transaction, userId: UserId) =>
  trx
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'first_name', 'password_hash', 'status'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/**
 * Returns undefined if the email has an account, or is reserved for a user who can still restore their account to it.
 */
export async function insertUser(
  trx: Transaction,
  user: {
    email: string
    type: 'member' | 'franchise'
    first_name: string
    last_name: string
    phone_number: string
    cosmetology_id: string
    license_state: string
    password_hash: string | null
    referral_code: string
    status: 'pending' | 'active'
  },
): Promise<UserId | undefined> {
  await lockEmails(trx, [user.email])
  if (await isEmailTaken(trx, user.email)) return undefined
  const row = await trx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertAddress(trx: Transaction, userId: UserId, address: Address): Promise<void> {
  await trx
    .insertInto('user_addresses')
    .values({ ...address, user_id: userId })
    .execute()
}

/**
 * Sets a password through a mailed link, which also proves the mailbox. Activates a pending user, unless the shop
 * approves licenses and has not approved this one.
 */
export async function setPassword(
  trx: Transaction,
  userId: UserId,
  passwordHash: string,
  requireLicenseApproval: boolean,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      email_verified_at: sql<Date>`now()`,
      status: sql`case when status <> 'pending' or (license_approved_at is null and ${requireLicenseApproval}) then status
        else 'active' end`,
    })
    .where('id', '=', userId)
    .execute()
}

type UserType = 'member' | 'franchise'

export type UserChanges = {
  type?: UserType
  status?: 'pending' | 'active' | 'suspended' | 'closed'
}

export const changeUser = (trx: Transaction, email: string, { type, status }: UserChanges) =>
  trx
    .updateTable('users')
    .set({
      type: type ?? sql<UserType>`type`,
      ...(status === 'active' && {
        license_approved_at: sql<Date>`coalesce(license_approved_at, now())`,
        license_refusal: null,
        license_shared: sql<boolean>`license_shared and license_approved_at is not null`,
        status: sql`case when password_hash is null then 'pending' else 'active' end`,
      }),
      ...(status === 'pending' && { license_approved_at: null, license_shared: false, status }),
      ...((status === 'suspended' || status === 'closed') && { status }),
    })
    .where('email', '=', email)
    .returning(['id', 'email', 'type', 'status'])
    .executeTakeFirst()

/** Returns false if `oldHash` is no longer the user's hash, so that only one of two concurrent changes succeeds. */
export async function replacePassword(
  trx: Transaction,
  userId: UserId,
  oldHash: string,
  newHash: string,
): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', userId)
    .where('password_hash', '=', oldHash)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the user had no password. */
export async function voidPassword(trx: Transaction, userId: UserId): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', userId)
    .where('password_hash', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
