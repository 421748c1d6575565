import type { Address } from '#domain/addresses/address.ts'

/** An address with every field filled. */
export const address: Address = {
  first_name: 'Ana',
  last_name: 'Reyes',
  company: 'Reyes Beauty Studio',
  phone_number: '(201) 555-0100',
  address_1: '1 Main Street',
  address_2: 'Suite 2',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
}
