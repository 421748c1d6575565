import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { consumeSetupLink, deleteSetupLinks, hasOwner, hasSetupLink, storeSetupLink } from './setup-link.queries.ts'
import { findStaffByEmail, insertStaff, updateStaff } from './staff.queries.ts'
import { LINK_DAYS, makeStaffLink } from './staff-link.ts'

/**
 * Creates the link that a start prints until an owner can sign in; it replaces the previous one. Undefined for a store
 * with an owner.
 */
export async function makeSetupLink(trx: Transaction, publicUrl: string): Promise<string | undefined> {
  if (await hasOwner(trx)) {
    await deleteSetupLinks(trx)
    return undefined
  }
  const token = makeToken()
  await storeSetupLink(trx, hashToken(token), LINK_DAYS * 24 * 60)
  return publicUrl + fillPath(adminPaths.firstOwner, { token })
}

export async function openSetupLink(
  db: Database,
  token: string,
): Promise<Result<{ isOpen: true }, Refusal<'setup_link_expired'>>> {
  if (!(await hasSetupLink(db, hashToken(token)))) return refuse({ code: 'setup_link_expired' })
  return { ok: true, isOpen: true }
}

/** Adds the first owner by the printed link, which ends, and returns the path of the page that sets their password. */
export async function addFirstOwner(
  trx: Transaction,
  { token, email, name }: { token: string; email: string; name: string },
): Promise<Result<{ path: string }, Refusal<'setup_link_expired'>>> {
  if (!(await consumeSetupLink(trx, hashToken(token))) || (await hasOwner(trx)))
    return refuse({ code: 'setup_link_expired' })
  const owner = { email, name, role: 'owner' } as const
  // An earlier attempt may have ended before a password was set.
  const earlier = await findStaffByEmail(trx, email)
  if (earlier) await updateStaff(trx, earlier.id, { name, role: 'owner', active: true })
  const staffId = earlier?.id ?? (await insertStaff(trx, owner))
  if (staffId === undefined) return refuse({ code: 'setup_link_expired' })
  await recordAction(
    trx,
    { kind: 'staff', staffId, email, role: 'owner' },
    { action: 'staff.added', subject: { kind: 'staff', id: staffId }, after: owner },
  )
  return { ok: true, path: await makeStaffLink(trx, staffId, '') }
}
