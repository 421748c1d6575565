import type { FastifyInstance } from 'fastify'
import { type Licence, licenceCall, saveLicenceCall } from '#contract/licence.ts'
import { serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { stateUnknown } from './account.problems.ts'
import { findLicence } from './licence.queries.ts'
import { saveLicence } from './save-licence.ts'
import type { AccountServices } from './session-cache.ts'
import { makeSignedIn } from './signed-in.ts'

/** Whether another account has the number is not said here: staff see it (docs/decisions/0019). */
export function licenceRoutes(
  app: FastifyInstance,
  { db, sessions, settings }: AccountServices,
  visitors: Visitors,
): void {
  const signedIn = makeSignedIn(sessions, visitors)

  serve(app, licenceCall, signedIn, ({ who: { user } }) => presentLicence(user.id))

  serve(app, saveLicenceCall, signedIn, async ({ body, who: { user } }) => {
    const approveLicences = settings.get('approve_licences')
    const saved = await inTransaction(db, (trx) => saveLicence(trx, user.id, body, approveLicences))
    if (!saved.ok) throw stateUnknown('licence_state')
    return presentLicence(user.id)
  })

  async function presentLicence(userId: UserId): Promise<Licence> {
    const found = await findLicence(db, userId)
    return {
      licence_state: found.licence_state ?? '',
      cosmetology_id: found.cosmetology_id,
      status: statusOf(found),
      reason: found.licence_refusal ?? '',
      approval: settings.get('approve_licences'),
    }
  }
}

type Found = Awaited<ReturnType<typeof findLicence>>

function statusOf({ licence_number, licence_approved_at, licence_refusal }: Found): Licence['status'] {
  if (licence_refusal !== null) return 'refused'
  if (licence_number === '') return 'none'
  return licence_approved_at === null ? 'submitted' : 'approved'
}
