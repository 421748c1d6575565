import type { FastifyInstance } from 'fastify'
import { serverMessages } from '#contract/server-messages.ts'
import { loginCall, logoutCall } from '#contract/sign-in.ts'
import { codeMissing } from '#server/account/account.errors.ts'
import { checkUserPassword } from '#server/account/credentials.ts'
import { CODE_OF, LOGIN_FROM, LOGIN_TO } from '#server/account/limits.ts'
import { presentUser } from '#server/account/present-user.ts'
import { makeSecondFactors } from '#server/account/second-factor.ts'
import type { AccountServices } from '#server/account/session-cache.ts'
import { endSession } from '#server/account/sessions.ts'
import { endSignInAs } from '#server/account/sign-in-as.ts'
import { makeLimit } from '#server/credentials/limit.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type SignInRefusal, signIn } from './sign-in.ts'

/** Slow steps and counters that must survive a rollback run before the transaction. */
export function signInRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, config, sessions } = services
  const limit = makeLimit(services)
  const verbs = { ...services, secondFactors: makeSecondFactors(config) }

  serve(app, loginCall, anyone, async ({ body, request, reply }) => {
    await limit([
      { ...LOGIN_FROM, key: ipKey(request.ip) },
      { ...LOGIN_TO, key: body.email },
    ])
    const known = await checkUserPassword(db, body)
    if (!known.ok) throw signInProblem(known.refusal)
    if (body.code !== '') await limit([{ ...CODE_OF, key: String(known.id) }])
    const cartToken = visitors.cartToken(request)
    const browser = { code: body.code, cartToken, sessionToken: visitors.sessionToken(request) }
    const entered = await inTransaction(db, (trx) => signIn(trx, known, browser, new Date(), verbs))
    if (!entered.ok) throw signInProblem(entered.refusal)
    if (cartToken !== undefined) visitors.forgetCart(reply)
    visitors.keepSession(reply, entered.token)
    visitors.renew(reply)
    return presentUser(db, known.id)
  })

  serve(app, logoutCall, anyone, async ({ request, reply }) => {
    const token = visitors.sessionToken(request)
    const session = token === undefined ? undefined : await sessions.find(token)
    const at = { address: request.ip, requestId: request.id }
    if (token !== undefined)
      await inTransaction(db, async (trx) => {
        await (session?.staff ? endSignInAs(trx, token, session, at) : endSession(trx, token))
      })
    visitors.forgetSession(reply)
    visitors.renew(reply)
    return {}
  })
}

function signInProblem(refusal: SignInRefusal): ProblemError {
  return refusal.code === 'sign_in_failed' ? problem(401, serverMessages.signInFailed) : codeMissing(refusal)
}
