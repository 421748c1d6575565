/** A postal address, in every place where one is entered, stored or shown. */
export type Address = {
  first_name: string
  last_name: string
  /** null if there is none. */
  company: string | null
  phone_number: string
  address_1: string
  /** Empty if there is none. */
  address_2: string
  city: string
  /** Its code: NJ. */
  state: string
  zip: string
}
export type AddressField = keyof Address

/** An empty form. It has all fields of an address, in form order: columns, inputs and tests are derived from it. */
export const emptyAddress: Address = {
  first_name: '',
  last_name: '',
  company: null,
  phone_number: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  zip: '',
}
export const addressFields = Object.keys(emptyAddress) as AddressField[]

/** Picks the address fields of a form or row with more fields. */
export const pickAddress = (source: Address): Address =>
  Object.fromEntries(addressFields.map((field) => [field, source[field]])) as Address

/** The lines on a parcel, with the phone number for the driver. */
export const addressLines = (address: Address): string[] => [
  `${address.first_name} ${address.last_name}`,
  ...placeLines(address),
  ...nonEmptyLines(address.phone_number),
]

/** The location without the recipient. */
export const placeLines = ({ company, address_1, address_2, city, state, zip }: Address): string[] =>
  nonEmptyLines(company, address_1, address_2, `${city}, ${state} ${zip}`)

const nonEmptyLines = (...lines: (string | null)[]): string[] =>
  lines.filter((line) => line !== null).filter((line) => line.trim() !== '')
