import * as z from 'zod/mini'
import { EnteredAddress, PrintedAddress } from '#contract/addresses/schemas.ts'
import { defineCall } from '#contract/base/call.ts'
import { emailText, licenseNumberText, optionalText, personName, rowId } from '#contract/base/fields.ts'
import { formMessages, shopFormMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { pagePaths } from '#contract/paths.ts'
import { licenseStatuses } from '#domain/customers/license.ts'

export const USER_TYPES = ['member', 'franchise'] as const
export const PASSWORD_MINIMUM = 8
/** Longer passwords are refused, never truncated. */
export const PASSWORD_LIMIT = 200
/** How often per minute one IP address may check whether an email is taken, across all calls. */
export const CHECK_EMAIL_PER_MINUTE = 30

/** The data that every page has about a signed-in visitor. */
export const SignedInUser = z.object({
  id: z.int(),
  type: z.enum(USER_TYPES),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

export const UserAddress = z.extend(PrintedAddress, { id: z.int() })
export type UserAddress = z.infer<typeof UserAddress>

export const User = z.extend(SignedInUser, {
  addresses: z.array(UserAddress),
  /** Whether signing in also requires a code. */
  two_factor: z.boolean(),
  /** Whether a mailed link has verified the mailbox. */
  email_verified: z.boolean(),
  /** Status of their license. */
  license: z.enum(licenseStatuses),
  /** The new email that has not been confirmed yet. */
  pending_email: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

const passwordField = (required: string, tooShort: string) =>
  z
    .string({ error: required })
    .check(
      z.minLength(1, required),
      z.minLength(PASSWORD_MINIMUM, tooShort),
      z.maxLength(PASSWORD_LIMIT, shopFormMessages.tooLong),
    )
const newPassword = passwordField(formMessages.passwordRequired, formMessages.passwordTooShort)
const confirmation = z.string({ error: formMessages.confirmationMismatch })
/** Reports a mismatch at the confirmation field. */
const passwordsMatch = z.refine<{ password: string; confirmation: string }>(
  (form) => form.password === form.confirmation,
  {
    error: formMessages.confirmationMismatch,
    path: ['confirmation'],
  },
)

export const Login = z.object({
  email: emailText(formMessages.loginEmailRequired, formMessages.loginEmailInvalid),
  password: z
    .string({ error: formMessages.loginPasswordRequired })
    .check(z.minLength(1, formMessages.loginPasswordRequired), z.maxLength(PASSWORD_LIMIT, shopFormMessages.tooLong)),
  /**
   * A code of the authenticator app, or a recovery code; required after a 401 with `errors.code`, which is sent only if
   * the password is right.
   */
  code: optionalText(),
})
export type Login = z.infer<typeof Login>

export const Forgot = z.object({ email: emailText(formMessages.loginEmailRequired, formMessages.loginEmailInvalid) })
export const Subscription = z.object({ email: emailText(formMessages.emailRequired, formMessages.loginEmailInvalid) })
/** The version of the terms that was shown and that a new user accepts; defaults to the latest. */
const termsVersion = z.optional(rowId)

/** License number and terms are read only for the link of an invitation. */
export const Reset = z
  .object({
    token: z.string(),
    password: newPassword,
    confirmation,
    cosmetology_id: optionalText(),
    terms_version: termsVersion,
  })
  .check(passwordsMatch)
export type Reset = z.infer<typeof Reset>

const { address_2: _, ...addressInOneLine } = EnteredAddress.shape
const registration = z.object({
  ...addressInOneLine,
  cosmetology_id: licenseNumberText(formMessages.cosmetologyIdRequired),
  first_name: personName(formMessages.firstNameRequired),
  last_name: personName(formMessages.lastNameRequired),
  email: emailText(formMessages.emailRequired, formMessages.emailInvalid),
  /** Referral code of the link that led here. */
  ref: optionalText(),
  terms_version: termsVersion,
})
/** Franchise Y chooses a password at once; N is mailed a link to set one (docs/product §1.2). */
const franchise = z.discriminatedUnion(
  'franchise',
  [
    z.object({ franchise: z.literal('N') }),
    z.object({ franchise: z.literal('Y'), password: newPassword, confirmation }).check(passwordsMatch),
  ],
  { error: pageMessages.franchiseRequired },
)
/** An intersection, so that a form without the choice also gets the errors of its other fields. */
export const Registration = z.intersection(registration, franchise)
export type Registration = z.infer<typeof Registration>

export const PasswordChange = z
  .object({
    current_password: passwordField(formMessages.currentPasswordInvalid, formMessages.currentPasswordInvalid),
    new_password: passwordField(formMessages.newPasswordRequired, formMessages.newPasswordRequired),
    confirmation,
  })
  .check(
    z.refine((form) => form.new_password === form.confirmation, {
      error: formMessages.confirmationMismatch,
      path: ['confirmation'],
    }),
  )
export type PasswordChange = z.infer<typeof PasswordChange>

/** A message for the visitor. */
const Message = z.object({ message: z.string() })

export const loginCall = defineCall('login', {
  redirectTo: pagePaths.home,
  summary: 'Signs in; accounts with two-step sign-in also need a code',
  body: Login,
  responses: { 200: User },
  errors: [401, 403, 422],
})
export const logoutCall = defineCall('logout', {
  redirectTo: pagePaths.home,
  summary: 'Signs out; the account keeps its cart',
  responses: { 200: z.object({}) },
  errors: [403],
})
export const registerCall = defineCall('register', {
  redirectTo: pagePaths.login,
  summary: 'Creates an account without signing in',
  body: Registration,
  responses: { 201: z.extend(User, Message.shape) },
  errors: [403, 422],
})
export const checkEmailCall = defineCall('checkEmail', {
  summary: 'Checks whether an email is available for a new account',
  body: z.object({ email: emailText(formMessages.emailRequired, formMessages.emailInvalid) }),
  responses: { 200: z.object({ valid: z.boolean() }) },
  callsPerMinute: CHECK_EMAIL_PER_MINUTE,
  rateLimitGroup: 'taken emails',
  errors: [403, 422],
})
export const forgotCall = defineCall('forgot', {
  redirectTo: pagePaths.login,
  summary: 'Emails a password reset link if the account exists; the response is the same either way',
  body: Forgot,
  responses: { 200: Message },
  errors: [403, 422],
})
export const resetCall = defineCall('reset', {
  redirectTo: pagePaths.login,
  summary: 'Sets a password by an emailed link and ends all sessions; an invitation link creates the user',
  body: Reset,
  responses: { 200: z.object({}) },
  errors: [403, 422],
})
export const subscribeCall = defineCall('subscribe', {
  redirectTo: pagePaths.home,
  summary: 'Subscribes an email to the newsletter; responds the same if it was already subscribed',
  body: Subscription,
  responses: { 200: z.object({}) },
  callsPerMinute: 10,
  errors: [403, 422],
})
export const userCall = defineCall('user', {
  summary: 'Retrieves the signed-in user',
  responses: { 200: User },
  errors: [401],
})
export const changePasswordCall = defineCall('changePassword', {
  summary: 'Changes the password, renews this session and ends all others',
  body: PasswordChange,
  responses: { 200: User },
  errors: [401, 403, 422],
})
