import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { MAX_BODY_BYTES } from '#contract/base/call.ts'
import { instant, noNul, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const TERMS_LIMIT = 100_000

export const TermsVersion = z.object({
  version: z.int(),
  published_at: instant,
  published_by: z.string(),
  /** Number of members who accepted it; counted up to 1,001, which means "more than 1,000". */
  accepted: z.int(),
})
export type TermsVersion = z.infer<typeof TermsVersion>

/** The versions of the terms, latest first, with the latest text. */
export const TermsVersions = z.object({ data: z.array(TermsVersion), text: z.string(), version: Version })
export type TermsVersions = z.infer<typeof TermsVersions>

export const termsVersionsCall = defineAdminCall('termsVersions', {
  summary: 'Lists the versions of the terms, latest first, with acceptance counts and the latest text',
  permission: 'settings.change',
  responses: { 200: TermsVersions },
})
export const termsVersionCall = defineAdminCall('termsVersion', {
  summary: 'Retrieves a published version of the terms and who accepted it, 50 per page',
  permission: 'settings.change',
  params: z.object({ version: rowId }),
  query: z.object({ after: z.optional(rowId) }),
  responses: {
    200: z.extend(TermsVersion, {
      text: z.string(),
      members: z.array(z.object({ id: z.int(), member_no: z.string(), name: z.string(), accepted_at: instant })),
      next: z.nullable(z.int()),
    }),
  },
  errors: [404, 422],
})
export const publishTermsCall = defineAdminCall('publishTerms', {
  summary: 'Publishes the next version of the terms permanently. Returns 409 if another version was published since',
  permission: 'settings.change',
  freshProof: true,
  body: z.object({
    text: z.string({ error: shopMessages.malformed }).check(z.maxLength(TERMS_LIMIT, shopMessages.malformed), noNul),
    expected_version,
    reason,
  }),
  maxBodyBytes: MAX_BODY_BYTES,
  responses: { 200: z.object({ version: z.int() }) },
  current: TermsVersions,
  errors: [409, 422],
})
