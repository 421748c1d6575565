import type { Registration } from '#contract/customers/sign-in.ts'
import { emptyAddress, pickAddress } from '#domain/addresses/address.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { acceptTerms } from '#server/content/accept-terms.ts'
import { isKnownState } from '#server/content/is-known-state.ts'
import { hashNewPassword, type WeakPassword } from '#server/identity/credentials/new-password.ts'
import { enrollBelow } from '#server/network/enroll-below.ts'
import { makeReferralCode } from '#server/network/referral-code.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { findSponsorByCodes, insertAddress, insertUser } from './account.queries.ts'

export type RegisterRefusal = Refusal<'state_not_found' | 'email_taken'> | WeakPassword

/**
 * Does the work that must not happen inside the transaction: hashes the password (null for franchise N). A refused form
 * costs no hash.
 */
export async function prepareRegistration(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  form: Registration,
): Promise<Result<{ passwordHash: string | null }, Exclude<RegisterRefusal, { code: 'email_taken' }>>> {
  if (!(await isKnownState(db, form.state))) return refuse({ code: 'state_not_found' })
  if (form.franchise !== 'Y') return { ok: true, passwordHash: null }
  const owner = { email: form.email, names: [form.first_name, form.last_name] }
  return hashNewPassword(form.password, owner, { settings, config })
}

/**
 * Creates an account; its address becomes the first saved one (docs/product §11). Emails franchise N a link to set a
 * password.
 */
export async function register(
  trx: Transaction,
  {
    form,
    passwordHash,
    referralCodes,
  }: { form: Registration; passwordHash: string | null; referralCodes: readonly string[] },
  { jobs, settings }: Pick<Services, 'jobs' | 'settings'>,
): Promise<Result<{ userId: UserId }, Refusal<'email_taken'>>> {
  const userId = await insertUser(trx, {
    email: form.email,
    type: form.franchise === 'Y' ? 'franchise' : 'member',
    first_name: form.first_name,
    last_name: form.last_name,
    phone_number: form.phone_number,
    cosmetology_id: form.cosmetology_id,
    license_state: form.state,
    password_hash: passwordHash,
    // Active requires a password and, where the shop approves licenses, an approved license (docs/product §1.3).
    status: passwordHash === null || settings.get('approve_licenses') ? 'pending' : 'active',
    referral_code: makeReferralCode(),
  })
  if (userId === undefined) return refuse({ code: 'email_taken' })
  const sponsorId = await findSponsorByCodes(trx, referralCodes)
  if (sponsorId !== undefined) await enrollBelow(trx, userId, sponsorId)
  await acceptTerms(trx, userId, form.terms_version)
  await insertAddress(trx, userId, pickAddress({ ...emptyAddress, ...form }))
  if (passwordHash === null) await jobs.queue(trx, 'mail', [{ mail: 'set_password', user_id: userId }])
  return { ok: true, userId }
}
