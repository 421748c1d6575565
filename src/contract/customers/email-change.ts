import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { optionalText, requiredText } from '#contract/base/fields.ts'
import { formMessages, shopFormMessages } from '#contract/base/form-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { PASSWORD_LIMIT, User } from './sign-in.ts'

const token = requiredText(serverMessages.linkExpired)

export const EmailConfirmation = z.object({
  token,
  current_password: z
    .string({ error: formMessages.currentPasswordInvalid })
    .check(z.minLength(1, formMessages.currentPasswordInvalid), z.maxLength(PASSWORD_LIMIT, shopFormMessages.tooLong)),
  /**
   * A code of the authenticator app, or a recovery code; required after a 401 with `errors.code`, which is sent only if
   * the password is right.
   */
  code: optionalText(),
})
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

export const confirmEmailCall = defineCall('confirmEmail', {
  summary: 'Confirms a new email by its emailed link, the current password and, with two-step sign-in, a code',
  body: EmailConfirmation,
  responses: { 200: z.object({}) },
  errors: [401, 403, 422],
})
export const cancelEmailChangeCall = defineCall('cancelEmailChange', {
  summary: 'Cancels a pending email change',
  responses: { 200: User },
  errors: [401, 403],
})
export const resendEmailChangeCall = defineCall('resendEmailChange', {
  summary: 'Resends the confirmation link of a pending email change; the previous link stops working',
  responses: { 200: User },
  errors: [401, 403, 409],
})
export const undoEmailChangeCall = defineCall('undoEmailChange', {
  summary:
    'Recovers an account by a link sent to its old email: restores the email, ends all sign-ins, voids the password, second factor and later changes, and emails a link to set a new password',
  body: z.object({ token }),
  responses: { 200: z.object({}) },
  errors: [403, 422],
})

const linkCall = {
  params: z.object({ token: z.string() }),
  responses: { 200: z.object({}) },
  callsPerMinute: 30,
  errors: [410],
} as const
export const confirmEmailLinkCall = defineCall('confirmEmailLink', {
  ...linkCall,
  summary: 'Whether an emailed link still confirms a new email; 410 for a dead link',
})
export const undoEmailLinkCall = defineCall('undoEmailLink', {
  ...linkCall,
  summary: 'Whether an emailed link still takes an account back; 410 for a dead link',
})
export const proveEmailLinkCall = defineCall('proveEmailLink', {
  ...linkCall,
  summary: 'Whether an emailed link still proves an email; 410 for a dead link',
})
