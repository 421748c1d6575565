import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findCertificates, isPast, lockHolder, stateExists, upsertSubmitted } from './certificate.queries.ts'

export type CertificateInput = {
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

/** The pending certificate of a state as last shown to the user; null if there was none. */
export type ExpectedCertificate = { number: string; expires_on: string } | null

/**
 * Records a user's resale certificate (docs/back-office §3, Tax), which applies once it is approved. Replaces a pending
 * one of the same state, unless it differs from the one last shown to the user.
 */
export async function saveCertificate(
  trx: Transaction,
  actor: Actor,
  {
    email,
    certificate: input,
    expected,
  }: { email: string; certificate: CertificateInput; expected?: ExpectedCertificate | undefined },
): Promise<Result<{ id: number }, SaveCertificateRefusal>> {
  const number = input.number.trim()
  if (number === '' || number.length > MAX_CHARACTERS) return refuse({ code: 'number_required' })
  const holder = await lockHolder(trx, email)
  if (!holder) return refuse({ code: 'user_not_found' })
  if (!(await stateExists(trx, input.state))) return refuse({ code: 'state_not_found' })
  if (await isPast(trx, input.expiresOn)) return refuse({ code: 'expired' })
  const pending = (await findCertificates(trx, holder.id)).find(
    ({ state, status }) => state === input.state && status === 'submitted',
  )
  if (
    expected !== undefined &&
    (expected?.number !== pending?.number || expected?.expires_on !== pending?.expires_on)
  ) {
    return refuse({ code: 'stale' })
  }
  const id = await upsertSubmitted(trx, { ...input, number, userId: holder.id, createdBy: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: 'certificate.saved',
    subject: { kind: 'member', id: holder.id },
    ...(pending && { before: { number: pending.number, expires_on: pending.expires_on } }),
    after: { certificate: id, state: input.state, number, expires_on: input.expiresOn },
  })
  return { ok: true, id }
}

const MAX_CHARACTERS = 40
