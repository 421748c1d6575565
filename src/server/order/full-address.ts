import { htmlEscape } from 'escape-goat'

type AddressParts = {
  first_name: string
  last_name: string
  phone_number: string
  address_1: string
  address_2: string
  city: string
  state: string
  zip: string
}

/** The address as lines of text, the way it stands on a parcel. */
export function addressLines(address: AddressParts): string[] {
  return [
    `${address.first_name} ${address.last_name}`,
    address.address_1,
    address.address_2,
    `${address.city}, ${address.state} ${address.zip}`,
    address.phone_number,
  ].filter((line) => line !== '')
}

/** HTML for display (docs/specification §3), made of escaped parts only. */
export const fullAddress = (address: AddressParts): string =>
  addressLines(address)
    .map((line) => htmlEscape(line))
    .join('<br>')
