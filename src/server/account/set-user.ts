import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { changeUser, type UserChanges } from './account.queries.ts'
import { approveLicence, type LicenceHolder, lockLicenceHolders, refuseLicence } from './licence.queries.ts'
import { maySignIn } from './may-sign-in.ts'
import { endAllSessions } from './sessions.ts'

export type StaffChanges = UserChanges & {
  licence?: 'approved' | 'refused'
  /** Why a licence is refused, for its owner to read. */
  reason?: string
}

export type SetUserRefusal = { code: 'unknown' } | { code: 'no_licence' } | { code: 'licence_taken'; by: LicenceHolder }

export type ChangedUser = {
  user: NonNullable<Awaited<ReturnType<typeof changeUser>>>
  /** Other accounts with the same licence, approved or not. */
  sameLicence: LicenceHolder[]
}

/**
 * Staff changes of a user. Active approves the licence; a user without a password becomes active once it is set
 * (docs/product §1.3). An approved licence belongs to one account. Suspended and closed end all sign-ins.
 */
export async function setUser(
  trx: Transaction,
  email: string,
  changes: StaffChanges,
  approveLicences: boolean,
): Promise<Result<ChangedUser, SetUserRefusal>> {
  const holders = await lockLicenceHolders(trx, email)
  const sameLicence = holders.filter((holder) => holder.email !== email)
  if (changes.status === 'active' || changes.licence === 'approved') {
    const by = takenBy(holders, email)
    if (by) return refuse({ code: 'licence_taken', by })
    if (changes.licence === 'approved' && holders.length === 0) {
      const known = await changeUser(trx, email, {})
      return refuse({ code: known ? 'no_licence' : 'unknown' })
    }
  }
  await changeLicence(trx, email, changes, approveLicences)
  const user = await changeUser(trx, email, changes)
  if (!user) return refuse({ code: 'unknown' })
  if (!maySignIn(user.status)) await endAllSessions(trx, user.id)
  return { ok: true, user, sameLicence }
}

/** Whose approved licence it is, unless the user's own is already approved. */
function takenBy(holders: readonly LicenceHolder[], email: string): LicenceHolder | undefined {
  if (holders.some((holder) => holder.email === email && holder.approved)) return undefined
  return holders.find(({ approved }) => approved)
}

async function changeLicence(
  trx: Transaction,
  email: string,
  { licence, reason = '' }: StaffChanges,
  approveLicences: boolean,
): Promise<void> {
  if (licence === 'approved') await approveLicence(trx, email)
  if (licence === 'refused') await refuseLicence(trx, email, reason, approveLicences)
}
