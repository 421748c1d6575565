import type { LicenceType } from '#domain/account/licence.ts'

/** Labels of license types, for members and staff alike. */
export const licenceTypeNames: Record<LicenceType, string> = {
  cosmetologist: 'Cosmetologist',
  esthetician: 'Esthetician',
  nail_technician: 'Nail technician',
  barber: 'Barber',
  hairstylist: 'Hairstylist',
  instructor: 'Instructor',
  establishment: 'Salon or establishment',
  other: 'Other',
}
