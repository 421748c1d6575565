import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { licenseNumberText, stateText } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { ATTACHMENT_LIMIT } from '#contract/base/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import { licenseStatuses, licenseTypes } from '#domain/customers/license.ts'
import { licenseMessages } from './license-messages.ts'

const text = z.string()
/** The picture or PDF, with its original file name; null without one. */
const evidence = z.nullable(z.object({ name: text }))

/** A pending renewal of an approved license, which stays valid until staff decide. */
const Renewal = z.object({
  type: z.nullable(z.enum(licenseTypes)),
  /** The new last day, YYYY-MM-DD. */
  expires_on: text,
  evidence,
  status: z.enum(['submitted', 'refused']),
  /** Why it was refused. */
  reason: text,
})

export const License = z.object({
  /** Empty if neither a state nor an address is known. */
  license_state: text,
  /** The number as the member typed it. */
  cosmetology_id: text,
  type: z.nullable(z.enum(licenseTypes)),
  /** The last day of validity, YYYY-MM-DD; null if unknown. */
  expires_on: z.nullable(text),
  /** Days until the last day of a license that expires soon; null otherwise. */
  days_to_renew: z.nullable(z.int()),
  evidence,
  status: z.enum(licenseStatuses),
  /** Why it was refused; may be empty. */
  reason: text,
  renewal: z.nullable(Renewal),
  /** Whether the shop approves licenses; if so, changing the license makes the account Pending again. */
  approval: z.boolean(),
  /** Why the account cannot order for now; null if it can. */
  order_block_reason: z.nullable(text),
})
export type License = z.infer<typeof License>

/** A calendar day in the format of date inputs. */
export const lastDay = z.iso
  .date(licenseMessages.lastDayMalformed)
  .check(z.regex(/^2/, licenseMessages.lastDayMalformed))

/** An empty form field means that the value is unknown. */
const emptyOr = <T extends z.ZodMiniType>(schema: T) => z.union([z.literal(''), schema])

export const NewLicense = z.object({
  license_state: stateText(formMessages.stateRequired),
  cosmetology_id: licenseNumberText(formMessages.cosmetologyIdRequired),
  /** Unchanged if absent. */
  license_type: z.optional(emptyOr(z.enum(licenseTypes, licenseMessages.licenseTypeUnknown))),
  /** Unchanged if absent or empty. */
  expires_on: z.optional(emptyOr(lastDay)),
})
export type NewLicense = z.infer<typeof NewLicense>

export const licenseCall = defineCall('license', {
  summary: 'Retrieves the license of the signed-in user, its approval status and its renewal',
  responses: { 200: License },
  errors: [401],
})
export const saveLicenseCall = defineCall('saveLicense', {
  redirectTo: pagePaths.accountLicense,
  summary: 'Submits a new license or a renewal for approval',
  body: NewLicense,
  file: { field: 'evidence', maxBytes: ATTACHMENT_LIMIT },
  responses: { 200: License },
  callsPerMinute: 60,
  rateLimitGroup: 'uploads',
  errors: [401, 403, 413, 415, 422],
})
export const licenseFileCall = defineCall('licenseFile', {
  summary: 'Downloads the picture or PDF of the user’s license',
  responses: { 200: z.unknown() },
  contentType: 'application/octet-stream',
  errors: [401, 404],
})
export const renewalFileCall = defineCall('renewalFile', {
  summary: 'Downloads the picture or PDF of the user’s license renewal',
  responses: { 200: z.unknown() },
  contentType: 'application/octet-stream',
  errors: [401, 404],
})
