import type { FastifyInstance } from 'fastify'
import {
  type License,
  licenseCall,
  licenseFileCall,
  renewalFileCall,
  saveLicenseCall,
} from '#contract/customers/license.ts'
import { licenseMessages } from '#contract/customers/license-messages.ts'
import { pagePaths } from '#contract/paths.ts'
import { sendAttachment } from '#server/content/uploads/send-attachment.ts'
import { storeAttachment } from '#server/content/uploads/store-attachment.ts'
import { HEIC_MESSAGE } from '#server/content/uploads/store-picture.ts'
import { withTempFileCleanup } from '#server/content/uploads/temp-file-cleanup.ts'
import { quotaProblem } from '#server/content/uploads/upload.errors.ts'
import { fieldProblem, notFound, type ProblemError, wantsPage } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { type Receive, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { unknownStateProblem } from './account.errors.ts'
import { findLicense, findLicenseStatus } from './find-license.ts'
import { findLicenseBlockMessage } from './license-block.ts'
import { presentLicense } from './present-license.ts'
import { type SaveLicenseRefusal, saveLicense } from './save-license.ts'
import type { AccountServices } from './session-cache.ts'
import { makeSignedInPolicy } from './signed-in.ts'

/** These calls do not reveal that another account has the same number; only staff see it (docs/decisions/0059). */
export function licenseRoutes(
  app: FastifyInstance,
  { db, files, sessions, settings }: AccountServices,
  visitors: Visitors,
  receive: Receive,
): void {
  const signedIn = makeSignedInPolicy(sessions, visitors)

  serve(app, licenseCall, signedIn, ({ caller: { user } }) => getLicense(user.id))

  serve(
    app,
    saveLicenseCall,
    signedIn,
    async ({ body, file: upload, caller: { user }, request, reply }) => {
      const stored = upload && (await storeAttachment(files, upload, isEvidence))
      if (stored?.ok === false) {
        const message = stored.refusal.code === 'heic_not_supported' ? HEIC_MESSAGE : EVIDENCE_MESSAGE
        throw fieldProblem(stored.refusal.code, 'evidence', message)
      }
      const file = stored?.attachment
      const actor = { kind: 'customer', userId: user.id, address: ipKey(request.ip) } as const
      const saved = await withTempFileCleanup(files, file?.file, () =>
        inTransaction(db, (trx) => saveLicense(trx, actor, { userId: user.id, license: body, file }, { settings })),
      )
      if (!saved.ok) throw saveLicenseProblem(saved.refusal)
      return wantsPage(request) ? reply.redirect(pagePaths.accountLicense, 303) : getLicense(user.id)
    },
    receive,
  )

  serve(app, licenseFileCall, signedIn, async ({ caller: { user }, reply }) => {
    const row = await findLicense(db, user.id)
    if (!row?.file || row.file_title === null) throw notFound()
    return sendAttachment(reply, files, { file: row.file, name: row.file_title })
  })

  serve(app, renewalFileCall, signedIn, async ({ caller: { user }, reply }) => {
    const row = await findLicense(db, user.id)
    if (!row?.renewal_file || row.renewal_file_title === null) throw notFound()
    return sendAttachment(reply, files, { file: row.renewal_file, name: row.renewal_file_title })
  })

  async function getLicense(userId: UserId): Promise<License> {
    const row = await findLicense(db, userId)
    if (!row) throw notFound()
    return {
      ...presentLicense(row),
      approval: settings.get('approve_licenses'),
      order_block_reason: findLicenseBlockMessage(settings.get('license_for_orders'), findLicenseStatus(row)),
    }
  }
}

const EVIDENCE_MESSAGE = 'Please choose a photo (JPEG, PNG, WebP, AVIF or GIF) or a PDF.'

const isEvidence = ({ ending, isPicture }: { ending: string; isPicture?: boolean }): boolean =>
  isPicture === true || ending === 'pdf'

function saveLicenseProblem(refusal: SaveLicenseRefusal): ProblemError {
  switch (refusal.code) {
    case 'state_not_found':
      return unknownStateProblem('license_state')
    case 'expiration_in_past':
      return fieldProblem(refusal.code, 'expires_on', licenseMessages.lastDayOver)
    case 'expiration_required':
      return fieldProblem(refusal.code, 'expires_on', licenseMessages.lastDayMalformed)
    case 'account_quota':
    case 'shop_quota':
      return quotaProblem(refusal)
  }
}
