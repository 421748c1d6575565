/** Somebody whom a member adds to the own direct line. */
export const childForm = (email: string) => ({
  first_name: 'Noor',
  last_name: 'Bakker',
  email,
  company: '',
  phone_number: '(201) 555-0142',
  address_1: '9 Elm Street',
  address_2: '',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
})

/** A registration that goes through as it is, with a password chosen at once. */
export const registrationForm = (email: string, password: string) => ({
  cosmetology_id: 'NJ-1001',
  first_name: 'Ana',
  last_name: 'Reyes',
  phone_number: '(201) 555-0100',
  email,
  address_1: '1 Main Street',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
  franchise: 'Y',
  password,
  confirmation: password,
})
