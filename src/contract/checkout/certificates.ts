import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { emailText, requiredText, rowId } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const statuses = ['submitted', 'approved', 'refused', 'expired', 'ended'] as const
const email = emailText(formMessages.emailRequired, formMessages.emailInvalid)
const state = z
  .string({ error: shopMessages.malformed })
  .check(z.regex(/^[A-Z]{2}$/, 'Enter a state as two letters, such as NY.'))
const number = requiredText('Enter the certificate number.', 40)

export const Certificate = z.object({
  id: z.int(),
  user_id: z.int(),
  email: z.string(),
  state: z.string(),
  number: z.string(),
  /** The last day of validity, YYYY-MM-DD. */
  expires_on: z.string(),
  status: z.enum(statuses),
  version: Version,
})
export type Certificate = z.infer<typeof Certificate>

/** Identifies a certificate. The number is included so that a decision never applies to a replacement. */
const certificateKey = { email, state, number }
const lastDay = z.iso
  .date('Enter an expiration date, such as 2027-12-31.')
  .check(z.regex(/^[12]/, 'Enter an expiration date, such as 2027-12-31.'))
/** A renewal keeps its predecessor's number, so its last day tells them apart. */
const decisionFields = { ...certificateKey, expires_on: z.optional(lastDay) }
const certificateResponse = {
  responses: { 200: z.object({ certificate: Certificate }) },
  errors: [404, 409, 422],
} as const

export const certificatesCall = defineAdminCall('certificates', {
  summary: 'Lists resale certificates of members, newest first',
  permission: 'members.read',
  query: z.object({
    status: z.optional(z.enum(statuses, shopMessages.malformed)),
    /** Returns the entries before this id. */
    before: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      data: z.array(Certificate),
      /** Value for `before`; null if there are no older ones. */
      next: z.nullable(z.int()),
    }),
  },
  errors: [422],
})
export const saveCertificateCall = defineAdminCall('saveCertificate', {
  summary: 'Creates a resale certificate for a member; it takes effect once approved',
  permission: 'members.change',
  body: z.object({
    ...certificateKey,
    expires_on: lastDay,
    /** The version of the pending certificate of that state, which is replaced; null if there was none. */
    expected_version: z.optional(z.nullable(expected_version)),
  }),
  current: z.object({ certificates: z.array(Certificate) }),
  ...certificateResponse,
})
export const approveCertificateCall = defineAdminCall('approveCertificate', {
  summary: 'Approves a resale certificate: new orders of the member in that state are tax exempt. Emails the member',
  permission: 'members.change',
  body: z.object(decisionFields),
  ...certificateResponse,
})
export const refuseCertificateCall = defineAdminCall('refuseCertificate', {
  summary: 'Rejects a pending certificate and emails the member the reason',
  permission: 'members.change',
  body: z.object({ ...decisionFields, reason }),
  ...certificateResponse,
})
export const endCertificateCall = defineAdminCall('endCertificate', {
  summary: 'Ends a resale certificate: new orders of the member in that state are taxed. Existing orders stay exempt',
  permission: 'members.change',
  body: z.object({ ...decisionFields, reason }),
  ...certificateResponse,
})
