import type { FastifyInstance } from 'fastify'
import { confirmSecondFactorCall, removeSecondFactorCall, startSecondFactorCall } from '#contract/second-factor.ts'
import { serverMessages } from '#contract/server-messages.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Visitors } from '../visitor.ts'
import { makeRequirePassword } from './current-password.ts'
import { CODE_OF, makeLimit } from './limits.ts'
import { findUser, lockAccount } from './member.queries.ts'
import { presentUser } from './present-user.ts'
import { makeSecondFactors } from './second-factor.ts'
import { endAllSessions, isLiveSession, openSession } from './sessions.ts'
import { makeSignedIn } from './signed-in.ts'
import { presentSetUp } from './totp.ts'

const notStarted = { ok: false, refusal: 'not_started' } as const

export function secondFactorRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, config, settings } = services
  const signedIn = makeSignedIn(db, visitors)
  const limit = makeLimit(services)
  const secondFactors = makeSecondFactors(config)
  const requirePassword = makeRequirePassword(services)

  const wrongCode = () => problem(422, serverMessages.codeWrong, { code: serverMessages.codeWrong })

  serve(app, startSecondFactorCall, signedIn, async ({ body, who }) => {
    await requirePassword(who.user.id, body.current_password)
    // Whoever registers somebody else's email must not lock its owner out.
    if (!(await findUser(db, who.user.id))?.email_proven) throw problem(409, serverMessages.emailNotProven)
    const secret = await secondFactors.start(db, who.user.id)
    if (!secret) throw problem(409, serverMessages.twoFactorIsOn)
    return presentSetUp(secret, { issuer: settings.get('shop_name'), label: who.user.email })
  })

  serve(app, confirmSecondFactorCall, signedIn, async ({ body, who: { user, tokenHash }, reply }) => {
    await limit([{ ...CODE_OF, key: String(user.id) }])
    const confirmed = await inTransaction(db, async (trx) => {
      const answer = await secondFactors.confirm(trx, user.id, body.code, new Date())
      if (!answer.ok) return answer
      // The account may have been taken back from this sign-in, or given another email, a moment ago.
      const account = await lockAccount(trx, user.id)
      if (!(await isLiveSession(trx, tokenHash)) || account.email_proven_at === null) return notStarted
      await endAllSessions(trx, user.id)
      return { ...answer, token: await openSession(trx, user.id) }
    })
    if (!confirmed.ok) {
      throw confirmed.refusal === 'code_wrong' ? wrongCode() : problem(409, serverMessages.twoFactorNotStarted)
    }
    visitors.keepSession(reply, confirmed.token)
    visitors.renew(reply)
    return { recovery_codes: confirmed.recoveryCodes }
  })

  serve(app, removeSecondFactorCall, signedIn, async ({ body, who }) => {
    const { id } = who.user
    await requirePassword(id, body.current_password)
    await limit([{ ...CODE_OF, key: String(id) }])
    const removed = await inTransaction(db, (trx) => secondFactors.remove(trx, id, body.code, new Date()))
    if (!removed.ok) throw removed.refusal === 'not_on' ? problem(409, serverMessages.twoFactorIsOff) : wrongCode()
    return presentUser(db, id)
  })
}
