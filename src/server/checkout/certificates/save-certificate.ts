import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import {
  type CertificateRow,
  findCertificates,
  isPast,
  lockHolder,
  stateExists,
  upsertSubmitted,
} from './certificate.queries.ts'

export type CertificateInput = {
  state: string
  number: string
  /** YYYY-MM-DD, the last valid day. */
  expiresOn: string
}

export type SaveCertificateRefusal =
  | Refusal<'not_found' | 'state_not_found' | 'certificate_expired'>
  /** The number. */
  | { code: 'invalid' }
  /** With the user's certificates as they are now. */
  | { code: 'stale'; certificates: CertificateRow[] }

/**
 * Records a user's resale certificate (docs/back-office §3, Tax), which applies once it is approved. Replaces a pending
 * one of the same state, unless it changed since the user last saw it.
 */
export async function saveCertificate(
  trx: Transaction,
  actor: Actor,
  {
    email,
    certificate: input,
    expectedVersion,
  }: {
    email: string
    certificate: CertificateInput
    /** Version of the pending certificate of the state; null if there was none. */
    expectedVersion?: string | null | undefined
  },
): Promise<Result<{ id: number }, SaveCertificateRefusal>> {
  const number = input.number.trim()
  if (number === '' || number.length > MAX_CHARACTERS) return refuse({ code: 'invalid' })
  const holder = await lockHolder(trx, email)
  if (!holder) return refuse({ code: 'not_found' })
  if (!(await stateExists(trx, input.state))) return refuse({ code: 'state_not_found' })
  if (await isPast(trx, input.expiresOn)) return refuse({ code: 'certificate_expired' })
  const certificates = await findCertificates(trx, holder.id)
  const pending = certificates.find(({ state, status }) => state === input.state && status === 'submitted')
  if (expectedVersion !== undefined && expectedVersion !== (pending?.version ?? null)) {
    return refuse({ code: 'stale', certificates })
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
