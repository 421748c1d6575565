import type { SecondFactorSetUp } from '#contract/customers/second-factor.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { generateCode, presentSetUp } from '#server/identity/credentials/totp.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { NewStaff } from './add-staff.ts'
import { requiresSecondFactor } from './requires-second-factor.ts'
import { insertStaff, setPasswordHash } from './staff.queries.ts'
import type { StaffSecondFactors } from './staff-second-factor.ts'

/** An earlier time, so that the setup does not consume the current code. */
const EARLIER_MS = 60 * 60 * 1000

/**
 * Adds a staff member who can sign in at once to a shop that is being seeded, where there is no approver yet. If the
 * role needs an app, it is set up, and its configuration is returned.
 */
export async function seedStaff(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'system' }>,
  { passwordHash, ...newStaff }: NewStaff & { passwordHash: string },
  { secondFactors, now }: { secondFactors: StaffSecondFactors; now: Date },
): Promise<SecondFactorSetUp | undefined> {
  const id = await insertStaff(trx, newStaff)
  if (id === undefined) throw new Error(`A staff member with the email ${newStaff.email} already exists.`)
  await setPasswordHash(trx, id, passwordHash)
  await recordAction(trx, actor, { action: 'staff.added', subject: { kind: 'staff', id }, after: newStaff })
  if (!requiresSecondFactor(newStaff.role, false)) return undefined
  const secret = await secondFactors.start(trx, id)
  if (!secret) throw new Error(`${newStaff.email} already has an app.`)
  const setupTime = new Date(now.getTime() - EARLIER_MS)
  const confirmed = await secondFactors.confirm(trx, id, generateCode(secret, setupTime), setupTime)
  if (!confirmed.ok) throw new Error(`The app of ${newStaff.email} could not be set up: ${confirmed.refusal.code}`)
  return presentSetUp(secret, { issuer: 'Salonfront', label: newStaff.email })
}
