import type { Role } from '#contract/permissions.ts'
import { approvableActions } from '#server/approvable-actions.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { hashPassword } from '#server/identity/credentials/password.ts'
import { approve } from '#server/identity/staff/decide-approval.ts'
import { listStaff } from '#server/identity/staff/list-staff.ts'
import { toStaffVersion } from '#server/identity/staff/staff-version.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import type { appForSuite } from './app.ts'
import { type Browser, browserOf } from './browser.ts'

export const STAFF_PASSWORD = 'orchid lamp 48'
let sequence = 0

type StaffActor = Extract<Actor, { kind: 'staff' }>

/** A staff member with a password, and the actor that use cases receive. */
export async function makeStaff(db: Database, role: Role, overrides: { email?: string; active?: boolean } = {}) {
  const email = overrides.email ?? `${role}${++sequence}@shop.example`
  const { id } = await db
    .insertInto('staff')
    .values({ email, role, password_hash: await hashPassword(STAFF_PASSWORD), active: overrides.active ?? true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const actor: StaffActor = { kind: 'staff', staffId: id, email, role }
  return { id, email, role, actor }
}

/** Version of a staff account that an owner sees. */
export async function readStaffVersion(db: Database, id: number): Promise<string> {
  const staff = (await listStaff(db)).find((one) => one.id === id)
  if (!staff) throw new Error(`there is no staff member ${id}`)
  return toStaffVersion(staff)
}

/** Approves as another staff member, with their own session. */
export async function approveAs(db: Database, actor: StaffActor, approvalId: number, jobs: Jobs) {
  const settings = await openSettings(db, {})
  return inTransaction(db, (trx) => approve(trx, actor, approvalId, approvableActions({ jobs, settings })))
}

/** Opens a staff session like signing in does; its token goes into the cookie `staff`. */
export async function staffSession(
  db: Database,
  staffId: Awaited<ReturnType<typeof makeStaff>>['id'],
  recentlyAuthenticated = true,
) {
  const token = makeToken()
  await db
    .insertInto('staff_sessions')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      ...(!recentlyAuthenticated && { authenticated_at: new Date(Date.now() - 11 * 60_000) }),
    })
    .execute()
  return token
}

/** A browser in which a new staff member of the role is signed in. */
export async function openStaffBrowser(suite: ReturnType<typeof appForSuite>, role: Role): Promise<Browser> {
  const { db } = suite().services
  const browser = browserOf(suite)
  const { id } = await makeStaff(db, role)
  browser.jar.set('staff', await staffSession(db, id))
  return browser
}
