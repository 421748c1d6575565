import { formatCalendarDay } from '#contract/orders/labels.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { button, draftMail, type MailDraft, mailTexts, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findLicense, findLicenseStatus, isRenewalPending, type LicenseRow } from './find-license.ts'

export type LicenseMail =
  | 'license_approved'
  | 'license_refused'
  | 'license_renewal_refused'
  | 'license_reminder'
  | 'license_expired'

export type MailedLicense = {
  email: string
  first_name: string
  state: string
  number: string
  /** YYYY-MM-DD; null if no expiration date is known. */
  expires_on: string | null
  /** Reason why the license or its renewal was refused. */
  refusal: string
  /** True if an expired license blocks orders. */
  stopsOrders: boolean
  /** Account page of the license. */
  url: string
}

type LicenseMailDeps = { db: Database; settings: Settings; config: { publicUrl: string } }

/** Writes an email to a member about their license. Returns undefined if it is no longer true. */
export async function writeLicenseMail(
  { db, settings, config }: LicenseMailDeps,
  mail: LicenseMail,
  userId: UserId,
  /** Expiration date that a reminder is about. */
  expiresOn?: string,
): Promise<MailDraft | undefined> {
  const row = await findLicense(db, userId)
  if (!row || !isStillTrue(mail, row, expiresOn)) return undefined
  const license = {
    email: row.email,
    first_name: row.first_name,
    state: row.license_state ?? '',
    number: row.cosmetology_id,
    expires_on: row.expires_on,
    refusal: (mail === 'license_renewal_refused' ? row.renewal_refusal : row.license_refusal) ?? '',
    stopsOrders: settings.get('license_for_orders') !== 'none',
    url: config.publicUrl + pagePaths.accountLicense,
  }
  return licenseMail(mail, license, settings.get('shop_name'))
}

function isStillTrue(mail: LicenseMail, row: LicenseRow, expiresOn: string | undefined): boolean {
  const status = findLicenseStatus(row)
  switch (mail) {
    case 'license_approved':
      return status === 'approved'
    case 'license_refused':
      return status === 'refused'
    case 'license_renewal_refused':
      return row.renewal_refusal !== null
    case 'license_reminder':
      return (status === 'approved' || status === 'submitted') && row.expires_on === expiresOn && !isRenewalPending(row)
    case 'license_expired':
      return status === 'expired' && !isRenewalPending(row)
  }
}

const license = {
  first_name: words('First name'),
  license_number: words('Number of the license'),
  state: words('Its state'),
}
const last_day = words('Its expiration date')
const license_link = button('My license', 'Opens the account’s page of the license')
const account_stays = 'Your account, your line and your bonuses are not affected.'

export const licenseMailTexts = mailTexts('members', {
  license_approved: {
    name: 'License approved',
    meaning: 'To a member whose license, or its renewal, was approved',
    subject: 'Your {state} license {license_number} is approved',
    body: [
      'Hi {first_name},',
      'Your {state} license {license_number} is approved. You don’t need to do anything else.',
      '{validity}',
    ],
    placeholders: { ...license, validity: words('Until when it is valid, as a sentence; empty if unknown') },
  },
  license_refused: {
    name: 'License not approved',
    meaning: 'To a member whose license was not approved',
    subject: 'Your {state} license {license_number} was not approved',
    body: [
      'Hi {first_name},',
      'We could not approve your {state} license {license_number}: {reason}',
      'Please correct it on your account page, or write to us if you have questions.',
    ],
    placeholders: { ...license, reason: words('The reason, as staff wrote it') },
  },
  license_renewal_refused: {
    name: 'Renewal of a license not approved',
    meaning: 'To a member whose renewal was not approved; the license stays approved',
    subject: 'The renewal of your {state} license {license_number} was not approved',
    body: [
      'Hi {first_name},',
      'We could not approve the renewal of your {state} license {license_number}: {reason}',
      'Your current license is not affected. Please send the renewal again, or write to us if you have questions.',
      '{license_link: Send it again}',
    ],
    placeholders: { ...license, license_link: license_link, reason: words('The reason, as staff wrote it') },
  },
  license_reminder: {
    name: 'License about to expire',
    meaning: 'To a member 60, 30 and 7 days before the license expires',
    subject: 'Your {state} license {license_number} expires on {last_day}',
    body: [
      'Hi {first_name},',
      'Your {state} license {license_number} expires on {last_day}. If you have renewed it, please send us the new expiration date with a photo or PDF.',
      '{orders_stop}',
      account_stays,
      '{license_link: Renew your license}',
    ],
    placeholders: {
      ...license,
      last_day,
      license_link: license_link,
      orders_stop: words('A sentence saying that orders are blocked from then on; empty if they aren’t'),
    },
  },
  license_expired: {
    name: 'License expired',
    meaning: 'To a member whose license has expired',
    subject: 'Your {state} license {license_number} has expired',
    body: [
      'Hi {first_name},',
      'Your {state} license {license_number} expired on {last_day}. If you have renewed it, please send us the new expiration date with a photo or PDF.',
      '{orders_stop}',
      account_stays,
      '{license_link: Renew your license}',
    ],
    placeholders: {
      ...license,
      last_day,
      license_link: license_link,
      orders_stop: words('A sentence saying that orders are blocked until it is renewed; empty if they aren’t'),
    },
  },
})

export function licenseMail(
  mail: LicenseMail,
  { email, first_name, state, number, expires_on, refusal: reason, stopsOrders, url: license_link }: MailedLicense,
  shop: string,
): MailDraft {
  const licenseFields = { first_name, state, license_number: number }
  const last_day = expires_on === null ? '' : formatCalendarDay(expires_on)
  switch (mail) {
    case 'license_approved': {
      const validity = last_day === '' ? '' : `It is valid through ${last_day}.`
      return draftMail(licenseMailTexts.license_approved, email, shop, { ...licenseFields, validity })
    }
    case 'license_refused':
      return draftMail(licenseMailTexts.license_refused, email, shop, { ...licenseFields, reason })
    case 'license_renewal_refused':
      return draftMail(licenseMailTexts.license_renewal_refused, email, shop, {
        ...licenseFields,
        reason,
        license_link: license_link,
      })
    case 'license_reminder': {
      const orders_stop = stopsOrders ? 'After that day, you can’t place orders until it is renewed.' : ''
      return draftMail(licenseMailTexts.license_reminder, email, shop, {
        ...licenseFields,
        last_day,
        license_link: license_link,
        orders_stop,
      })
    }
    case 'license_expired': {
      const orders_stop = stopsOrders ? 'You can’t place orders until it is renewed.' : ''
      return draftMail(licenseMailTexts.license_expired, email, shop, {
        ...licenseFields,
        last_day,
        license_link: license_link,
        orders_stop,
      })
    }
  }
}
