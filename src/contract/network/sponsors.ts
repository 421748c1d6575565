import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { instant, rowId } from '#contract/base/fields.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const text = z.string()
const params = z.object({ member_id: rowId })
const Person = z.object({ id: z.int(), member_no: text, name: text })
/** YYYY-MM */
const month = text
const Decision = z.object({ at: instant, by: text, reason: text })

export const MemberSponsors = z.object({
  version: Version,
  /** The month from which a change planned now takes effect. */
  next_month: month,
  /** Past, current and planned sponsors of the member, latest first; null for none. */
  history: z.array(
    z.object({
      from_month: month,
      /** True if it has not begun and can be canceled. */
      planned: z.boolean(),
      sponsor: z.nullable(Person),
      /** Null if it was not decided here: at enrollment, or by an import. */
      decided: z.nullable(Decision),
    }),
  ),
  /** Changes that were planned and then canceled, latest first. */
  canceled: z.array(z.object({ from_month: month, sponsor: z.nullable(Person), decided: Decision })),
  /** A change that waits for a second approver; null if there is none. */
  waiting: z.nullable(
    z.object({ approval_id: z.int(), proposed_by: text, reason: text, proposed_by_viewer: z.boolean() }),
  ),
})
export type MemberSponsors = z.infer<typeof MemberSponsors>

export const memberSponsorsCall = defineAdminCall('memberSponsors', {
  summary: 'Lists a member’s past, current and planned sponsors, with who decided each change',
  permission: 'members.read',
  params,
  responses: { 200: MemberSponsors },
  errors: [404, 422],
})

const AffectedMembers = z.object({
  people: z.array(Person),
  /** Number of further members above. */
  more: z.int(),
})

export const previewSponsorCall = defineAdminCall('previewSponsor', {
  summary: 'Previews a sponsor change: what moves and from which month. Returns 422 if it is not possible',
  permission: 'members.change',
  params,
  query: z.object({
    /** The new sponsor; absent for none. */
    sponsor_id: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      version: Version,
      from_month: month,
      /** Members below the member at that time, who move along; exact up to 1,000. */
      downline: z.object({ count: z.int(), more: z.boolean() }),
      /** Points that the member and their downline have earned this month, which stay with the old sponsor. */
      group_pv: z.int(),
      /** Members who lose them from their downline, nearest first. */
      losing: AffectedMembers,
      /** Members who gain them in their downline, nearest first. */
      gaining: AffectedMembers,
      /** Whether it needs a second approver. */
      needs_approval: z.boolean(),
    }),
  },
  errors: [404, 422],
})

const sponsorMutation = {
  permission: 'members.change' as const,
  freshProof: true as const,
  params,
  responses: { 200: MemberSponsors },
  current: MemberSponsors,
  errors: [404, 409, 422],
}

export const planSponsorCall = defineAdminCall('planSponsor', {
  summary: 'Plans a new sponsor, or none, from the first of next month; emails everyone affected',
  ...sponsorMutation,
  body: z.object({ sponsor_id: z.nullable(rowId), expected_version, reason }),
})
export const cancelSponsorChangeCall = defineAdminCall('cancelSponsorChange', {
  summary: 'Cancels a planned sponsor change and emails everyone who was notified',
  ...sponsorMutation,
  body: z.object({ expected_version, reason }),
})
