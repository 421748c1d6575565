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
  | { code: 'not_found' }
  /** The state has no pending or valid certificate. */
  | { code: 'certificate_not_found' }
  | { code: 'certificate_expired' }
  | { code: 'reason_required' }

/** Identifies a certificate by its holder and state. */
export type CertificateSelector = {
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
  target: CertificateSelector,
  jobs: Jobs,
): Promise<Result<{ certificate: CertificateRow }, CertificateRefusal>> {
  const holder = await lockHolder(trx, target.email)
  if (!holder) return refuse({ code: 'not_found' })
  const certificates = await findCertificates(trx, holder.id)
  const stateCertificates = certificates.filter(({ state }) => state === target.state)
  const certificate = stateCertificates.find(
    (candidate) => candidate.status === 'submitted' && isTarget(target, candidate),
  )
  if (!certificate) {
    return refuse({
      code: stateCertificates[0]?.status === 'expired' ? 'certificate_expired' : 'certificate_not_found',
    })
  }
  const decidedBy = formatActorName(actor)
  const before = stateCertificates.find(({ status }) => status === 'approved')
  await endApproved(trx, holder.id, target.state, decidedBy)
  await markApproved(trx, certificate.id, decidedBy)
  await jobs.queue(trx, 'mail', [{ mail: 'certificate_approved', certificate_id: certificate.id }])
  await recordAction(trx, actor, {
    action: 'certificate.approved',
    subject: { kind: 'member', id: holder.id },
    ...(before && { before: toAuditDetails(before) }),
    after: toAuditDetails(certificate),
  })
  return { ok: true, certificate }
}

/** Refuses the submitted certificate. A previously approved one stays valid. */
export async function refuseCertificate(
  trx: Transaction,
  actor: Actor,
  target: CertificateSelector,
  reason: string,
  jobs: Jobs,
): Promise<Result<{ certificate: CertificateRow }, CertificateRefusal>> {
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  const holder = await lockHolder(trx, target.email)
  if (!holder) return refuse({ code: 'not_found' })
  const certificates = await findCertificates(trx, holder.id)
  const certificate = certificates.find(
    (candidate) => candidate.state === target.state && candidate.status === 'submitted' && isTarget(target, candidate),
  )
  if (!certificate) return refuse({ code: 'certificate_not_found' })
  await markRefused(trx, certificate.id, formatActorName(actor), reason.trim())
  await jobs.queue(trx, 'mail', [{ mail: 'certificate_refused', certificate_id: certificate.id }])
  await recordAction(trx, actor, {
    action: 'certificate.refused',
    subject: { kind: 'member', id: holder.id },
    before: toAuditDetails(certificate),
    reason: reason.trim(),
  })
  return { ok: true, certificate }
}

/** Ends a certificate, so that the user's orders are taxed again. Existing orders keep their exemption. */
export async function endCertificate(
  trx: Transaction,
  actor: Actor,
  target: CertificateSelector,
  reason?: string,
): Promise<Result<{ certificate: CertificateRow }, CertificateRefusal>> {
  const holder = await lockHolder(trx, target.email)
  if (!holder) return refuse({ code: 'not_found' })
  const certificates = await findCertificates(trx, holder.id)
  const stateCertificates = certificates.filter(({ state }) => state === target.state)
  // A newer one may have expired without ever being valid.
  const certificate =
    stateCertificates.find(({ status }) => status === 'approved') ??
    stateCertificates.find(({ status }) => status === 'expired')
  if (!certificate || !isTarget(target, certificate)) return refuse({ code: 'certificate_not_found' })
  if (!(await endApproved(trx, holder.id, target.state, formatActorName(actor))))
    return refuse({ code: 'certificate_not_found' })
  await recordAction(trx, actor, {
    action: 'certificate.ended',
    subject: { kind: 'member', id: holder.id },
    before: toAuditDetails(certificate),
    reason,
  })
  return { ok: true, certificate }
}

const isTarget = ({ number, expires_on }: CertificateSelector, certificate: CertificateRow): boolean =>
  (number === undefined || number === certificate.number) &&
  (expires_on === undefined || expires_on === certificate.expires_on)

const toAuditDetails = ({ id, state, number, expires_on }: CertificateRow) => ({
  certificate: id,
  state,
  number,
  expires_on,
})
