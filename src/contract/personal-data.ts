import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { instant } from './fields.ts'
import { formMessages } from './form-messages.ts'
import { PASSWORD_LIMIT } from './sign-in.ts'

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
  erasure: z.nullable(z.object({ asked_at: instant, due_at: instant })),
  open: OpenBusiness,
  /** Accepted versions of the terms, latest first. */
  terms: z.array(z.object({ version: z.int(), accepted_at: instant })),
})
export type MyData = z.infer<typeof MyData>

export const WithPassword = z.object({
  current_password: z
    .string({ error: formMessages.currentPasswordInvalid })
    .check(
      z.minLength(1, formMessages.currentPasswordInvalid),
      z.maxLength(PASSWORD_LIMIT, formMessages.currentPasswordInvalid),
    ),
})
export type WithPassword = z.infer<typeof WithPassword>

export const myDataCall = defineCall('myData', {
  summary: 'Whether the account is to be erased and what that waits for, and which terms were accepted',
  responses: { 200: MyData },
  errors: [401],
})
export const exportMyDataCall = defineCall('exportMyData', {
  summary: 'A link, good for ten minutes and for whoever is signed in, to everything that the shop knows of them',
  body: WithPassword,
  responses: { 200: z.object({ path: z.string() }) },
  errors: [401, 403, 422],
})
export const myDataArchiveCall = defineCall('myDataArchive', {
  summary: 'Everything that the shop knows of whoever is signed in, as a ZIP of JSON and files',
  query: z.object({ until: z.string(), signature: z.string() }),
  responses: { 200: z.string() },
  contentType: 'application/zip',
  errors: [401, 404, 422, 429],
})
export const eraseMyDataCall = defineCall('eraseMyData', {
  summary: 'Asks for the account to be erased, in 14 days and after what is open; the owner is emailed',
  body: WithPassword,
  responses: { 200: MyData },
  errors: [401, 403, 422],
})
export const keepMyDataCall = defineCall('keepMyData', {
  summary: 'Calls the erasure off',
  body: z.object({}),
  responses: { 200: MyData },
  errors: [401, 403],
})
