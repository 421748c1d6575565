import type { FastifyInstance } from 'fastify'
import {
  changeOwnNameCall,
  changeOwnPasswordCall,
  confirmOwnFactorCall,
  endOtherSignInsCall,
  newRecoveryCodesCall,
  ownProfileCall,
  startOwnFactorCall,
} from '#contract/identity/staff-profile.ts'
import type { Refusal } from '#domain/result.ts'
import type { ProblemError } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { hashNewPassword } from '#server/identity/credentials/new-password.ts'
import { presentSetUp } from '#server/identity/credentials/totp.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { changeOwnName, changeOwnPassword, endOtherSessions } from './change-own-account.ts'
import { PROOFS_PER_SESSION } from './check-limits.ts'
import { makeStaffPolicies, type Staff } from './find-staff.ts'
import { readOwnProfile } from './read-own-profile.ts'
import { recordFailedProof } from './record-failed-proof.ts'
import { makeFactorRenewal } from './renew-second-factor.ts'
import { checkStaffPassword } from './sign-in-staff.ts'
import { ownAccountProblem } from './staff.errors.ts'

type CodeRefusal = Refusal<'code_required' | 'code_incorrect' | 'renewal_expired'>

/** Lets staff manage their own account. Slow steps run before the transaction. */
export function ownProfileRoutes(app: FastifyInstance, services: Services): void {
  const { db, config, settings } = services
  const { staffOnly, provenStaff } = makeStaffPolicies(services)
  const limit = makeLimit(services)
  const renewal = makeFactorRenewal(config)
  const readProfile = (staff: Staff) => readOwnProfile(db, staff, settings.get('staff_second_factor'))
  const countCheck = ({ tokenHash }: Staff) => limit([{ ...PROOFS_PER_SESSION, key: tokenHash.toString('hex') }])

  /** Requesting the code is a step, not a failure. */
  async function handleCodeRefusal(staff: Staff, refusal: CodeRefusal): Promise<ProblemError> {
    if (refusal.code === 'code_incorrect') await inTransaction(db, (trx) => recordFailedProof(trx, staff, 'code'))
    return ownAccountProblem(refusal)
  }

  serve(app, ownProfileCall, staffOnly, ({ caller: staff }) => readProfile(staff))

  serve(app, changeOwnNameCall, staffOnly, async ({ body, caller: staff }) => {
    await inTransaction(db, (trx) => changeOwnName(trx, staff, body.name))
    return readProfile(staff)
  })

  serve(app, changeOwnPasswordCall, staffOnly, async ({ body, caller: staff }) => {
    await countCheck(staff)
    const current = await checkStaffPassword(db, { email: staff.email, password: body.current_password })
    if (!current.ok) {
      await inTransaction(db, (trx) => recordFailedProof(trx, staff, 'password'))
      throw ownAccountProblem({ code: 'staff_password_incorrect' })
    }
    const hashed = await hashNewPassword(body.new_password, { email: staff.email, names: [staff.name] }, services)
    if (!hashed.ok) throw ownAccountProblem(hashed.refusal)
    const change = { from: current.passwordHash, to: hashed.passwordHash }
    const changed = await inTransaction(db, (trx) => changeOwnPassword(trx, staff, change))
    if (!changed.ok) throw ownAccountProblem(changed.refusal)
    return readProfile(staff)
  })

  serve(app, endOtherSignInsCall, staffOnly, async ({ caller: staff }) => {
    await inTransaction(db, (trx) => endOtherSessions(trx, staff))
    return readProfile(staff)
  })

  serve(app, startOwnFactorCall, provenStaff, async ({ body, caller: staff }) => {
    await countCheck(staff)
    const started = await inTransaction(db, (trx) => renewal.start(trx, staff, body.code, new Date()))
    if (!started.ok) throw await handleCodeRefusal(staff, started.refusal)
    const set_up = presentSetUp(started.secret, { issuer: settings.get('shop_name'), label: staff.email })
    return { set_up, renewal: started.renewal }
  })

  serve(app, confirmOwnFactorCall, provenStaff, async ({ body, caller: staff }) => {
    await countCheck(staff)
    const confirmed = await inTransaction(db, (trx) => renewal.confirm(trx, staff, body, new Date()))
    if (!confirmed.ok) throw await handleCodeRefusal(staff, confirmed.refusal)
    return { recovery_codes: confirmed.recoveryCodes }
  })

  serve(app, newRecoveryCodesCall, provenStaff, async ({ body, caller: staff }) => {
    await countCheck(staff)
    const renewed = await inTransaction(db, (trx) => renewal.renewCodes(trx, staff, body.code, new Date()))
    if (!renewed.ok) throw await handleCodeRefusal(staff, renewed.refusal)
    return { recovery_codes: renewed.recoveryCodes }
  })
}
