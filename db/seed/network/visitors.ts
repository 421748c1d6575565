import type { Address } from '#domain/address/address.ts'

/** Where parcels of guests go who order once; their names are put in. */
export const visitorAddress: Omit<Address, 'first_name' | 'last_name'> = {
  company: null,
  phone_number: '(201) 555-0177',
  address_1: '12 Palisade Avenue',
  address_2: '',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
}
