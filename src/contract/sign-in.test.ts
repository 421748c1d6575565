import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { Profile } from './account.ts'
import { Forgot, Login, PasswordChange, Reset, Subscription } from './sign-in.ts'

/** First sentence of each field. */
function sentencesOf(schema: z.ZodMiniType, form: object): Record<string, string> {
  const issues = schema.safeParse(form).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}
const long = 'lavender tubes'

// docs/specification §5, letter for letter: with and without the full stop.
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
    { token: 'x', password: long, confirmation: 'other' },
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
    { current_password: long, new_password: long, confirmation: 'other' },
    {
      confirmation: 'Password Confirmation is not match to password.',
    },
  ],
] as const)('%s says what is wrong in the specification’s words', (_name, schema, form, sentences) => {
  expect(sentencesOf(schema, form)).toEqual(sentences)
})
