import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import {
  type CertificateRow,
  endApproved,
  findCertificates,
  lockHolder,
  markApproved,
  markRefused,
} from './certificate.queries.ts'

export type CertificateRefusal =
  | { code: 'user_not_found' }
  /** The state has no pending or valid certificate. */
  | { code: 'certificate_not_found' }
  | { code: 'expired' }
  | { code: 'reason_required' }

/** Identifies a certificate by its holder and state. */
export type CertificateOf = {
  email: string
  state: string
  /** Number of the reviewed certificate; no other is decided. */
  number?: string | undefined
  /** Last day of the reviewed certificate, because a renewal has the same number. */
  expires_on?: string | undefined
}

/** Approves a certificate, so that the user's orders in that state are exempt from now on. Ends the previous one. */
export async function approveCertificate(
  trx: Transaction,
  actor: Actor,
  of: CertificateOf,
  jobs: Jobs,
): Promise<Result<{ certificate: CertificateRow }, CertificateRefusal>> {
  const holder = await lockHolder(trx, of.email)
  if (!holder) return refuse({ code: 'user_not_found' })
  const known = await findCertificates(trx, holder.id)
  const ofState = known.filter(({ state }) => state === of.state)
  const certificate = ofState.find((one) => one.status === 'submitted' && isMeant(of, one))
  if (!certificate) {
    return refuse({ code: ofState[0]?.status === 'expired' ? 'expired' : 'certificate_not_found' })
  }
  const by = formatActorName(actor)
  const before = ofState.find(({ status }) => status === 'approved')
  await endApproved(trx, holder.id, of.state, by)
  await markApproved(trx, certificate.id, by)
  await jobs.queue(trx, 'mail', [{ mail: 'certificate_approved', certificate_id: certificate.id }])
  await recordAction(trx, actor, {
    action: 'certificate.approved',
    subject: { kind: 'member', id: holder.id },
    ...(before && { before: figuresOf(before) }),
    after: figuresOf(certificate),
  })
  return { ok: true, certificate }
}

/** Refuses the submitted certificate. One that was approved before stays valid. */
export async function refuseCertificate(
  trx: Transaction,
  actor: Actor,
  of: CertificateOf,
  reason: string,
  jobs: Jobs,
): Promise<Result<{ certificate: CertificateRow }, CertificateRefusal>> {
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  const holder = await lockHolder(trx, of.email)
  if (!holder) return refuse({ code: 'user_not_found' })
  const known = await findCertificates(trx, holder.id)
  const certificate = known.find((one) => one.state === of.state && one.status === 'submitted' && isMeant(of, one))
  if (!certificate) return refuse({ code: 'certificate_not_found' })
  await markRefused(trx, certificate.id, formatActorName(actor), reason.trim())
  await jobs.queue(trx, 'mail', [{ mail: 'certificate_refused', certificate_id: certificate.id }])
  await recordAction(trx, actor, {
    action: 'certificate.refused',
    subject: { kind: 'member', id: holder.id },
    before: figuresOf(certificate),
    reason: reason.trim(),
  })
  return { ok: true, certificate }
}

/** Ends a certificate, so that the user's orders are taxed again. Existing orders keep their exemption. */
export async function endCertificate(
  trx: Transaction,
  actor: Actor,
  of: CertificateOf,
  reason?: string,
): Promise<Result<{ certificate: CertificateRow }, CertificateRefusal>> {
  const holder = await lockHolder(trx, of.email)
  if (!holder) return refuse({ code: 'user_not_found' })
  const known = await findCertificates(trx, holder.id)
  const ofState = known.filter(({ state }) => state === of.state)
  // A newer one may have expired without ever being valid.
  const certificate =
    ofState.find(({ status }) => status === 'approved') ?? ofState.find(({ status }) => status === 'expired')
  if (!certificate || !isMeant(of, certificate)) return refuse({ code: 'certificate_not_found' })
  if (!(await endApproved(trx, holder.id, of.state, formatActorName(actor))))
    return refuse({ code: 'certificate_not_found' })
  await recordAction(trx, actor, {
    action: 'certificate.ended',
    subject: { kind: 'member', id: holder.id },
    before: figuresOf(certificate),
    reason,
  })
  return { ok: true, certificate }
}

const isMeant = ({ number, expires_on }: CertificateOf, found: CertificateRow): boolean =>
  (number === undefined || number === found.number) && (expires_on === undefined || expires_on === found.expires_on)

const figuresOf = ({ id, state, number, expires_on }: CertificateRow) => ({
  certificate: id,
  state,
  number,
  expires_on,
})
