import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { requiredText } from '#contract/base/fields.ts'
import { formMessages, shopFormMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { PASSWORD_LIMIT, User } from './sign-in.ts'

/** Six digits of the app, or a recovery code; spaces and dashes are accepted in both. */
const CODE_LIMIT = 40
const code = requiredText(pageMessages.codeRequired, CODE_LIMIT)
const currentPassword = z
  .string({ error: formMessages.currentPasswordInvalid })
  .check(z.minLength(1, formMessages.currentPasswordInvalid), z.maxLength(PASSWORD_LIMIT, shopFormMessages.tooLong))

export const SecondFactorStart = z.object({ current_password: currentPassword })
export type SecondFactorStart = z.infer<typeof SecondFactorStart>

/** Setup data for an authenticator app; sent only during setup. */
export const SecondFactorSetUp = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  uri: z.string(),
  /** The URI as a QR code: dark modules as SVG path data on a square of `size` units. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type SecondFactorSetUp = z.infer<typeof SecondFactorSetUp>

export const SecondFactorConfirmation = z.object({ code })
export type SecondFactorConfirmation = z.infer<typeof SecondFactorConfirmation>

export const SecondFactorRemoval = z.object({ current_password: currentPassword, code })
export type SecondFactorRemoval = z.infer<typeof SecondFactorRemoval>

export const startSecondFactorCall = defineCall('startSecondFactor', {
  summary: 'Creates a secret for an authenticator app; it takes effect once confirmed with a code',
  body: SecondFactorStart,
  responses: { 200: SecondFactorSetUp },
  errors: [401, 403, 409, 422],
})
export const confirmSecondFactorCall = defineCall('confirmSecondFactor', {
  summary: 'Turns on two-step sign-in, renews this session, ends all others and returns the recovery codes once',
  body: SecondFactorConfirmation,
  responses: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: [401, 403, 409, 422],
})
export const removeSecondFactorCall = defineCall('removeSecondFactor', {
  summary: 'Turns off two-step sign-in',
  body: SecondFactorRemoval,
  responses: { 200: User },
  errors: [401, 403, 409, 422],
})
