import type { FastifyInstance } from 'fastify'
import { type Licence, licenceCall, licenceFileCall, renewalFileCall, saveLicenceCall } from '#contract/licence.ts'
import { licenceMessages } from '#contract/licence-messages.ts'
import { pagePaths } from '#contract/paths.ts'
import { notFound, type ProblemError, problem, wantsPage } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { type Receive, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { keptIfNamed } from '#server/upload/kept-if-named.ts'
import { sendAttachment } from '#server/upload/send-attachment.ts'
import { storeAttachment } from '#server/upload/store-attachment.ts'
import { HEIC_SENTENCE } from '#server/upload/store-picture.ts'
import { overQuota } from '#server/upload/upload.problems.ts'
import { stateUnknown } from './account.problems.ts'
import { findLicence, statusOfLicence } from './find-licence.ts'
import { licenceStopSentence } from './licence-stop.ts'
import { presentLicence } from './present-licence.ts'
import { type SaveLicenceRefusal, saveLicence } from './save-licence.ts'
import type { AccountServices } from './session-cache.ts'
import { makeSignedIn } from './signed-in.ts'

/** These calls do not reveal that another account has the same number; only staff see it (docs/decisions/0019). */
export function licenceRoutes(
  app: FastifyInstance,
  { db, files, sessions, settings }: AccountServices,
  visitors: Visitors,
  receive: Receive,
): void {
  const signedIn = makeSignedIn(sessions, visitors)

  serve(app, licenceCall, signedIn, ({ who: { user } }) => ownLicence(user.id))

  serve(
    app,
    saveLicenceCall,
    signedIn,
    async ({ body, file: received, who: { user }, request, reply }) => {
      const stored = received && (await storeAttachment(files, received, isEvidence))
      if (stored?.ok === false) {
        const sentence = stored.refusal === 'heic' ? HEIC_SENTENCE : NO_EVIDENCE
        throw problem(415, sentence, { evidence: sentence })
      }
      const file = stored?.attachment
      const actor = { kind: 'customer', userId: user.id, address: ipKey(request.ip) } as const
      const saved = await keptIfNamed(files, file?.file, () =>
        inTransaction(db, (trx) => saveLicence(trx, actor, user.id, body, file, settings)),
      )
      if (!saved.ok) throw saveLicenceProblem(saved.refusal)
      return wantsPage(request) ? reply.redirect(pagePaths.accountLicence, 303) : ownLicence(user.id)
    },
    receive,
  )

  serve(app, licenceFileCall, signedIn, async ({ who: { user }, reply }) => {
    const row = await findLicence(db, user.id)
    if (!row?.file || row.file_title === null) throw notFound()
    return sendAttachment(reply, files, { file: row.file, name: row.file_title })
  })

  serve(app, renewalFileCall, signedIn, async ({ who: { user }, reply }) => {
    const row = await findLicence(db, user.id)
    if (!row?.renewal_file || row.renewal_file_title === null) throw notFound()
    return sendAttachment(reply, files, { file: row.renewal_file, name: row.renewal_file_title })
  })

  async function ownLicence(userId: UserId): Promise<Licence> {
    const row = await findLicence(db, userId)
    if (!row) throw notFound()
    return {
      ...presentLicence(row),
      approval: settings.get('approve_licences'),
      order_stop: licenceStopSentence(settings.get('licence_for_orders'), statusOfLicence(row)),
    }
  }
}

const NO_EVIDENCE = 'Please choose a photo (JPEG, PNG, WebP, AVIF or GIF) or a PDF.'

const isEvidence = ({ ending, isPicture }: { ending: string; isPicture?: boolean }): boolean =>
  isPicture === true || ending === 'pdf'

function saveLicenceProblem(refusal: SaveLicenceRefusal): ProblemError {
  switch (refusal) {
    case 'state_unknown':
      return stateUnknown('licence_state')
    case 'day_over':
      return problem(422, licenceMessages.lastDayOver, { expires_on: licenceMessages.lastDayOver })
    case 'day_missing':
      return problem(422, licenceMessages.lastDayMalformed, { expires_on: licenceMessages.lastDayMalformed })
    case 'account_quota':
    case 'shop_quota':
      return overQuota(refusal)
  }
}
