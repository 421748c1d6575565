import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { type Mail, writeMail } from '#server/platform/mail/mail-parts.ts'
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
): Promise<Mail | undefined> {
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

export function licenceMail(
  mail: LicenceMail,
  { email, first_name, state, number, refusal }: DecidedLicence,
  shop: string,
): Mail {
  const isApproved = mail === 'licence_approved'
  const licence = `Your licence ${number} of ${state}`
  const sentences = isApproved
    ? [`${licence} is approved. There is nothing more to do.`]
    : [
        `We could not approve your licence ${number} of ${state}: ${refusal}`,
        'Please correct it on your account page, or write to us if you have questions.',
      ]
  const subject = `${licence} ${isApproved ? 'is approved' : 'was not approved'}`
  return writeMail(email, shop, subject, [
    { kind: 'paragraph', text: `Dear ${first_name},` },
    ...sentences.map((text) => ({ kind: 'paragraph', text }) as const),
  ])
}
