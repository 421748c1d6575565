import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { reason } from './admin-fields.ts'
import { instant, rowId } from './fields.ts'
import { Problem } from './problem.ts'

const text = z.string()
const params = z.object({ member_id: rowId })
const Person = z.object({ id: z.int(), member_no: text, name: text })
/** YYYY-MM */
const month = text
const Decided = z.object({ at: instant, by: text, reason: text })

export const MemberSponsors = z.object({
  /** What `version` of a change repeats. */
  version: text,
  /** The month that a change planned now counts from. */
  next_month: month,
  /** By whom the member is, was or will be sponsored, the latest first; null for nobody. */
  spans: z.array(
    z.object({
      from_month: month,
      /** It has not begun, and can be canceled. */
      planned: z.boolean(),
      sponsor: z.nullable(Person),
      /** Null where nobody decided it here: at enrolment, or by an import. */
      decided: z.nullable(Decided),
    }),
  ),
  /** What was planned and then canceled, the latest first. */
  canceled: z.array(z.object({ from_month: month, sponsor: z.nullable(Person), decided: Decided })),
  /** A change that waits for a second person; null where none does. */
  waiting: z.nullable(z.object({ approval_id: z.int(), proposed_by: text, reason: text, own: z.boolean() })),
})
export type MemberSponsors = z.infer<typeof MemberSponsors>

export const memberSponsorsCall = defineAdminCall('memberSponsors', {
  summary: 'By whom a member is, was and will be sponsored, month by month, and who decided so',
  permission: 'members.read',
  params,
  responses: { 200: MemberSponsors },
  errors: [404, 422],
})

const Named = z.object({
  people: z.array(Person),
  /** How many more there are, further up. */
  more: z.int(),
})

export const previewSponsorCall = defineAdminCall('previewSponsor', {
  summary: 'What another sponsor would move, and from which month on; 422 where it cannot be',
  permission: 'members.change',
  params,
  query: z.object({
    /** The new one; left out, nobody. */
    sponsor_id: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      version: text,
      from_month: month,
      /** Who is below the member then, and goes along; exact to 1,000. */
      downline: z.object({ count: z.int(), more: z.boolean() }),
      /** Points of the month under way that the member and their line have brought, and that stay where they are. */
      group_pv: z.int(),
      /** Who no longer has them below, the nearest first. */
      losing: Named,
      /** Who has them below anew, the nearest first. */
      gaining: Named,
      /** Whether it waits for a second person. */
      needs_approval: z.boolean(),
    }),
  },
  errors: [404, 422],
})

const version = z.string({ error: 'Please say which version you saw: version.' })
const decision = {
  permission: 'members.change' as const,
  freshProof: true as const,
  params,
  responses: {
    200: MemberSponsors,
    /** Where somebody else was faster, or the month has turned: the sponsors as they are now. */
    409: z.extend(Problem, { sponsors: z.optional(MemberSponsors) }),
  },
  errors: [404, 422],
}

export const planSponsorCall = defineAdminCall('planSponsor', {
  summary: 'Gives a member another sponsor, or none, from the first of the next month; all three are emailed',
  ...decision,
  body: z.object({ sponsor_id: z.nullable(rowId), version, reason }),
})
export const cancelSponsorCall = defineAdminCall('cancelSponsor', {
  summary: 'Cancels a change of sponsor that has not taken effect; whoever was emailed is emailed again',
  ...decision,
  body: z.object({ version, reason }),
})
