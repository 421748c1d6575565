import type { FastifyInstance } from 'fastify'
import { type Licence, licenceCall, saveLicenceCall } from '#contract/licence.ts'
import { serverMessages } from '#contract/server-messages.ts'
import { isKnownState } from '../content/is-known-state.ts'
import type { UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Visitors } from '../visitor.ts'
import { findLicence, setLicence } from './licence.queries.ts'
import { makeSignedIn } from './signed-in.ts'

/** Whether another account has the number is not said here: staff see it (docs/decisions/0019). */
export function licenceRoutes(app: FastifyInstance, { db, settings }: Services, visitors: Visitors): void {
  const signedIn = makeSignedIn(db, visitors)

  serve(app, licenceCall, signedIn, ({ who: { user } }) => presentLicence(user.id))

  serve(app, saveLicenceCall, signedIn, async ({ body, who: { user } }) => {
    if (!(await isKnownState(db, body.licence_state))) {
      throw problem(422, serverMessages.stateUnknown, { licence_state: serverMessages.stateUnknown })
    }
    await inTransaction(db, (trx) => setLicence(trx, user.id, body, settings.get('approve_licences')))
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
