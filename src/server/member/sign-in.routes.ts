import type { FastifyInstance, FastifyReply } from 'fastify'
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
import { serverMessages } from '#contract/server-messages.ts'
import { inTransaction } from '../database/transaction.ts'
import { type ProblemError, problem } from '../errors.ts'
import { ipKey } from '../ip-key.ts'
import { anyone, serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { hashToken } from '../token.ts'
import type { Visitors } from '../visitor.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { makeRequirePassword } from './current-password.ts'
import { CODE_OF, FORGOT_OF, LINK_FROM, LOGIN_FROM, LOGIN_TO, makeLimit, REGISTER_FROM } from './limits.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { codeMissing, emailTaken, linkExpired, stateUnknown, weakPassword, wrongPassword } from './member.problems.ts'
import { hashNewPassword, type WeakPassword } from './new-password.ts'
import { presentUser } from './present-user.ts'
import { prepareRegistration, type RegisterRefusal, register } from './register.ts'
import { prepareReset, resetPassword } from './reset-password.ts'
import { makeSecondFactors } from './second-factor.ts'
import { endSession } from './sessions.ts'
import { checkSignIn, type SignInRefusal, signIn } from './sign-in.ts'
import { makeSignedIn } from './signed-in.ts'
import { subscribe } from './subscribe.ts'
import { isEmailTaken } from './taken-email.queries.ts'

/** Signing in and out, and passwords. What takes long or must stay counted comes before the transaction. */
export function signInRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, config, settings } = services
  const signedIn = makeSignedIn(db, visitors)
  const limit = makeLimit(services)
  const verbs = { ...services, secondFactors: makeSecondFactors(config) }
  const requirePassword = makeRequirePassword(services)

  function keepSession(reply: FastifyReply, token: string): void {
    visitors.keepSession(reply, token)
    visitors.renew(reply)
  }

  serve(app, loginCall, anyone, async ({ body, request, reply }) => {
    await limit([
      { ...LOGIN_FROM, key: ipKey(request.ip) },
      { ...LOGIN_TO, key: body.email },
    ])
    const known = await checkSignIn(db, body)
    if (!known.ok) throw signInProblem(known.refusal)
    if (body.code !== '') await limit([{ ...CODE_OF, key: String(known.userId) }])
    const cartToken = visitors.cartToken(request)
    const browser = { code: body.code, cartToken, sessionToken: visitors.sessionToken(request) }
    const entered = await inTransaction(db, (trx) => signIn(trx, known, browser, new Date(), verbs))
    if (!entered.ok) throw signInProblem(entered.refusal)
    if (cartToken !== undefined) visitors.forgetCart(reply)
    keepSession(reply, entered.token)
    return presentUser(db, known.userId)
  })

  serve(app, logoutCall, anyone, async ({ request, reply }) => {
    const token = visitors.sessionToken(request)
    if (token !== undefined) await inTransaction(db, (trx) => endSession(trx, token))
    visitors.forgetSession(reply)
    visitors.renew(reply)
    return {}
  })

  serve(app, registerCall, anyone, async ({ body, request }) => {
    await limit([{ ...REGISTER_FROM, key: ipKey(request.ip) }])
    // What the link itself says comes before what an earlier one left behind.
    const form = { ...body, ref: body.ref || (visitors.referralCode(request) ?? '') }
    const prepared = await prepareRegistration(db, form)
    if (!prepared.ok) throw registerProblem(prepared.refusal)
    const registered = await inTransaction(db, (trx) => register(trx, form, prepared.passwordHash, services))
    if (!registered.ok) throw registerProblem(registered.refusal)
    const message = body.franchise === 'Y' ? serverMessages.registered : serverMessages.registeredMail
    return { ...(await presentUser(db, registered.userId)), message }
  })

  serve(app, checkEmailCall, anyone, async ({ body }) => ({
    valid: !(await isEmailTaken(db, body.email)),
  }))

  serve(app, forgotCall, anyone, async ({ body }) => {
    await limit([{ ...FORGOT_OF, key: body.email }])
    await inTransaction(db, (trx) => mailPasswordLink(trx, body.email, services))
    return { message: serverMessages.forgotSent }
  })

  serve(app, resetCall, anyone, async ({ body, request, reply }) => {
    await limit([{ ...LINK_FROM, key: ipKey(request.ip) }])
    const tokenHash = hashToken(body.token)
    const prepared = await prepareReset(db, tokenHash, body.password)
    if (!prepared.ok) throw resetProblem(prepared.refusal)
    const { email, isInvitation, passwordHash } = prepared
    const approveLicences = settings.get('approve_licences')
    const cosmetologyId = body.cosmetology_id
    const set = await inTransaction(db, async (trx) =>
      isInvitation
        ? acceptInvitation(trx, { email, tokenHash, passwordHash, cosmetologyId, approveLicences })
        : resetPassword(trx, tokenHash, passwordHash, approveLicences),
    )
    if (!set.ok) throw resetProblem(set.refusal)
    visitors.forgetSession(reply)
    return {}
  })

  serve(app, changePasswordCall, signedIn, async ({ body, who: { user }, reply }) => {
    const from = await requirePassword(user.id, body.current_password)
    const hashed = await hashNewPassword(body.new_password, user.email)
    if (!hashed.ok) throw weakPassword('new_password', hashed.refusal)
    const changed = await inTransaction(db, (trx) => changePassword(trx, user.id, { from, to: hashed.passwordHash }))
    if (!changed.ok) throw wrongPassword()
    keepSession(reply, changed.token)
    return presentUser(db, user.id)
  })

  serve(app, userCall, signedIn, async ({ who }) => presentUser(db, who.user.id))

  serve(app, subscribeCall, anyone, async ({ body }) => {
    await inTransaction(db, (trx) => subscribe(trx, body.email))
    return {}
  })
}

function signInProblem(refusal: SignInRefusal): ProblemError {
  return refusal === 'sign_in_failed' ? problem(401, serverMessages.signInFailed) : codeMissing(refusal)
}

function registerProblem(refusal: RegisterRefusal): ProblemError {
  switch (refusal) {
    case 'state_unknown':
      return stateUnknown('state')
    case 'email_taken':
      return emailTaken()
    default:
      return weakPassword('password', refusal)
  }
}

function resetProblem(refusal: 'link_expired' | 'email_taken' | WeakPassword): ProblemError {
  switch (refusal) {
    case 'link_expired':
      return linkExpired()
    case 'email_taken':
      return problem(422, serverMessages.invitedIsUser)
    default:
      return weakPassword('password', refusal)
  }
}
