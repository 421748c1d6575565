import type { FastifyInstance } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import { changePasswordCall, forgotCall, resetCall } from '#contract/customers/sign-in.ts'
import type { Refusal } from '#domain/result.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { hashNewPassword, type WeakPassword } from '#server/identity/credentials/new-password.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { linkExpiredProblem, weakPasswordProblem, wrongPasswordProblem } from './account.errors.ts'
import { changePassword } from './change-password.ts'
import { createPasswordGuard } from './current-password.ts'
import { EMAILED_LINKS_PER_IP, PASSWORD_LINKS_PER_EMAIL } from './limits.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { presentUser } from './present-user.ts'
import { prepareReset, resetPassword } from './reset-password.ts'
import type { AccountServices } from './session-cache.ts'
import { makeSignedInPolicy } from './signed-in.ts'

/**
 * Hashes the password before the transaction because hashing is slow. Awaits `onEnrolled` after an invitation is
 * accepted: until the cached months include the new member, the sponsor would see neither the invitation nor the
 * member.
 */
export function passwordRoutes(
  app: FastifyInstance,
  services: AccountServices,
  visitors: Visitors,
  onEnrolled: () => Promise<void>,
): void {
  const { db, settings, sessions } = services
  const limit = makeLimit(services)
  const requirePassword = createPasswordGuard(services)

  serve(app, forgotCall, anyone, async ({ body }) => {
    await limit([{ ...PASSWORD_LINKS_PER_EMAIL, key: body.email }])
    await inTransaction(db, (trx) => mailPasswordLink(trx, body.email, services))
    return { message: serverMessages.forgotSent }
  })

  serve(app, resetCall, anyone, async ({ body, request, reply }) => {
    await limit([{ ...EMAILED_LINKS_PER_IP, key: ipKey(request.ip) }])
    const tokenHash = hashToken(body.token)
    const prepared = await prepareReset(services, tokenHash, body.password)
    if (!prepared.ok) throw resetProblem(prepared.refusal)
    const { email, isInvitation, passwordHash } = prepared
    const requireLicenseApproval = settings.get('approve_licenses')
    const { cosmetology_id: cosmetologyId, terms_version: termsVersion } = body
    const result = await inTransaction(db, async (trx) =>
      isInvitation
        ? acceptInvitation(trx, { email, tokenHash, passwordHash, cosmetologyId, termsVersion, requireLicenseApproval })
        : resetPassword(trx, { tokenHash, passwordHash }, { requireLicenseApproval }),
    )
    if (!result.ok) throw resetProblem(result.refusal)
    if (isInvitation) await onEnrolled()
    visitors.forgetSession(reply)
    return {}
  })

  serve(app, changePasswordCall, makeSignedInPolicy(sessions, visitors), async ({ body, caller: { user }, reply }) => {
    const oldHash = await requirePassword(user.id, body.current_password)
    const hashed = await hashNewPassword(
      body.new_password,
      { email: user.email, names: [user.first_name, user.last_name] },
      services,
    )
    if (!hashed.ok) throw weakPasswordProblem('new_password', hashed.refusal)
    const changed = await inTransaction(db, (trx) =>
      changePassword(trx, user.id, { from: oldHash, to: hashed.passwordHash }),
    )
    if (!changed.ok) throw wrongPasswordProblem()
    visitors.keepSession(reply, changed.token)
    visitors.renew(reply)
    return presentUser(db, user.id)
  })
}

function resetProblem(refusal: Refusal<'link_expired' | 'email_taken'> | WeakPassword): ProblemError {
  switch (refusal.code) {
    case 'link_expired':
      return linkExpiredProblem()
    case 'email_taken':
      return problem(refusal.code, serverMessages.inviteeHasAccount)
    default:
      return weakPasswordProblem('password', refusal)
  }
}
