import type { StaffProfile } from '#contract/identity/staff-profile.ts'
import { listEntries } from '#server/identity/audit/list-entries.ts'
import { staffTables } from '#server/identity/credentials/account-tables.ts'
import { findSecondFactorState } from '#server/identity/credentials/second-factors.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Staff } from './find-staff.ts'
import { requiresSecondFactor } from './requires-second-factor.ts'
import { findStaffById } from './staff.queries.ts'
import { findStaffSessions } from './staff-sessions.ts'

const MAX_SIGN_INS = 50
const EVENTS = {
  'staff.signed_in': 'signed_in',
  'staff.signed_out': 'signed_out',
  'staff.sign_in_failed': 'sign_in_failed',
} as const
const isSignIn = (action: string): action is keyof typeof EVENTS => action in EVENTS

/** Reads the user's current account, with its sign-ins from the audit log. */
export async function readOwnProfile(
  db: Database,
  { id, tokenHash }: Pick<Staff, 'id' | 'tokenHash'>,
  requiredOfAll: boolean,
): Promise<StaffProfile> {
  const [staff, factor, sessions, entries] = await Promise.all([
    findStaffById(db, id),
    findSecondFactorState(db, staffTables, id),
    findStaffSessions(db, id),
    listEntries(db, {
      subject: { kind: 'staff', id: String(id) },
      by: undefined,
      action: 'staff.sign',
      day: undefined,
    }),
  ])
  if (!staff) throw new Error(`there is no staff member ${id}`)
  const { name, email, role } = staff
  return {
    name,
    email,
    role,
    two_factor: factor.isOn,
    two_factor_required: requiresSecondFactor(role, requiredOfAll),
    recovery_codes_left: factor.codesLeft,
    sessions: sessions.map(({ token_hash, created_at, last_used_at }) => ({
      signed_in_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      current: token_hash.equals(tokenHash),
    })),
    sign_ins: entries
      .flatMap(({ action, made_at, payload }) =>
        isSignIn(action) ? [{ at: made_at.toISOString(), event: EVENTS[action], from: payload?.from ?? null }] : [],
      )
      .slice(0, MAX_SIGN_INS),
  }
}
