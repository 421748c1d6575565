import type { FastifyInstance } from 'fastify'
import { adminPaths } from '#contract/admin-paths.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { endSignInAsCall, signInAsCall } from '#contract/customers/sign-in-as.ts'
import { fillPath, pagePaths } from '#contract/paths.ts'
import { SIGN_IN_AS_SECONDS } from '#domain/customers/session-lifetime.ts'
import { notFound, type ProblemError, problem, wantsPage } from '#server/http/errors.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { AccountServices } from './session-cache.ts'
import { endSignInAs, type SignInAsRefusal, signInAs } from './sign-in-as.ts'

/** Lets staff see the shop as a member does (docs/back-office §4). */
export function signInAsRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, sessions } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, signInAsCall, permitted(signInAsCall), async ({ params, body, caller, request, reply }) => {
    const member = { userId: params.member_id as UserId, reason: body.reason }
    const browser = { staffSessionHash: caller.tokenHash, sessionToken: visitors.sessionToken(request) }
    const opened = await inTransaction(db, (trx) => signInAs(trx, caller.actor, member, browser))
    if (!opened.ok) throw signInAsProblem(opened.refusal)
    // Keeps the visitor's token: it cannot change anything, and open pages of the back office need it.
    visitors.keepSession(reply, opened.token, SIGN_IN_AS_SECONDS)
    return { path: pagePaths.account }
  })

  // The session that ends determines the member.
  serve(app, endSignInAsCall, anyone, async ({ request, reply }) => {
    const token = visitors.sessionToken(request)
    const session = token === undefined ? undefined : await sessions.find(token)
    if (token !== undefined && session?.staff)
      await inTransaction(db, (trx) => endSignInAs(trx, token, session, { address: request.ip, requestId: request.id }))
    // Keeps a personal session that they have opened since.
    if (session?.staff || !session) visitors.forgetSession(reply)
    const path = session?.staff ? fillPath(adminPaths.member, { member_id: session.user.id }) : adminPaths.members
    return wantsPage(request) ? reply.redirect(path, 303) : { path }
  })
}

function signInAsProblem(refusal: SignInAsRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'account_blocked':
      return problem(refusal.code, 'This account is suspended or closed, so no one can sign in to it.')
    case 'staff_account':
      return problem(refusal.code, 'This is a staff member’s account. No one else can sign in to it.')
    case 'not_signed_in':
      return problem(refusal.code, serverMessages.signInRequired)
  }
}
