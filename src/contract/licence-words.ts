import type { LicenceType } from '#domain/account/licence.ts'

/** Kinds of licences as the shop names them, to members and staff alike. */
export const licenceTypeNames: Record<LicenceType, string> = {
  cosmetologist: 'Cosmetologist',
  esthetician: 'Esthetician',
  nail_technician: 'Nail technician',
  barber: 'Barber',
  hairstylist: 'Hairstylist',
  instructor: 'Instructor',
  establishment: 'Salon or establishment',
  other: 'Another',
}
