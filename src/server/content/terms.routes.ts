import type { FastifyInstance } from 'fastify'
import { publishTermsCall, termsVersionCall, termsVersionsCall } from '#contract/content/admin-terms.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { presentTermsVersion } from './present-content.ts'
import { type PublishTermsRefusal, publishTerms, readTerms } from './publish-terms.ts'
import { findAcceptances, findTermsVersions } from './terms.queries.ts'

const PAGE_SIZE = 50

/** Lets owners publish the terms (docs/back-office §4). */
export function termsRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, termsVersionsCall, permitted(termsVersionsCall), async () => {
    const [versions, latest] = await Promise.all([findTermsVersions(db), readTerms(db)])
    return { data: versions.map(presentTermsVersion), text: latest?.text ?? '' }
  })

  serve(app, termsVersionCall, permitted(termsVersionCall), async ({ params, query }) => {
    const [terms] = await findTermsVersions(db, params.version)
    if (!terms) throw notFound()
    const rows = await findAcceptances(db, params.version, query.after as UserId | undefined, PAGE_SIZE + 1)
    const members = rows.slice(0, PAGE_SIZE)
    return {
      ...presentTermsVersion(terms),
      text: terms.text,
      members: members.map(({ accepted_at, ...member }) => ({ ...member, accepted_at: accepted_at.toISOString() })),
      next: rows.length > members.length ? (members.at(-1)?.id ?? null) : null,
    }
  })

  serve(app, publishTermsCall, permitted(publishTermsCall), async ({ body, caller: { actor } }) => {
    const result = await inTransaction(db, (trx) =>
      publishTerms(trx, actor, { text: body.text, seen: body.expected_version, reason: body.reason }),
    )
    if (!result.ok) throw publishProblem(result.refusal)
    return { version: result.version }
  })
}

function publishProblem(refusal: PublishTermsRefusal): ProblemError {
  switch (refusal.code) {
    case 'empty':
      return problem(422, 'Enter the terms.', { text: 'Enter the terms.' })
    case 'unchanged':
      return problem(422, 'These are the terms already.', { text: 'These are the terms already.' })
    case 'stale':
      return problem(409, 'Someone else published a version in the meantime. Your version wasn’t published.')
  }
}
