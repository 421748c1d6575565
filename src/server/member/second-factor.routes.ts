import type { FastifyInstance } from 'fastify'
import { messages, ownMessages } from '#contract/messages.ts'
import { confirmSecondFactorCall, removeSecondFactorCall, startSecondFactorCall } from '#contract/second-factor.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Visitors } from '../visitor.ts'
import { CODE_OF, LOGIN_TO, makeLimit } from './limits.ts'
import { findPasswordHash } from './member.queries.ts'
import { isPassword } from './password.ts'
import { presentUser } from './present-user.ts'
import { makeSecondFactors } from './second-factor.ts'
import type { Session } from './sessions.ts'
import { endAllSessions, openSession } from './sessions.ts'
import { makeSignedIn } from './signed-in.ts'
import { presentSetUp } from './totp.ts'

export function secondFactorRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, config, settings } = services
  const signedIn = makeSignedIn(db, visitors)
  const limit = makeLimit(services)
  const secondFactors = makeSecondFactors(config)

  /** Who only found an open browser must neither lock its owner out nor take the second factor away. */
  async function requirePassword({ user }: Session, password: string): Promise<void> {
    await limit([{ ...LOGIN_TO, key: user.email }])
    const right = await isPassword(password, await findPasswordHash(db, user.id))
    if (!right) throw problem(401, messages.currentPasswordWrong)
  }
  const wrongCode = () => problem(422, ownMessages.codeWrong, { code: ownMessages.codeWrong })

  serve(app, startSecondFactorCall, signedIn, async ({ body, who }) => {
    await requirePassword(who, body.current_password)
    const secret = await secondFactors.start(db, who.user.id)
    if (!secret) throw problem(409, ownMessages.twoFactorIsOn)
    return presentSetUp(secret, { issuer: settings.get('shop_name'), label: who.user.email })
  })

  serve(app, confirmSecondFactorCall, signedIn, async ({ body, who: { user }, reply }) => {
    await limit([{ ...CODE_OF, key: String(user.id) }])
    const confirmed = await inTransaction(db, async (trx) => {
      const answer = await secondFactors.confirm(trx, user.id, body.code, new Date())
      if (!answer.ok) return answer
      await endAllSessions(trx, user.id)
      return { ...answer, token: await openSession(trx, user.id) }
    })
    if (!confirmed.ok) {
      throw confirmed.refusal === 'code_wrong' ? wrongCode() : problem(409, ownMessages.twoFactorNotStarted)
    }
    visitors.keepSession(reply, confirmed.token)
    visitors.renew(reply)
    return { recovery_codes: confirmed.recoveryCodes }
  })

  serve(app, removeSecondFactorCall, signedIn, async ({ body, who }) => {
    const { id } = who.user
    await requirePassword(who, body.current_password)
    await limit([{ ...CODE_OF, key: String(id) }])
    const removed = await inTransaction(db, (trx) => secondFactors.remove(trx, id, body.code, new Date()))
    if (!removed.ok) throw removed.refusal === 'not_on' ? problem(409, ownMessages.twoFactorIsOff) : wrongCode()
    return presentUser(db, id)
  })
}
