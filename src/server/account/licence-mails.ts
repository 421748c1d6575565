import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { draftMail, type MailDraft, mailTexts, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findContactOf } from './account.queries.ts'
import { findLicence } from './licence.queries.ts'

export type LicenceMail = 'licence_approved' | 'licence_refused'
export type DecidedLicence = { email: string; first_name: string; state: string; number: string; refusal: string }

/** To a member whose licence was decided; undefined where it was decided anew, or another one entered, meanwhile. */
export async function writeLicenceMail(
  { db, settings }: { db: Database; settings: Settings },
  mail: LicenceMail,
  userId: UserId,
): Promise<MailDraft | undefined> {
  const contact = await findContactOf(db, userId)
  if (!contact) return undefined
  const licence = await findLicence(db, userId)
  const isStill = mail === 'licence_approved' ? licence.licence_approved_at !== null : licence.licence_refusal !== null
  if (!isStill) return undefined
  const { user_email: email, first_name } = contact
  const { licence_state, cosmetology_id, licence_refusal } = licence
  const decided = { email, first_name, state: licence_state ?? '', number: cosmetology_id }
  return licenceMail(mail, { ...decided, refusal: licence_refusal ?? '' }, settings.get('shop_name'))
}

const licence = {
  first_name: words('First name'),
  licence_number: words('Number of the licence'),
  state: words('Its state'),
}

export const licenceMailTexts = mailTexts('members', {
  licence_approved: {
    name: 'Licence approved',
    meaning: 'To a member whose licence was approved',
    subject: 'Your licence {licence_number} of {state} is approved',
    body: ['Dear {first_name},', 'Your licence {licence_number} of {state} is approved. There is nothing more to do.'],
    placeholders: licence,
  },
  licence_refused: {
    name: 'Licence not approved',
    meaning: 'To a member whose licence was refused',
    subject: 'Your licence {licence_number} of {state} was not approved',
    body: [
      'Dear {first_name},',
      'We could not approve your licence {licence_number} of {state}: {reason}',
      'Please correct it on your account page, or write to us if you have questions.',
    ],
    placeholders: { ...licence, reason: words('Why it was refused, as staff have written it') },
  },
})

export function licenceMail(
  mail: LicenceMail,
  { email, first_name, state, number, refusal }: DecidedLicence,
  shop: string,
): MailDraft {
  const decided = { first_name, state, licence_number: number }
  return mail === 'licence_approved'
    ? draftMail(licenceMailTexts.licence_approved, email, shop, decided)
    : draftMail(licenceMailTexts.licence_refused, email, shop, { ...decided, reason: refusal })
}
