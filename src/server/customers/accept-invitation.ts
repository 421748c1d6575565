import { pickAddress } from '#domain/addresses/address.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { acceptTerms } from '#server/content/accept-terms.ts'
import { enrollBelow } from '#server/network/enroll-below.ts'
import { makeReferralCode } from '#server/network/referral-code.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { insertAddress, insertUser, setPassword } from './account.queries.ts'
import { deleteInvitations, lockInvitations } from './invitation.queries.ts'
import { isEmailTaken, lockEmails } from './taken-email.queries.ts'

/**
 * Makes the invited person a user in the inviter's direct line (docs/plan §2.1). They are enrolled at this instant, the
 * invitation's address becomes their first saved one, and they accept the terms as on registration. Ends all other
 * invitations of the email. A refusal changes nothing.
 */
export async function acceptInvitation(
  trx: Transaction,
  acceptance: {
    email: string
    tokenHash: Buffer
    passwordHash: string
    cosmetologyId: string
    /** Version of the terms that was shown, if known. */
    termsVersion: number | undefined
    requireLicenseApproval: boolean
  },
): Promise<Result<{ userId: UserId }, Refusal<'link_expired' | 'email_taken'>>> {
  const { email, tokenHash, passwordHash, cosmetologyId, termsVersion, requireLicenseApproval } = acceptance
  await lockEmails(trx, [email])
  const invitations = await lockInvitations(trx, email)
  const invitation = invitations.find(({ token_hash }) => token_hash?.equals(tokenHash))
  if (!invitation) return refuse({ code: 'link_expired' })
  if (await isEmailTaken(trx, email)) return refuse({ code: 'email_taken' })

  const userId = await insertUser(trx, {
    email,
    type: 'member',
    first_name: invitation.first_name,
    last_name: invitation.last_name,
    phone_number: invitation.phone_number,
    cosmetology_id: cosmetologyId,
    license_state: invitation.state,
    password_hash: null,
    status: 'pending',
    referral_code: makeReferralCode(),
  })
  // The email was registered in between.
  if (userId === undefined) return refuse({ code: 'email_taken' })
  await enrollBelow(trx, userId, invitation.inviter_id)
  await acceptTerms(trx, userId, termsVersion)
  await insertAddress(trx, userId, pickAddress(invitation))
  await setPassword(trx, userId, passwordHash, requireLicenseApproval)
  await deleteInvitations(trx, email)
  return { ok: true, userId }
}
