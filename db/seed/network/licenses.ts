export type DemoLicense = {
  /** The owner's position in the list of members. */
  member: number
  type: 'cosmetologist' | 'esthetician' | 'nail_technician' | 'barber' | 'establishment'
  status: 'approved' | 'submitted' | 'refused'
  /** Days from the seed date; negative if it has expired. */
  expiresInDays: number
  hasFile: boolean
  refusal?: string
  renewal?: { expiresInDays: number; refusal?: string }
}

/** Several licenses in each state, so that every queue has entries. */
export const demoLicenses: readonly DemoLicense[] = [
  { member: 0, type: 'establishment', status: 'approved', expiresInDays: 45, hasFile: true },
  { member: 1, type: 'cosmetologist', status: 'approved', expiresInDays: 410, hasFile: true },
  { member: 2, type: 'cosmetologist', status: 'approved', expiresInDays: 700, hasFile: false },
  {
    member: 3,
    type: 'esthetician',
    status: 'approved',
    expiresInDays: 20,
    hasFile: true,
    renewal: { expiresInDays: 750 },
  },
  { member: 4, type: 'nail_technician', status: 'approved', expiresInDays: 5, hasFile: false },
  { member: 5, type: 'barber', status: 'approved', expiresInDays: -12, hasFile: true },
  {
    member: 6,
    type: 'cosmetologist',
    status: 'refused',
    expiresInDays: 300,
    hasFile: true,
    refusal: 'The name on the license doesn’t match your account. Please send the page that shows your new name.',
  },
  {
    member: 7,
    type: 'cosmetologist',
    status: 'approved',
    expiresInDays: -90,
    hasFile: true,
    renewal: {
      expiresInDays: 640,
      refusal: 'We can’t read the expiration date in the photo. Please send another one.',
    },
  },
  { member: 8, type: 'barber', status: 'submitted', expiresInDays: 520, hasFile: true },
]
