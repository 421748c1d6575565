import type { FastifyInstance } from 'fastify'
import { callPath } from '#contract/paths.ts'
import {
  eraseMyDataCall,
  exportMyDataCall,
  keepMyDataCall,
  type MyData,
  myDataArchiveCall,
  myDataCall,
} from '#contract/privacy/calls.ts'
import { monthOf } from '#domain/calendar/month.ts'
import { wrongPasswordProblem } from '#server/customers/account.errors.ts'
import { lockCredentials } from '#server/customers/credentials.ts'
import { createPasswordGuard } from '#server/customers/current-password.ts'
import { ARCHIVES_PER_ACCOUNT, ERASURES_PER_ACCOUNT, EXPORTS_PER_ACCOUNT } from '#server/customers/limits.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { findAcceptances, findErasure } from './erasure.queries.ts'
import { findMemberKeys } from './find-person.ts'
import { findOpenBusiness } from './open-business.queries.ts'
import { cancelErasureRequest, requestErasure } from './request-erasure.ts'
import { sendArchive } from './send-archive.ts'

const EXPORT_PURPOSE = 'export of own data'
const LINK_MS = 10 * 60 * 1000

/** Lets members manage their own data (docs/back-office §4): export, erasure and accepted terms. */
export function myDataRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, files, jobs, sessions, signer } = services
  const signedIn = makeSignedInPolicy(sessions, visitors)
  const requirePassword = createPasswordGuard(services)
  const limit = makeLimit(services)

  serve(app, myDataCall, signedIn, ({ caller: { user } }) => presentMyData(user.id))

  serve(app, exportMyDataCall, signedIn, async ({ body, caller: { user }, request }) => {
    // Checked before the export is counted: a mistyped password exports nothing and has its own limit.
    await requirePassword(user.id, body.current_password)
    await limit([{ ...EXPORTS_PER_ACCOUNT, key: String(user.id) }])
    const actor = { kind: 'customer', userId: user.id, address: request.ip, requestId: request.id } as const
    await inTransaction(db, (trx) =>
      recordAction(trx, actor, { action: 'member.exported', subject: { kind: 'member', id: user.id } }),
    )
    const until = String(Date.now() + LINK_MS)
    const signature = signer.sign(EXPORT_PURPOSE, `${user.id} ${until}`)
    return { path: `${callPath('myDataArchive')}?${new URLSearchParams({ until, signature })}` }
  })

  serve(app, myDataArchiveCall, signedIn, async ({ query, caller: { user }, reply }) => {
    const { until, signature } = query
    // Ensures that the password was entered: finding an open browser is not enough.
    if (!signer.verify(EXPORT_PURPOSE, `${user.id} ${until}`, signature) || Number(until) < Date.now()) throw notFound()
    await limit([{ ...ARCHIVES_PER_ACCOUNT, key: String(user.id) }])
    return sendArchive(reply, db, files, await findMemberKeys(db, user.id))
  })

  serve(app, eraseMyDataCall, signedIn, async ({ body, caller: { user }, request }) => {
    const passwordHash = await requirePassword(user.id, body.current_password)
    await limit([{ ...ERASURES_PER_ACCOUNT, key: String(user.id) }])
    const actor = { kind: 'customer', userId: user.id, address: request.ip, requestId: request.id } as const
    const result = await inTransaction(db, async (trx) => {
      const credentials = await lockCredentials(trx, { id: user.id, passwordHash })
      if (credentials.ok) await requestErasure(trx, actor, user.id, jobs)
      return credentials
    })
    if (!result.ok) throw wrongPasswordProblem()
    return presentMyData(user.id)
  })

  serve(app, keepMyDataCall, signedIn, async ({ caller: { user }, request }) => {
    const actor = { kind: 'customer', userId: user.id, address: request.ip, requestId: request.id } as const
    // A request that was canceled before, or never existed, is not an error.
    await inTransaction(db, (trx) => cancelErasureRequest(trx, actor, user.id))
    return presentMyData(user.id)
  })

  async function presentMyData(userId: UserId): Promise<MyData> {
    const [erasure, open, terms] = await Promise.all([
      findErasure(db, userId),
      findOpenBusiness(db, userId, monthOf(Date.now())),
      findAcceptances(db, userId),
    ])
    return {
      erasure: erasure
        ? { requested_at: erasure.requested_at.toISOString(), due_at: erasure.due_at.toISOString() }
        : null,
      open,
      terms: terms.map(({ version, accepted_at }) => ({ version, accepted_at: accepted_at.toISOString() })),
    }
  }
}
