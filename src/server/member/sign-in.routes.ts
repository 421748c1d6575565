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
import { serverMessages } from '#contract/server-messages.ts'
import { mergeGuestCart } from '../cart/merge-guest-cart.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import { ipKey } from '../ip-key.ts'
import { anyone, serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { hashToken } from '../token.ts'
import type { Visitors } from '../visitor.ts'
import { type Accepted, acceptInvitation } from './accept-invitation.ts'
import { makeRequirePassword, wrongPassword } from './current-password.ts'
import { endOlderLinks } from './end-links.ts'
import { findInvitation } from './invitation.queries.ts'
import { CODE_OF, FORGOT_OF, LINK_FROM, LOGIN_FROM, LOGIN_TO, makeLimit, REGISTER_FROM } from './limits.ts'
import { linkExpired } from './link-expired.ts'
import { maySignIn } from './may-sign-in.ts'
import { changePassword, findUserByEmail, insertSubscriber, lockAccount } from './member.queries.ts'
import { hashPassword, isPassword } from './password.ts'
import { findPasswordLink } from './password-link.queries.ts'
import { presentUser } from './present-user.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import { codeSentences, makeSecondFactors } from './second-factor.ts'
import { endAllSessions, endSession, openSession } from './sessions.ts'
import { makeSignedIn } from './signed-in.ts'
import { isEmailTaken } from './taken-email.queries.ts'
import { refuseWeakPassword } from './weak-password.ts'

const signedOut = { ok: false, refusal: 'signed_out' } as const

const invitationSentences: Record<Extract<Accepted, { ok: false }>['refusal'], () => Error> = {
  link_expired: linkExpired,
  email_taken: () => problem(422, serverMessages.invitedIsUser),
}

export function signInRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, jobs, config, settings } = services
  const signedIn = makeSignedIn(db, visitors)
  const limit = makeLimit(services)
  const secondFactors = makeSecondFactors(config)
  const requirePassword = makeRequirePassword(services)

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
      { ...LOGIN_FROM, key: ipKey(request.ip) },
      { ...LOGIN_TO, key: body.email },
    ])
    const user = await findUserByEmail(db, body.email)
    // One sentence and one hash's time for every cause (docs/security G12).
    const right = await isPassword(body.password, user?.password_hash)
    if (!user || !right || !maySignIn(user.status)) throw problem(401, serverMessages.signInFailed)
    if (body.code !== '') await limit([{ ...CODE_OF, key: String(user.id) }])
    const cartToken = visitors.cartToken(request)
    const entered = await inTransaction(db, async (trx) => {
      // The password that was compared can have been voided or changed meanwhile.
      const account = await lockAccount(trx, user.id)
      if (account.password_hash !== user.password_hash || !maySignIn(account.status)) return signedOut
      const passed = await secondFactors.pass(trx, user.id, body.code, new Date())
      if (!passed.ok) return passed
      if (cartToken !== undefined) await mergeGuestCart(trx, cartToken, user.id)
      return { ...passed, token: await openSession(trx, user.id) }
    })
    if (!entered.ok) {
      if (entered.refusal === 'signed_out') throw problem(401, serverMessages.signInFailed)
      throw problem(401, codeSentences[entered.refusal], { code: codeSentences[entered.refusal] })
    }
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
    await limit([{ ...REGISTER_FROM, key: ipKey(request.ip) }])
    // What the link itself says comes before what an earlier one left behind.
    const userId = await register(services, { ...body, ref: body.ref || (visitors.referralCode(request) ?? '') })
    const message = body.franchise === 'Y' ? serverMessages.registered : serverMessages.registeredMail
    return { ...(await presentUser(db, userId)), message }
  })

  serve(app, checkEmailCall, anyone, async ({ body }) => ({
    valid: !(await isEmailTaken(db, body.email)),
  }))

  serve(app, forgotCall, anyone, async ({ body }) => {
    await limit([{ ...FORGOT_OF, key: body.email }])
    const user = await findUserByEmail(db, body.email)
    if (user && maySignIn(user.status)) {
      // Who never set a password gets the longer-lived first link again.
      const mail = user.password_hash === null ? 'set_password' : 'reset_password'
      await inTransaction(db, (trx) => jobs.queue(trx, 'mail', [{ mail, user_id: user.id }]))
    }
    return { message: serverMessages.forgotSent }
  })

  serve(app, resetCall, anyone, async ({ body, request, reply }) => {
    await limit([{ ...LINK_FROM, key: ipKey(request.ip) }])
    const tokenHash = hashToken(body.token)
    // Before the hash: guessing links must not cost the shop one each.
    const invitation = await findInvitation(db, tokenHash)
    const email = invitation?.email ?? (await findPasswordLink(db, tokenHash))?.email
    if (email === undefined) throw linkExpired()
    await refuseWeakPassword('password', body.password, email)
    const passwordHash = await hashPassword(body.password)
    const approveLicences = settings.get('approve_licences')
    if (invitation) {
      const cosmetologyId = body.cosmetology_id
      const accepted = await inTransaction(db, (trx) =>
        acceptInvitation(trx, { email, tokenHash, passwordHash, cosmetologyId, approveLicences }),
      )
      if (!accepted.ok) throw invitationSentences[accepted.refusal]()
    } else if (!(await inTransaction(db, (trx) => resetPassword(trx, tokenHash, passwordHash, approveLicences)))) {
      throw linkExpired()
    }
    visitors.forgetSession(reply)
    return {}
  })

  serve(app, changePasswordCall, signedIn, async ({ body, who: { user }, reply }) => {
    const old = await requirePassword(user.id, body.current_password)
    await refuseWeakPassword('new_password', body.new_password, user.email)
    const passwordHash = await hashPassword(body.new_password)
    const token = await inTransaction(db, async (trx) => {
      if (!(await changePassword(trx, user.id, old, passwordHash))) return undefined
      await endAllSessions(trx, user.id)
      await endOlderLinks(trx, user.id)
      return openSession(trx, user.id)
    })
    if (token === undefined) throw wrongPassword()
    signIn(reply, token)
    return presentUser(db, user.id)
  })

  serve(app, userCall, signedIn, async ({ who }) => presentUser(db, who.user.id))

  serve(app, subscribeCall, anyone, async ({ body }) => {
    await insertSubscriber(db, body.email)
    return {}
  })
}
