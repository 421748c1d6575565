import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { optionalText, requiredText } from './fields.ts'
import { formMessages, ownFormMessages } from './form-messages.ts'
import { serverMessages } from './server-messages.ts'
import { PASSWORD_LIMIT, User } from './sign-in.ts'

const token = requiredText(serverMessages.linkExpired)

export const EmailConfirmation = z.object({
  token,
  current_password: z
    .string({ error: formMessages.currentPasswordInvalid })
    .check(z.minLength(1, formMessages.currentPasswordInvalid), z.maxLength(PASSWORD_LIMIT, ownFormMessages.tooLong)),
  /**
   * A code of the authenticator app, or a recovery code; required after a 401 with `errors.code`, which is sent only if
   * the password is right.
   */
  code: optionalText(),
})
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

export const confirmEmailCall = defineCall('confirmEmail', {
  summary:
    'Makes a new email the account’s, by the link emailed to it, the current password and, where there is one, a code',
  body: EmailConfirmation,
  responses: { 200: z.object({}) },
  errors: [401, 403, 422],
})
export const cancelEmailChangeCall = defineCall('cancelEmailChange', {
  summary: 'Gives up a new email that has not been confirmed yet',
  responses: { 200: User },
  errors: [401, 403],
})
export const resendEmailChangeCall = defineCall('resendEmailChange', {
  summary: 'Mails another link to the new email; the one before ends',
  responses: { 200: User },
  errors: [401, 403, 409],
})
export const undoEmailChangeCall = defineCall('undoEmailChange', {
  summary:
    'Takes an account back by a link emailed to its old email: restores the email, ends all sign-ins, voids password, second factor and later changes, and emails a link to set a new password',
  body: z.object({ token }),
  responses: { 200: z.object({}) },
  errors: [403, 422],
})
