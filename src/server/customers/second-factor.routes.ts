import type { FastifyInstance } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import {
  confirmSecondFactorCall,
  removeSecondFactorCall,
  startSecondFactorCall,
} from '#contract/customers/second-factor.ts'
import { fieldProblem, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { presentSetUp } from '#server/identity/credentials/totp.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createPasswordGuard } from './current-password.ts'
import { enableSecondFactor } from './enable-second-factor.ts'
import { SESSION_CODES_PER_ACCOUNT } from './limits.ts'
import { presentUser } from './present-user.ts'
import { makeSecondFactors } from './second-factor.ts'
import type { AccountServices } from './session-cache.ts'
import { makeSignedInPolicy } from './signed-in.ts'

export function secondFactorRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, config, settings, sessions } = services
  const signedIn = makeSignedInPolicy(sessions, visitors)
  const limit = makeLimit(services)
  const secondFactors = makeSecondFactors(config)
  const requirePassword = createPasswordGuard(services)

  const wrongCodeProblem = () => fieldProblem('code_incorrect', 'code', serverMessages.codeIncorrect)

  serve(app, startSecondFactorCall, signedIn, async ({ body, caller }) => {
    await requirePassword(caller.user.id, body.current_password)
    const started = await inTransaction(db, (trx) => secondFactors.start(trx, caller.user.id))
    if (!started.ok) {
      const { emailNotProven, twoFactorIsOn } = serverMessages
      const { code } = started.refusal
      throw problem(code, code === 'email_not_verified' ? emailNotProven : twoFactorIsOn)
    }
    return presentSetUp(started.secret, { issuer: settings.get('shop_name'), label: caller.user.email })
  })

  serve(app, confirmSecondFactorCall, signedIn, async ({ body, caller, reply }) => {
    await limit([{ ...SESSION_CODES_PER_ACCOUNT, key: String(caller.user.id) }])
    const confirmed = await inTransaction(db, (trx) =>
      enableSecondFactor(trx, caller, body.code, new Date(), { secondFactors }),
    )
    if (!confirmed.ok) {
      const { code } = confirmed.refusal
      throw code === 'code_incorrect' ? wrongCodeProblem() : problem(code, serverMessages.twoFactorNotStarted)
    }
    visitors.keepSession(reply, confirmed.token)
    visitors.renew(reply)
    return { recovery_codes: confirmed.recoveryCodes }
  })

  serve(app, removeSecondFactorCall, signedIn, async ({ body, caller }) => {
    const { id } = caller.user
    await requirePassword(id, body.current_password)
    await limit([{ ...SESSION_CODES_PER_ACCOUNT, key: String(id) }])
    const removed = await inTransaction(db, (trx) => secondFactors.remove(trx, id, body.code, new Date()))
    if (!removed.ok) {
      const { code } = removed.refusal
      throw code === 'second_factor_not_on' ? problem(code, serverMessages.twoFactorIsOff) : wrongCodeProblem()
    }
    return presentUser(db, id)
  })
}
