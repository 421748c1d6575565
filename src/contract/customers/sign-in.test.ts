import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { Profile } from './calls.ts'
import { Forgot, Login, PasswordChange, Registration, Reset, Subscription } from './sign-in.ts'

/** Returns the first message of each field. */
function firstMessages(schema: z.ZodMiniType, form: object): Record<string, string> {
  const issues = schema.safeParse(form).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}
const validPassword = 'lavender tubes'

const professional = {
  cosmetology_id: 'Cosmetology Id is required.',
  first_name: 'First Name is required.',
  last_name: 'Last Name is required.',
  phone_number: 'Phone Number is required.',
  email: 'Email Address is required.',
  address_1: 'Address is required.',
  city: 'City is required.',
  state: 'State is required.',
  zip: 'Zip Code is required.',
}

// Letter for letter from docs/specification §5, with and without the period.
it.each([
  ['login', Login, {}, { email: 'Email Address is required', password: 'Password is required' }],
  ['login', Login, { email: 'x', password: 'y' }, { email: 'Email Address is invalid' }],
  ['forgot password', Forgot, { email: '' }, { email: 'Email Address is required' }],
  ['forgot password', Forgot, { email: 'x@' }, { email: 'Email Address is invalid' }],
  ['newsletter', Subscription, { email: ' ' }, { email: 'Email Address is required.' }],
  ['newsletter', Subscription, { email: 'x' }, { email: 'Email Address is invalid' }],
  [
    'profile',
    Profile,
    { email: '' },
    {
      first_name: 'First Name is required.',
      last_name: 'Last Name is required.',
      email: 'Email Address is required.',
    },
  ],
  ['profile', Profile, { first_name: 'A', last_name: 'R', email: 'x' }, { email: 'Email Address is invalid.' }],
  ['registration', Registration, {}, { ...professional, franchise: 'Please choose Yes or No.' }],
  ['registration', Registration, { franchise: 'N' }, professional],
  [
    'registration',
    Registration,
    { franchise: 'Y', password: 'seven77', confirmation: 'other' },
    {
      ...professional,
      password: 'Password length should be at least minimum of 8 characters.',
      confirmation: 'Password Confirmation is not match to password.',
    },
  ],
  [
    'registration',
    Registration,
    { franchise: 'Y', password: validPassword, confirmation: 'other' },
    { ...professional, confirmation: 'Password Confirmation is not match to password.' },
  ],
  ['reset', Reset, { token: 'x', password: '', confirmation: '' }, { password: 'Password is required.' }],
  [
    'reset',
    Reset,
    { token: 'x', password: 'seven77', confirmation: 'seven77' },
    {
      password: 'Password length should be at least minimum of 8 characters.',
    },
  ],
  [
    'reset',
    Reset,
    { token: 'x', password: validPassword, confirmation: 'other' },
    {
      confirmation: 'Password Confirmation is not match to password.',
    },
  ],
  [
    'password change',
    PasswordChange,
    { current_password: 'seven77', new_password: 'seven77', confirmation: 'seven77' },
    {
      current_password: 'Password is invalid.',
      new_password: 'New Password is required.',
    },
  ],
  [
    'password change',
    PasswordChange,
    { current_password: validPassword, new_password: validPassword, confirmation: 'other' },
    {
      confirmation: 'Password Confirmation is not match to password.',
    },
  ],
] as const)('%s uses the specification’s messages', (_name, schema, form, expected) => {
  expect(firstMessages(schema, form)).toEqual(expected)
})
