import * as z from 'zod/mini'
import { licenceStatuses, licenceTypes } from '#domain/account/licence.ts'
import { defineCall } from './call.ts'
import { licenceNumberText, stateText } from './fields.ts'
import { formMessages } from './form-messages.ts'
import { licenceMessages } from './licence-messages.ts'
import { ATTACHMENT_LIMIT } from './limits.ts'
import { pagePaths } from './paths.ts'

const text = z.string()
/** The picture or PDF, with its original file name; null without one. */
const evidence = z.nullable(z.object({ name: text }))

/** A pending renewal of an approved license, which stays valid until staff decide. */
const Renewal = z.object({
  type: z.nullable(z.enum(licenceTypes)),
  /** The new last day, YYYY-MM-DD. */
  expires_on: text,
  evidence,
  status: z.enum(['submitted', 'refused']),
  /** Why it was refused. */
  reason: text,
})

export const Licence = z.object({
  /** Empty if neither a state nor an address is known. */
  licence_state: text,
  /** The number as the member typed it. */
  cosmetology_id: text,
  type: z.nullable(z.enum(licenceTypes)),
  /** The last day of validity, YYYY-MM-DD; null if unknown. */
  expires_on: z.nullable(text),
  /** Days until the last day of a license that expires soon; null otherwise. */
  days_to_renew: z.nullable(z.int()),
  evidence,
  status: z.enum(licenceStatuses),
  /** Why it was refused; may be empty. */
  reason: text,
  renewal: z.nullable(Renewal),
  /** Whether the shop approves licenses; if so, changing the license makes the account Pending again. */
  approval: z.boolean(),
  /** Why the account cannot order for now; null if it can. */
  order_stop: z.nullable(text),
})
export type Licence = z.infer<typeof Licence>

/** A calendar day in the format of date inputs. */
export const lastDay = z.iso
  .date(licenceMessages.lastDayMalformed)
  .check(z.regex(/^2/, licenceMessages.lastDayMalformed))

/** An empty form field means that the value is unknown. */
const emptyOr = <T extends z.ZodMiniType>(schema: T) => z.union([z.literal(''), schema])

export const NewLicence = z.object({
  licence_state: stateText(formMessages.stateRequired),
  cosmetology_id: licenceNumberText(formMessages.cosmetologyIdRequired),
  /** Unchanged if absent. */
  licence_type: z.optional(emptyOr(z.enum(licenceTypes, licenceMessages.licenceTypeUnknown))),
  /** Unchanged if absent or empty. */
  expires_on: z.optional(emptyOr(lastDay)),
})
export type NewLicence = z.infer<typeof NewLicence>

export const licenceCall = defineCall('licence', {
  summary: 'The own license, whether it is approved, and its renewal',
  responses: { 200: Licence },
  errors: [401],
})
export const saveLicenceCall = defineCall('saveLicence', {
  redirectTo: pagePaths.accountLicence,
  summary: 'Enters another license, which is not approved then, or a renewal of the own one',
  body: NewLicence,
  file: { field: 'evidence', maxBytes: ATTACHMENT_LIMIT },
  responses: { 200: Licence },
  callsPerMinute: 60,
  rateLimitGroup: 'uploads',
  errors: [401, 403, 413, 415, 422],
})
export const licenceFileCall = defineCall('licenceFile', {
  summary: 'The picture or PDF of the own license',
  responses: { 200: z.unknown() },
  contentType: 'application/octet-stream',
  errors: [401, 404],
})
export const renewalFileCall = defineCall('renewalFile', {
  summary: 'The picture or PDF of its renewal',
  responses: { 200: z.unknown() },
  contentType: 'application/octet-stream',
  errors: [401, 404],
})
