import type { FastifyInstance } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import { removeAddressCall, saveAddressCall } from '#contract/customers/calls.ts'
import { checkEmailCall, registerCall, userCall } from '#contract/customers/sign-in.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { emailTakenProblem, unknownStateProblem, weakPasswordProblem } from './account.errors.ts'
import { MAX_ADDRESSES } from './address.queries.ts'
import { REGISTRATIONS_PER_IP } from './limits.ts'
import { presentUser } from './present-user.ts'
import { prepareRegistration, type RegisterRefusal, register } from './register.ts'
import { removeAddress, type SaveAddressRefusal, saveAddress } from './save-address.ts'
import type { AccountServices } from './session-cache.ts'
import { makeSignedInPolicy } from './signed-in.ts'
import { isEmailTaken } from './taken-email.queries.ts'

/**
 * Each call looks up its record by ID and user together, so a record of another user looks like a missing one
 * (docs/security §4.2.6).
 */
export function accountRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, sessions } = services
  const limit = makeLimit(services)
  const signedIn = makeSignedInPolicy(sessions, visitors)

  serve(app, registerCall, anyone, async ({ body, request }) => {
    await limit([{ ...REGISTRATIONS_PER_IP, key: ipKey(request.ip) }])
    const prepared = await prepareRegistration(services, body)
    if (!prepared.ok) throw registerProblem(prepared.refusal)
    const { passwordHash } = prepared
    // The code in the link takes precedence over codes from earlier visits.
    const referralCodes = [body.ref, ...visitors.referralCodes(request)]
    const registered = await inTransaction(db, (trx) =>
      register(trx, { form: body, passwordHash, referralCodes }, services),
    )
    if (!registered.ok) throw registerProblem(registered.refusal)
    const message = body.franchise === 'Y' ? serverMessages.registered : serverMessages.registeredMail
    return { ...(await presentUser(db, registered.userId)), message }
  })

  serve(app, checkEmailCall, anyone, async ({ body }) => ({
    valid: !(await isEmailTaken(db, body.email)),
  }))

  serve(app, userCall, signedIn, async ({ caller }) => presentUser(db, caller.user.id))

  serve(app, saveAddressCall, signedIn, async ({ body, caller: { user } }) => {
    const saved = await inTransaction(db, (trx) => saveAddress(trx, user.id, body))
    if (!saved.ok) throw saveAddressProblem(saved.refusal)
    return presentUser(db, user.id)
  })

  serve(app, removeAddressCall, signedIn, async ({ body, caller: { user } }) => {
    const removed = await inTransaction(db, (trx) => removeAddress(trx, user.id, body.address_id))
    if (!removed.ok) throw notFound()
    return presentUser(db, user.id)
  })
}

function saveAddressProblem(refusal: SaveAddressRefusal): ProblemError {
  switch (refusal.code) {
    case 'state_not_found':
      return unknownStateProblem('state')
    case 'too_many_addresses':
      return problem(refusal.code, `You can save up to ${MAX_ADDRESSES} addresses.`)
    case 'not_found':
      return notFound()
  }
}

function registerProblem(refusal: RegisterRefusal): ProblemError {
  switch (refusal.code) {
    case 'state_not_found':
      return unknownStateProblem('state')
    case 'email_taken':
      return emailTakenProblem()
    default:
      return weakPasswordProblem('password', refusal)
  }
}
