import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findCertificates, isPast, lockHolder, stateIsKnown, upsertSubmitted } from './certificate.queries.ts'

export type GivenCertificate = {
  state: string
  number: string
  /** YYYY-MM-DD, the last valid day. */
  expiresOn: string
}

export type SaveCertificateRefusal =
  | { code: 'user_not_found' }
  | { code: 'state_not_found' }
  | { code: 'number_required' }
  | { code: 'expired' }
  | { code: 'stale' }

/** The pending certificate of a state that the user saw; null if there was none. */
export type ExpectedCertificate = { number: string; expires_on: string } | null

/**
 * Records a user's resale certificate (docs/back-office §3, Tax), which applies once it is approved. Replaces a pending
 * one of the same state, unless it differs from the one the user saw.
 */
export async function saveCertificate(
  trx: Transaction,
  actor: Actor,
  email: string,
  given: GivenCertificate,
  seen?: ExpectedCertificate,
): Promise<Result<{ id: number }, SaveCertificateRefusal>> {
  const number = given.number.trim()
  if (number === '' || number.length > MAX_CHARACTERS) return refuse({ code: 'number_required' })
  const holder = await lockHolder(trx, email)
  if (!holder) return refuse({ code: 'user_not_found' })
  if (!(await stateIsKnown(trx, given.state))) return refuse({ code: 'state_not_found' })
  if (await isPast(trx, given.expiresOn)) return refuse({ code: 'expired' })
  const replaced = (await findCertificates(trx, holder.id)).find(
    ({ state, status }) => state === given.state && status === 'submitted',
  )
  if (seen !== undefined && (seen?.number !== replaced?.number || seen?.expires_on !== replaced?.expires_on)) {
    return refuse({ code: 'stale' })
  }
  const id = await upsertSubmitted(trx, { ...given, number, userId: holder.id, by: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: 'certificate.saved',
    subject: { kind: 'member', id: holder.id },
    ...(replaced && { before: { number: replaced.number, expires_on: replaced.expires_on } }),
    after: { certificate: id, state: given.state, number, expires_on: given.expiresOn },
  })
  return { ok: true, id }
}

const MAX_CHARACTERS = 40
