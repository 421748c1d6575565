import type { Registration } from '#contract/member.ts'
import { messages } from '#contract/messages.ts'
import { serverMessages } from '#contract/server-messages.ts'
import { isKnownState } from '../content/is-known-state.ts'
import type { UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import { enrolBelow } from '../network/enrol.ts'
import type { Services } from '../services.ts'
import { findUserByCode, insertAddress, insertUser } from './member.queries.ts'
import { hashPassword } from './password.ts'
import { makeReferralCode } from './referral-code.ts'
import { refuseWeakPassword } from './weak-password.ts'

/**
 * Makes an account, its address the first saved one (docs/product §11). Franchise Y has chosen a password; N is mailed a
 * link to set one. Throws 422 for a taken email, an unknown state or a weak password.
 */
export async function register(
  { db, jobs, settings }: Pick<Services, 'db' | 'jobs' | 'settings'>,
  form: Registration,
): Promise<UserId> {
  if (!(await isKnownState(db, form.state)))
    throw problem(422, serverMessages.stateUnknown, { state: serverMessages.stateUnknown })
  if (form.franchise === 'Y') await refuseWeakPassword('password', form.password, form.email)
  const passwordHash = form.franchise === 'Y' ? await hashPassword(form.password) : null
  const { first_name, last_name, phone_number, address_1, city, state, zip } = form

  const userId = await inTransaction(db, async (trx) => {
    const id = await insertUser(trx, {
      email: form.email,
      type: form.franchise === 'Y' ? 'franchise' : 'member',
      first_name,
      last_name,
      phone_number,
      cosmetology_id: form.cosmetology_id,
      licence_state: state,
      password_hash: passwordHash,
      // Active with a password, and, where the shop looks at licences, with theirs approved (docs/product §1.3).
      status: passwordHash === null || settings.get('approve_licences') ? 'pending' : 'active',
      referral_code: makeReferralCode(),
    })
    if (id === undefined) return undefined
    const sponsorId = form.ref === '' ? undefined : await findUserByCode(trx, form.ref)
    if (sponsorId !== undefined) await enrolBelow(trx, id, sponsorId)
    await insertAddress(trx, id, { first_name, last_name, phone_number, address_1, city, state, zip })
    if (passwordHash === null) await jobs.queue(trx, 'mail', [{ mail: 'set_password', user_id: id }])
    return id
  })
  if (userId === undefined) throw problem(422, messages.emailTaken, { email: messages.emailTaken })
  return userId
}
