import type { FastifyInstance } from 'fastify'
import {
  approveCertificateCall,
  certificatesCall,
  endCertificateCall,
  refuseCertificateCall,
  saveCertificateCall,
} from '#contract/checkout/certificates.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { certificateProblem } from './certificate.errors.ts'
import { approveCertificate, endCertificate, refuseCertificate } from './decide-certificate.ts'
import { findCertificate, listCertificatePage } from './list-certificates.ts'
import { saveCertificate } from './save-certificate.ts'

/** Lets staff record members' resale certificates and decide about them (docs/back-office §3, Tax). */
export function certificateRoutes(app: FastifyInstance, services: Services): void {
  const { db, jobs } = services
  const { permitted } = makeStaffPolicies(services)
  const getCertificate = async (id: number) => {
    const certificate = await findCertificate(db, id)
    if (!certificate) throw notFound()
    return { certificate }
  }

  serve(app, certificatesCall, permitted(certificatesCall), ({ query }) => listCertificatePage(db, query))

  serve(app, saveCertificateCall, permitted(saveCertificateCall), async ({ body, caller: { actor } }) => {
    const { email, expires_on: expiresOn, expected_version: expectedVersion, ...fields } = body
    const result = await inTransaction(db, (trx) =>
      saveCertificate(trx, actor, { email, certificate: { ...fields, expiresOn }, expectedVersion }),
    )
    if (!result.ok) throw certificateProblem(result.refusal)
    return getCertificate(result.id)
  })

  serve(app, approveCertificateCall, permitted(approveCertificateCall), async ({ body, caller: { actor } }) => {
    const result = await inTransaction(db, (trx) => approveCertificate(trx, actor, body, jobs))
    if (!result.ok) throw certificateProblem(result.refusal)
    return getCertificate(result.certificate.id)
  })

  serve(app, refuseCertificateCall, permitted(refuseCertificateCall), async ({ body, caller: { actor } }) => {
    const { reason, ...target } = body
    const result = await inTransaction(db, (trx) => refuseCertificate(trx, actor, target, reason, jobs))
    if (!result.ok) throw certificateProblem(result.refusal)
    return getCertificate(result.certificate.id)
  })

  serve(app, endCertificateCall, permitted(endCertificateCall), async ({ body, caller: { actor } }) => {
    const { reason, ...target } = body
    const result = await inTransaction(db, (trx) => endCertificate(trx, actor, target, reason))
    if (!result.ok) throw certificateProblem(result.refusal)
    return getCertificate(result.certificate.id)
  })
}
