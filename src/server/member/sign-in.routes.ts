import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  changePasswordCall,
  checkEmailCall,
  forgotCall,
  loginCall,
  logoutCall,
  registerCall,
  resetCall,
  subscribeCall,
  userCall,
} from '#contract/member.ts'
import { messages, ownMessages } from '#contract/messages.ts'
import { addressKey } from '../address-key.ts'
import { mergeGuestCart } from '../cart/merge-guest-cart.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import { anyone, serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { hashToken } from '../token.ts'
import type { Visitors } from '../visitor.ts'
import { CODE_OF, FORGOT_OF, LOGIN_FROM, LOGIN_TO, makeLimit, REGISTER_FROM } from './limits.ts'
import { maySignIn } from './may-sign-in.ts'
import {
  changePassword,
  findPasswordHash,
  findUserByEmail,
  insertSubscriber,
  isPasswordLink,
  setPassword,
  takePasswordLink,
} from './member.queries.ts'
import { hashPassword, isPassword } from './password.ts'
import { presentUser } from './present-user.ts'
import { refuseCommonPassword, register } from './register.ts'
import { type CodeRefusal, makeSecondFactors } from './second-factor.ts'
import { endAllSessions, endSession, openSession } from './sessions.ts'
import { makeSignedIn } from './signed-in.ts'

/** Told to those only who have the right password. */
const codeSentences: Record<CodeRefusal, string> = {
  code_needed: ownMessages.codeNeeded,
  code_wrong: ownMessages.codeWrong,
}

const linkExpired = () => problem(422, ownMessages.linkExpired, { token: ownMessages.linkExpired })

export function signInRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, jobs, config, settings } = services
  const signedIn = makeSignedIn(db, visitors)
  const limit = makeLimit(services)
  const secondFactors = makeSecondFactors(config)

  function signIn(reply: FastifyReply, token: string): void {
    visitors.keepSession(reply, token)
    visitors.renew(reply)
  }

  async function endOldSession(request: FastifyRequest): Promise<void> {
    const token = visitors.sessionToken(request)
    if (token !== undefined) await endSession(db, token)
  }

  serve(app, loginCall, anyone, async ({ body, request, reply }) => {
    await limit([
      { ...LOGIN_FROM, key: addressKey(request.ip) },
      { ...LOGIN_TO, key: body.email },
    ])
    const user = await findUserByEmail(db, body.email)
    // One sentence and one hash's time for every cause (security.md G12).
    const right = await isPassword(body.password, user?.password_hash)
    if (!user || !right || !maySignIn(user.status)) throw problem(401, ownMessages.signInFailed)
    if (body.code !== '') await limit([{ ...CODE_OF, key: String(user.id) }])
    const cartToken = visitors.cartToken(request)
    const entered = await inTransaction(db, async (trx) => {
      const passed = await secondFactors.pass(trx, user.id, body.code, new Date())
      if (!passed.ok) return passed
      if (cartToken !== undefined) await mergeGuestCart(trx, cartToken, user.id)
      return { ...passed, token: await openSession(trx, user.id) }
    })
    if (!entered.ok) throw problem(401, codeSentences[entered.refusal], { code: codeSentences[entered.refusal] })
    await endOldSession(request)
    if (cartToken !== undefined) visitors.forgetCart(reply)
    signIn(reply, entered.token)
    return presentUser(db, user.id)
  })

  serve(app, logoutCall, anyone, async ({ request, reply }) => {
    await endOldSession(request)
    visitors.forgetSession(reply)
    visitors.renew(reply)
    return {}
  })

  serve(app, registerCall, anyone, async ({ body, request }) => {
    await limit([{ ...REGISTER_FROM, key: addressKey(request.ip) }])
    // What the link itself says comes before what an earlier one left behind.
    const userId = await register(services, { ...body, ref: body.ref || (visitors.referralCode(request) ?? '') })
    const message = body.franchise === 'Y' ? ownMessages.registered : ownMessages.registeredMail
    return { ...(await presentUser(db, userId)), message }
  })

  serve(app, checkEmailCall, anyone, async ({ body }) => ({
    valid: (await findUserByEmail(db, body.email)) === undefined,
  }))

  serve(app, forgotCall, anyone, async ({ body }) => {
    await limit([{ ...FORGOT_OF, key: body.email }])
    const user = await findUserByEmail(db, body.email)
    if (user && maySignIn(user.status)) {
      // Who never set a password gets the longer-lived first link again.
      const mail = user.password_hash === null ? 'set_password' : 'reset_password'
      await inTransaction(db, (trx) => jobs.queue(trx, 'mail', [{ mail, user_id: user.id }]))
    }
    return { message: ownMessages.forgotSent }
  })

  serve(app, resetCall, anyone, async ({ body, reply }) => {
    const tokenHash = hashToken(body.token)
    // Before the hash: guessing links must not cost the shop one each.
    if (!(await isPasswordLink(db, tokenHash))) throw linkExpired()
    await refuseCommonPassword('password', body.password)
    const passwordHash = await hashPassword(body.password)
    const used = await inTransaction(db, async (trx) => {
      const userId = await takePasswordLink(trx, tokenHash)
      if (userId === undefined) return false
      await setPassword(trx, userId, passwordHash, settings.get('approve_licences'))
      await endAllSessions(trx, userId)
      return true
    })
    if (!used) throw linkExpired()
    visitors.forgetSession(reply)
    return {}
  })

  serve(app, changePasswordCall, signedIn, async ({ body, who, reply }) => {
    await limit([{ ...LOGIN_TO, key: who.user.email }])
    const old = await findPasswordHash(db, who.user.id)
    if (!(await isPassword(body.current_password, old)) || !old) throw problem(401, messages.currentPasswordWrong)
    await refuseCommonPassword('new_password', body.new_password)
    const passwordHash = await hashPassword(body.new_password)
    const token = await inTransaction(db, async (trx) => {
      if (!(await changePassword(trx, who.user.id, old, passwordHash))) return undefined
      await endAllSessions(trx, who.user.id)
      return openSession(trx, who.user.id)
    })
    if (token === undefined) throw problem(401, messages.currentPasswordWrong)
    signIn(reply, token)
    return presentUser(db, who.user.id)
  })

  serve(app, userCall, signedIn, async ({ who }) => presentUser(db, who.user.id))

  serve(app, subscribeCall, anyone, async ({ body }) => {
    await insertSubscriber(db, body.email)
    return {}
  })
}
