import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { reason } from './admin-fields.ts'
import { instant, rowId } from './fields.ts'
import { OpenBusiness } from './personal-data.ts'
import { Problem } from './problem.ts'

const params = z.object({ member_id: rowId })

export const MemberErasure = z.object({
  open: OpenBusiness,
  /** Asked for by the member in the account. */
  asked_at: z.nullable(instant),
  due_at: z.nullable(instant),
  done_at: z.nullable(instant),
})
export type MemberErasure = z.infer<typeof MemberErasure>

export const memberErasureCall = defineAdminCall('memberErasure', {
  summary: 'Whether a member is erased or asked to be, and what is still open',
  permission: 'members.read',
  params,
  responses: { 200: MemberErasure },
  errors: [404, 422],
})
export const memberArchiveCall = defineAdminCall('memberArchive', {
  summary: 'Everything that the shop knows of a member, as a ZIP of JSON and files',
  permission: 'members.export',
  freshProof: true,
  params,
  responses: { 200: z.string() },
  contentType: 'application/zip',
  errors: [404, 422],
})
export const eraseMemberCall = defineAdminCall('eraseMember', {
  summary: 'Erases a member at once and for good; 409 with what is open, unless it is said that this is known',
  permission: 'members.erase',
  freshProof: true,
  params,
  body: z.object({
    reason,
    /** What is open was seen, and does not matter. */
    despite_open: z._default(z.boolean(), false),
  }),
  responses: { 200: MemberErasure, 409: z.extend(Problem, { open: z.optional(OpenBusiness) }) },
  errors: [404, 422],
})
