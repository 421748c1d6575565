import { normalizeForm } from '#domain/text/normal-form.ts'

/**
 * Normalizes a license number for comparison to capital letters and digits, without the spaces, dashes and signs that
 * people put between or before them. Two numbers of one state are the same license if and only if the results are
 * equal.
 */
export const normalizeLicenseNumber = (typed: string): string =>
  normalizeForm(typed, 'NFKC')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()

export const licenseTypes = [
  'cosmetologist',
  'esthetician',
  'nail_technician',
  'barber',
  'hairstylist',
  'instructor',
  'establishment',
  'other',
] as const
export type LicenseType = (typeof licenseTypes)[number]

export const licenseStatuses = ['none', 'submitted', 'approved', 'refused', 'expired'] as const
export type LicenseStatus = (typeof licenseStatuses)[number]

/** Days are YYYY-MM-DD of the shop's calendar, which sort as text. */
export type LicenseRecord = {
  /** Normalized for comparison; empty without a license. */
  number: string
  isApproved: boolean
  isRefused: boolean
  /** The last day of validity; null if unknown. */
  expiresOn: string | null
}

/**
 * Status of a license on a day (docs/back-office §4). It is valid until the end of its last day; from the next day on
 * it is expired, whether or not staff had approved it.
 */
export function determineLicenseStatus(
  { number, isApproved, isRefused, expiresOn }: LicenseRecord,
  today: string,
): LicenseStatus {
  if (isRefused) return 'refused'
  if (number === '') return 'none'
  if (expiresOn !== null && expiresOn < today) return 'expired'
  return isApproved ? 'approved' : 'submitted'
}

/** Values of the setting `license_for_orders`: what an account must have to order. */
export const licenseRules = ['none', 'not_expired', 'approved'] as const
export type LicenseRule = (typeof licenseRules)[number]

export type LicenseBlockReason = 'license_expired' | 'license_not_approved' | 'account_needed'

/**
 * Why an account cannot order under the shop's rule; undefined if it can. Expiry affects purchases only: status,
 * sponsor and bonuses of the account do not depend on it (docs/back-office §4).
 */
export function findLicenseBlock(
  rule: LicenseRule,
  /** Undefined for a guest. */
  status: LicenseStatus | undefined,
): LicenseBlockReason | undefined {
  if (rule === 'none') return undefined
  if (status === 'expired') return 'license_expired'
  if (rule === 'not_expired' || status === 'approved') return undefined
  return status === undefined ? 'account_needed' : 'license_not_approved'
}

/** Days before the expiration on which the owner is reminded, once each. */
export const reminderDays = [60, 30, 7] as const

const DAY_MS = 86_400_000
/** Number of days between two calendar days; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Days left on a valid license that expires within the reminder period; null otherwise. */
export function countDaysToRenew(expiresOn: string | null, today: string): number | null {
  const remaining = expiresOn === null ? -1 : daysBetween(today, expiresOn)
  return remaining >= 0 && remaining <= reminderDays[0] ? remaining : null
}

/**
 * The reminder that is due on a day: the nearest one whose day has come. Undefined before the first, after expiration,
 * and if the license was decided on after that reminder's day, because its owner was just notified.
 */
export function findDueReminder(
  expiresOn: string,
  today: string,
  decidedOn: string | null,
): (typeof reminderDays)[number] | undefined {
  const remaining = daysBetween(today, expiresOn)
  if (remaining < 0) return undefined
  const due = reminderDays.findLast((days) => remaining <= days)
  if (due === undefined) return undefined
  return decidedOn !== null && daysBetween(decidedOn, expiresOn) < due ? undefined : due
}

export type LicenseInput = {
  state: string
  /** The number as typed. */
  number: string
  /** Undefined: unchanged. */
  type?: LicenseType | null | undefined
  expiresOn?: string | undefined
  hasFile: boolean
}

/**
 * Classifies an entry by the owner: `another` license, which is not approved; a `renewal` of the approved one,
 * which stays valid until staff decide; a `correction` of one that is not approved; or `nothing` that staff need to
 * review.
 */
export function classifyLicenseEntry(
  existing: Pick<LicenseRecord, 'number' | 'isApproved' | 'expiresOn'> & {
    state: string | null
    type: LicenseType | null
  },
  input: LicenseInput,
): 'another' | 'renewal' | 'correction' | 'nothing' {
  if (existing.state !== input.state || existing.number !== normalizeLicenseNumber(input.number)) return 'another'
  const isSame =
    !input.hasFile &&
    (input.type === undefined || input.type === existing.type) &&
    (input.expiresOn === undefined || input.expiresOn === existing.expiresOn)
  if (isSame) return 'nothing'
  return existing.isApproved ? 'renewal' : 'correction'
}
