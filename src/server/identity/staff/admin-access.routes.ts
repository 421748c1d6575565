import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import {
  addFirstOwnerCall,
  openResetLinkCall,
  openSetupLinkCall,
  openStaffLinkCall,
  proveStaffCall,
  setStaffPasswordCall,
  staffLoginCall,
  staffLogoutCall,
  staffMemberCall,
  stopResetByLinkCall,
} from '#contract/identity/staff.ts'
import { problem } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { hashNewPassword } from '#server/identity/credentials/new-password.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import {
  CHECKS_PER_IP,
  LINKS_PER_IP,
  PROOFS_PER_SESSION,
  SIGN_INS_PER_ACCOUNT,
  SIGN_INS_PER_ACCOUNT_AND_IP,
} from './check-limits.ts'
import { makeStaffPolicies } from './find-staff.ts'
import { recordFailedProof } from './record-failed-proof.ts'
import { openResetLink, stopResetByLink } from './reset-staff.ts'
import { addFirstOwner, openSetupLink } from './setup-link.ts'
import {
  checkStaffPassword,
  isStaffPassword,
  proveStaff,
  recordFailedSignIn,
  signInStaff,
  signOutStaff,
} from './sign-in-staff.ts'
import { linkProblem, signInProblem } from './staff.errors.ts'
import { findByLink } from './staff.queries.ts'
import { makeStaffCookie } from './staff-cookie.ts'
import { openStaffLink, setStaffPassword } from './staff-link.ts'
import { makeStaffSecondFactors } from './staff-second-factor.ts'
import { findStaffSession, openStaffSession } from './staff-sessions.ts'

/**
 * Serves the sign-in of staff, the renewed proof, and the link to set a password. Slow steps run before the
 * transaction.
 */
export function adminAccessRoutes(app: FastifyInstance, services: Services, visitors: Visitors): void {
  const { db, config, settings, signer } = services
  const limit = makeLimit(services)
  const cookie = makeStaffCookie(config)
  const secondFactors = makeStaffSecondFactors(config)
  const getDeps = () => ({ secondFactors, requiredOfAll: settings.get('staff_second_factor') })
  const { staffOnly, anySignedInStaff } = makeStaffPolicies(services)
  const toOrigin = ({ ip: address, id: requestId }: FastifyRequest) => ({ address, requestId })

  serve(app, staffLoginCall, anyone, async ({ body, request, reply }) => {
    await limit([
      { ...CHECKS_PER_IP, key: ipKey(request.ip) },
      { ...SIGN_INS_PER_ACCOUNT_AND_IP, key: `${body.email} ${ipKey(request.ip)}` },
      { ...SIGN_INS_PER_ACCOUNT, key: body.email },
    ])
    const browser = { code: body.code, oldToken: cookie.read(request), ...toOrigin(request) }
    const credentials = await checkStaffPassword(db, body)
    const signedIn = credentials.ok
      ? await inTransaction(db, (trx) => signInStaff(trx, { credentials, browser }, { now: new Date(), ...getDeps() }))
      : credentials
    if (!signedIn.ok) {
      // Requesting the code is a step of signing in, not a failure.
      if (signedIn.refusal.code !== 'code_required')
        await inTransaction(db, (trx) => recordFailedSignIn(trx, body.email, toOrigin(request)))
      throw signInProblem(signedIn.refusal)
    }
    reply.header('set-cookie', cookie.keep(signedIn.token))
    visitors.renew(reply)
    const session = await findStaffSession(db, hashToken(signedIn.token))
    if (!session) throw signInProblem({ code: 'sign_in_failed' })
    return session
  })

  serve(app, staffLogoutCall, anyone, async ({ request, reply }) => {
    const token = cookie.read(request)
    if (token !== undefined) await inTransaction(db, (trx) => signOutStaff(trx, token, toOrigin(request)))
    reply.header('set-cookie', cookie.forget())
    visitors.renew(reply)
    return {}
  })

  serve(app, staffMemberCall, anySignedInStaff, async ({ caller }) => caller)

  serve(app, proveStaffCall, staffOnly, async ({ body, caller }) => {
    await limit([{ ...PROOFS_PER_SESSION, key: caller.tokenHash.toString('hex') }])
    const isPasswordCorrect = body.password !== '' && (await isStaffPassword(db, caller.id, body.password))
    const proof = { passwordIsRight: isPasswordCorrect, code: body.password === '' ? body.code : '' }
    const result = await inTransaction(db, (trx) => proveStaff(trx, caller, proof, new Date(), { secondFactors }))
    if (!result.ok) {
      if (result.refusal.code === 'not_signed_in')
        throw problem(result.refusal.code, serverMessages.reauthenticationFailed)
      const failedProof = body.password === '' ? 'code' : 'password'
      await inTransaction(db, (trx) => recordFailedProof(trx, caller, failedProof))
      throw problem(result.refusal.code, serverMessages.reauthenticationFailed)
    }
    return { ...caller, recently_authenticated: true }
  })

  serve(app, openStaffLinkCall, anyone, async ({ body, request }) => {
    await limit([{ ...LINKS_PER_IP, key: ipKey(request.ip) }])
    const issuer = settings.get('shop_name')
    const opened = await inTransaction(db, (trx) => openStaffLink(trx, body.token, issuer, getDeps()))
    if (!opened.ok) throw linkProblem(opened.refusal)
    const { email, name, setUp, required } = opened
    return { email, name, set_up: setUp ?? null, required }
  })

  serve(app, setStaffPasswordCall, anyone, async ({ body, request, reply }) => {
    await limit([{ ...LINKS_PER_IP, key: ipKey(request.ip) }])
    if (body.password !== body.confirmation) throw linkProblem({ code: 'confirmation_differs' })
    const staff = await findByLink(db, hashToken(body.token))
    if (!staff) throw linkProblem({ code: 'link_expired' })
    const hashed = await hashNewPassword(body.password, { email: staff.email, names: [staff.name] }, services)
    if (!hashed.ok) throw linkProblem(hashed.refusal)
    const { passwordHash } = hashed
    const result = await inTransaction(db, (trx) =>
      setStaffPassword(trx, { ...body, passwordHash }, new Date(), getDeps()),
    )
    if (!result.ok) throw linkProblem(result.refusal)
    const { staffId, recoveryCodes } = result
    // The first owner goes on with the setup at once: the app's code was just used, and signing in would need the next.
    if (recoveryCodes === null || settings.get('open_to_visitors')) {
      reply.header('set-cookie', cookie.forget())
      return { recovery_codes: recoveryCodes, signed_in: false }
    }
    reply.header('set-cookie', cookie.keep(await inTransaction(db, (trx) => openStaffSession(trx, staffId))))
    visitors.renew(reply)
    return { recovery_codes: recoveryCodes, signed_in: true }
  })

  serve(app, openSetupLinkCall, anyone, async ({ body, request }) => {
    await limit([{ ...LINKS_PER_IP, key: ipKey(request.ip) }])
    const opened = await openSetupLink(db, body.token)
    if (!opened.ok) throw linkProblem(opened.refusal)
    return {}
  })

  serve(app, addFirstOwnerCall, anyone, async ({ body, request }) => {
    await limit([{ ...LINKS_PER_IP, key: ipKey(request.ip) }])
    const added = await inTransaction(db, (trx) => addFirstOwner(trx, body))
    if (!added.ok) throw linkProblem(added.refusal)
    return { path: added.path }
  })

  serve(app, openResetLinkCall, anyone, async ({ body, request }) => {
    await limit([{ ...LINKS_PER_IP, key: ipKey(request.ip) }])
    const opened = await openResetLink(db, body.token, signer)
    if (!opened.ok) throw linkProblem(opened.refusal)
    const { effective_at, ...reset } = opened.reset
    return { ...reset, effective_at: effective_at.toISOString() }
  })

  serve(app, stopResetByLinkCall, anyone, async ({ body, request }) => {
    await limit([{ ...LINKS_PER_IP, key: ipKey(request.ip) }])
    const stopped = await inTransaction(db, (trx) => stopResetByLink(trx, body.token, toOrigin(request), signer))
    if (!stopped.ok) throw linkProblem(stopped.refusal)
    return {}
  })
}
