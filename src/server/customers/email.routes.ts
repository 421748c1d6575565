import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import { saveProfileCall } from '#contract/customers/calls.ts'
import {
  cancelEmailChangeCall,
  confirmEmailCall,
  confirmEmailLinkCall,
  proveEmailLinkCall,
  resendEmailChangeCall,
  undoEmailChangeCall,
  undoEmailLinkCall,
} from '#contract/customers/email-change.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import {
  codeProblem,
  emailTakenProblem,
  linkExpiredProblem,
  linkGoneProblem,
  wrongPasswordProblem,
} from './account.errors.ts'
import { type ConfirmEmailRefusal, confirmEmail } from './confirm-email.ts'
import { createPasswordGuard } from './current-password.ts'
import { findConfirmLink, findUndoLink } from './email-change.queries.ts'
import { findProofLink } from './email-proof.queries.ts'
import { EMAIL_CHANGES_PER_ACCOUNT, EMAILED_LINKS_PER_IP, SESSION_CODES_PER_ACCOUNT } from './limits.ts'
import { presentUser } from './present-user.ts'
import { restoreAccount } from './restore-account.ts'
import { cancelEmailChange, resendEmailChange, saveProfile } from './save-profile.ts'
import { makeSecondFactors } from './second-factor.ts'
import type { AccountServices } from './session-cache.ts'
import { makeSignedInPolicy } from './signed-in.ts'

/** Serves the profile and the calls that change, confirm and undo an email. */
export function emailRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, config, sessions } = services
  const signedIn = makeSignedInPolicy(sessions, visitors)
  const limit = makeLimit(services)
  const requirePassword = createPasswordGuard(services)
  const deps = { ...services, secondFactors: makeSecondFactors(config) }
  const countLink = (request: FastifyRequest) => limit([{ ...EMAILED_LINKS_PER_IP, key: ipKey(request.ip) }])

  serve(app, saveProfileCall, signedIn, async ({ body, caller }) => {
    if (body.email !== caller.user.email) await limit([{ ...EMAIL_CHANGES_PER_ACCOUNT, key: String(caller.user.id) }])
    const saved = await inTransaction(db, (trx) => saveProfile(trx, caller, body, deps))
    if (!saved.ok) {
      const { code } = saved.refusal
      throw code === 'email_taken' ? emailTakenProblem() : problem(code, serverMessages.signInRequired)
    }
    return presentUser(db, caller.user.id)
  })

  serve(app, cancelEmailChangeCall, signedIn, async ({ caller }) => {
    await inTransaction(db, (trx) => cancelEmailChange(trx, caller))
    return presentUser(db, caller.user.id)
  })

  serve(app, resendEmailChangeCall, signedIn, async ({ caller }) => {
    await limit([{ ...EMAIL_CHANGES_PER_ACCOUNT, key: String(caller.user.id) }])
    const sent = await inTransaction(db, (trx) => resendEmailChange(trx, caller, deps))
    if (!sent.ok) throw problem(sent.refusal.code, serverMessages.noPendingEmail)
    return presentUser(db, caller.user.id)
  })

  serve(app, confirmEmailCall, anyone, async ({ body: { token, current_password, code }, request }) => {
    await countLink(request)
    const tokenHash = hashToken(token)
    const change = await findConfirmLink(db, tokenHash)
    if (!change) throw linkExpiredProblem()
    const passwordHash = await requirePassword(change.user_id, current_password)
    if (code !== '') await limit([{ ...SESSION_CODES_PER_ACCOUNT, key: String(change.user_id) }])
    const proof = { tokenHash, passwordHash, code }
    const confirmed = await inTransaction(db, (trx) => confirmEmail(trx, proof, { now: new Date(), ...deps }))
    if (!confirmed.ok) throw confirmProblem(confirmed.refusal)
    return {}
  })

  serve(app, undoEmailChangeCall, anyone, async ({ body, request, reply }) => {
    await countLink(request)
    const tokenHash = hashToken(body.token)
    const undone = await inTransaction(db, (trx) => restoreAccount(trx, tokenHash, deps))
    if (!undone.ok) throw linkExpiredProblem()
    visitors.forgetSession(reply)
    return {}
  })

  const links = [
    [confirmEmailLinkCall, findConfirmLink],
    [undoEmailLinkCall, findUndoLink],
    [proveEmailLinkCall, findProofLink],
  ] as const
  for (const [call, find] of links) {
    serve(app, call, anyone, async ({ params }) => {
      if (!(await find(db, hashToken(params.token)))) throw linkGoneProblem()
      return {}
    })
  }
}

function confirmProblem(refusal: ConfirmEmailRefusal): ProblemError {
  switch (refusal.code) {
    case 'link_expired':
      return linkExpiredProblem()
    case 'password_incorrect':
      return wrongPasswordProblem()
    case 'email_taken':
      return emailTakenProblem()
    case 'code_required':
    case 'code_incorrect':
      return codeProblem(refusal)
  }
}
