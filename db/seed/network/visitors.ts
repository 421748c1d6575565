import type { Address } from '#domain/addresses/address.ts'

/** Shipping addresses for guests who order once, without their names. */
export const visitorAddress: Omit<Address, 'first_name' | 'last_name'> = {
  company: null,
  phone_number: '(201) 555-0177',
  address_1: '12 Palisade Avenue',
  address_2: '',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
}
