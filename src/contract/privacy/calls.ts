import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { instant } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { PASSWORD_LIMIT } from '#contract/customers/sign-in.ts'

/** Open business that delays the automatic erasure of an account (docs/back-office §4). */
export const OpenBusiness = z.object({
  /** Orders that are neither completed nor canceled. */
  orders: z.array(z.int()),
  /** Orders with an amount due, or a refund due. */
  balances: z.array(z.int()),
  /** Months whose bonuses are not paid yet, YYYY-MM, earliest first. */
  months: z.array(z.string()),
})
export type OpenBusiness = z.infer<typeof OpenBusiness>

export const MyData = z.object({
  /** Null if it was not requested. `due_at`: the earliest time; open business delays it further. */
  erasure: z.nullable(z.object({ requested_at: instant, due_at: instant })),
  open: OpenBusiness,
  /** Accepted versions of the terms, latest first. */
  terms: z.array(z.object({ version: z.int(), accepted_at: instant })),
})
export type MyData = z.infer<typeof MyData>

export const PasswordConfirmation = z.object({
  current_password: z
    .string({ error: formMessages.currentPasswordInvalid })
    .check(
      z.minLength(1, formMessages.currentPasswordInvalid),
      z.maxLength(PASSWORD_LIMIT, formMessages.currentPasswordInvalid),
    ),
})
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>

export const myDataCall = defineCall('myData', {
  summary: 'Retrieves a pending account erasure, what it waits for, and the accepted terms',
  responses: { 200: MyData },
  errors: [401],
})
export const exportMyDataCall = defineCall('exportMyData', {
  summary: 'Creates a link, valid for ten minutes, to download the user’s personal data',
  body: PasswordConfirmation,
  responses: { 200: z.object({ path: z.string() }) },
  errors: [401, 403, 422],
})
export const myDataArchiveCall = defineCall('myDataArchive', {
  summary: 'Exports all personal data of the signed-in user as a ZIP of JSON and files',
  query: z.object({ until: z.string(), signature: z.string() }),
  responses: { 200: z.string() },
  contentType: 'application/zip',
  errors: [401, 404, 422, 429],
})
export const eraseMyDataCall = defineCall('eraseMyData', {
  summary: 'Requests erasure of the account, in 14 days and once no business is open; emails its owner',
  body: PasswordConfirmation,
  responses: { 200: MyData },
  errors: [401, 403, 422],
})
export const keepMyDataCall = defineCall('keepMyData', {
  summary: 'Cancels a pending erasure',
  body: z.object({}),
  responses: { 200: MyData },
  errors: [401, 403],
})
