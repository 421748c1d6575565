import type { LicenseType } from '#domain/customers/license.ts'

/** Labels of license types, for members and staff alike. */
export const licenseTypeNames: Record<LicenseType, string> = {
  cosmetologist: 'Cosmetologist',
  esthetician: 'Esthetician',
  nail_technician: 'Nail technician',
  barber: 'Barber',
  hairstylist: 'Hairstylist',
  instructor: 'Instructor',
  establishment: 'Salon or establishment',
  other: 'Other',
}
