import { address } from './address.ts'

/** A person whom a member adds to the direct line. */
export const childForm = (email: string) => ({
  ...address,
  first_name: 'Noor',
  last_name: 'Bakker',
  email,
  phone_number: '(201) 555-0142',
  address_1: '9 Elm Street',
  address_2: '',
})

const { address_2: _, ...addressInOneLine } = address

/** A valid registration with a password. */
export const registrationForm = (email: string, password: string) => ({
  ...addressInOneLine,
  cosmetology_id: 'NJ-1001',
  email,
  franchise: 'Y',
  password,
  confirmation: password,
})
