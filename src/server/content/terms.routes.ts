import type { FastifyInstance } from 'fastify'
import { publishTermsCall, termsVersionCall, termsVersionsCall } from '#contract/content/admin-terms.ts'
import type { Refusal } from '#domain/result.ts'
import { fieldProblem, notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { presentTermsVersion } from './present-content.ts'
import { type PublishTermsRefusal, publishTerms, readTerms, toTermsVersion } from './publish-terms.ts'
import { findAcceptances, findTermsVersions } from './terms.queries.ts'

const PAGE_SIZE = 50
const CHANGED = 'Someone else published a version in the meantime. Your version wasn’t published.'

/** Lets owners publish the terms (docs/back-office §4). */
export function termsRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  async function listVersions() {
    const [versions, latest] = await Promise.all([findTermsVersions(db), readTerms(db)])
    return { data: versions.map(presentTermsVersion), text: latest?.text ?? '', version: toTermsVersion(latest) }
  }

  serve(app, termsVersionsCall, permitted(termsVersionsCall), listVersions)

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
      publishTerms(trx, actor, { text: body.text, expectedVersion: body.expected_version, reason: body.reason }),
    )
    if (!result.ok) {
      if (result.refusal.code !== 'stale') throw publishProblem(result.refusal)
      throw problem('stale', CHANGED, { current: await listVersions() })
    }
    return { version: result.version }
  })
}

function publishProblem(refusal: Exclude<PublishTermsRefusal, Refusal<'stale'>>): ProblemError {
  switch (refusal.code) {
    case 'invalid':
      return fieldProblem(refusal.code, 'text', 'Enter the terms.')
    case 'terms_unchanged':
      return fieldProblem(refusal.code, 'text', 'These are the terms already.')
  }
}
