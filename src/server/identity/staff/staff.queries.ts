import { sql } from 'kysely'
import { permissions, type Role } from '#contract/permissions.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'

export type StaffAccount = {
  id: StaffId
  email: string
  name: string
  role: Role
  active: boolean
  password_hash: string | null
}

const columns = ['id', 'email', 'name', 'role', 'active', 'password_hash'] as const

export const findStaffByEmail = (db: Database, email: string): Promise<StaffAccount | undefined> =>
  db.selectFrom('staff').select(columns).where('email', '=', email).executeTakeFirst()

export const findStaffById = (db: Database, id: number): Promise<StaffAccount | undefined> =>
  db
    .selectFrom('staff')
    .select(columns)
    .where('id', '=', id as StaffId)
    .executeTakeFirst()

export const lockStaff = (trx: Transaction, id: StaffId): Promise<StaffAccount> =>
  trx.selectFrom('staff').select(columns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export type StaffListRow = {
  id: StaffId
  email: string
  name: string
  role: Role
  active: boolean
  password_set: boolean
  two_factor: boolean
  last_signed_in_at: Date | null
}

/** Finds all staff, or the one with this ID. */
export async function findStaffRows(db: Database, id?: number): Promise<StaffListRow[]> {
  const { rows } = await sql<StaffListRow>`
    select id, email, name, role, active, password_hash is not null as password_set, last_signed_in_at,
      exists (select from staff_second_factors where staff_id = staff.id and confirmed_at is not null) as two_factor
    from staff where ${id === undefined ? sql`true` : sql`id = ${id}`} order by email`.execute(db)
  return rows
}

/** Returns undefined if the email is taken. */
export async function insertStaff(
  trx: Transaction,
  staff: { email: string; name: string; role: Role },
): Promise<StaffId | undefined> {
  const row = await trx
    .insertInto('staff')
    .values(staff)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type StaffFields = { email?: string; name?: string; role?: Role; active?: boolean }

export async function updateStaff(trx: Transaction, id: StaffId, fields: StaffFields): Promise<void> {
  await trx.updateTable('staff').set(fields).where('id', '=', id).execute()
}

export async function setPasswordHash(trx: Transaction, id: StaffId, hash: string | null): Promise<void> {
  await trx.updateTable('staff').set({ password_hash: hash }).where('id', '=', id).execute()
}

/** Serializes everything that depends on the set of approvers: changes to staff, proposals and approvals. */
export async function lockApprovers(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staff who may approve', 0))`.execute(trx)
}

/** Finds the approvers who can sign in. */
export const findApprovers = (db: Database): Promise<StaffAccount[]> =>
  db
    .selectFrom('staff')
    .select(columns)
    .where('active', '=', true)
    .where('role', 'in', permissions.approve)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .execute()

export async function countOtherOwners(trx: Transaction, id: StaffId): Promise<number> {
  const { n } = await trx
    .selectFrom('staff')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('role', '=', 'owner')
    .where('active', '=', true)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return n
}

export const findByLink = (db: Database, tokenHash: Buffer): Promise<StaffAccount | undefined> =>
  db
    .selectFrom('staff_links')
    .innerJoin('staff', 'staff.id', 'staff_links.staff_id')
    .select(['staff.id', 'email', 'name', 'role', 'active', 'password_hash'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('active', '=', true)
    .executeTakeFirst()
