import type { FastifyInstance } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import { loginCall, logoutCall } from '#contract/customers/sign-in.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { codeProblem } from './account.errors.ts'
import { checkUserPassword } from './credentials.ts'
import { LOGINS_PER_EMAIL, LOGINS_PER_IP, SIGN_IN_CODES_PER_ACCOUNT } from './limits.ts'
import { presentUser } from './present-user.ts'
import { makeSecondFactors } from './second-factor.ts'
import type { AccountServices } from './session-cache.ts'
import { endSession } from './sessions.ts'
import { type MergeGuestCart, type SignInRefusal, signIn } from './sign-in.ts'
import { endSignInAs } from './sign-in-as.ts'

/** Slow steps and counters that must survive a rollback run before the transaction. */
export function signInRoutes(
  app: FastifyInstance,
  services: AccountServices,
  visitors: Visitors,
  mergeGuestCart: MergeGuestCart,
): void {
  const { db, config, sessions } = services
  const limit = makeLimit(services)
  const deps = { secondFactors: makeSecondFactors(config), mergeGuestCart }

  serve(app, loginCall, anyone, async ({ body, request, reply }) => {
    await limit([
      { ...LOGINS_PER_IP, key: ipKey(request.ip) },
      { ...LOGINS_PER_EMAIL, key: body.email },
    ])
    const credentials = await checkUserPassword(db, body)
    if (!credentials.ok) throw signInProblem(credentials.refusal)
    if (body.code !== '') await limit([{ ...SIGN_IN_CODES_PER_ACCOUNT, key: String(credentials.id) }])
    const cartToken = visitors.cartToken(request)
    const browser = { code: body.code, cartToken, sessionToken: visitors.sessionToken(request) }
    const signedIn = await inTransaction(db, (trx) =>
      signIn(trx, { credentials, browser }, { now: new Date(), ...deps }),
    )
    if (!signedIn.ok) throw signInProblem(signedIn.refusal)
    if (cartToken !== undefined) visitors.forgetCart(reply)
    visitors.keepSession(reply, signedIn.token)
    visitors.renew(reply)
    return presentUser(db, credentials.id)
  })

  serve(app, logoutCall, anyone, async ({ request, reply }) => {
    const token = visitors.sessionToken(request)
    const session = token === undefined ? undefined : await sessions.find(token)
    const origin = { address: request.ip, requestId: request.id }
    if (token !== undefined)
      await inTransaction(db, async (trx) => {
        await (session?.staff ? endSignInAs(trx, token, session, origin) : endSession(trx, token))
      })
    visitors.forgetSession(reply)
    visitors.renew(reply)
    return {}
  })
}

function signInProblem(refusal: SignInRefusal): ProblemError {
  return refusal.code === 'sign_in_failed' ? problem(refusal.code, serverMessages.signInFailed) : codeProblem(refusal)
}
