/** A postal address, wherever one is entered, kept or shown. */
export type Address = {
  first_name: string
  last_name: string
  /** null where there is none. */
  company: string | null
  phone_number: string
  address_1: string
  /** Empty where there is none. */
  address_2: string
  city: string
  /** Its code: NJ. */
  state: string
  zip: string
}
export type AddressField = keyof Address

/** Nothing entered. Its fields are all there are, in the order of a form: columns, inputs and tests are made from them. */
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

/** The address within a form or a row that holds more. */
export const pickAddress = (from: Address): Address =>
  Object.fromEntries(addressFields.map((field) => [field, from[field]])) as Address

/** The lines on a parcel, with the phone number for the driver. */
export const addressLines = (address: Address): string[] => [
  `${address.first_name} ${address.last_name}`,
  ...placeLines(address),
  ...written(address.phone_number),
]

/** Where it is, without who is there. */
export const placeLines = ({ company, address_1, address_2, city, state, zip }: Address): string[] =>
  written(company, address_1, address_2, `${city}, ${state} ${zip}`)

const written = (...lines: (string | null)[]): string[] =>
  lines.filter((line) => line !== null).filter((line) => line.trim() !== '')
