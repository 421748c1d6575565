import * as z from 'zod/mini'
import { OrderRow } from './account.ts'
import { defineAdminCall } from './admin-call.ts'
import { reason } from './admin-fields.ts'
import { emailText, instant, rowId } from './fields.ts'
import { formMessages } from './form-messages.ts'
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
    /** It, as it was shown: after something else nothing is erased. */
    open: z.optional(OpenBusiness),
  }),
  responses: { 200: MemberErasure, 409: z.extend(Problem, { open: z.optional(OpenBusiness) }) },
  errors: [404, 422],
})

const guestEmail = emailText(formMessages.emailRequired, formMessages.emailInvalid)

export const Guest = z.object({
  /** Whose account has this email: they are erased there, with their orders; null of a guest. */
  member_id: z.nullable(z.int()),
  /** How many orders guests placed under it. */
  order_count: z.int(),
  /** The latest of them. */
  orders: z.array(OrderRow),
  open: z.pick(OpenBusiness, { orders: true, balances: true }),
  /** What the shop knows of them, table by table: rows that are deleted, whose texts are emptied, and that stay. */
  known: z.array(z.object({ table: z.string(), rows: z.int(), fate: z.enum(['deleted', 'emptied', 'kept']) })),
  /** Mails to or about them, which are deleted. */
  mails: z.int(),
  /** What erasing repeats: it says that this was seen. */
  version: z.string(),
})
export type Guest = z.infer<typeof Guest>

export const previewGuestCall = defineAdminCall('previewGuest', {
  summary: 'What the shop knows of a guest by the email of their orders, and what erasing them would leave',
  permission: 'members.erase',
  body: z.object({ email: guestEmail }),
  responses: { 200: Guest },
  errors: [404, 422],
})
export const eraseGuestCall = defineAdminCall('eraseGuest', {
  summary:
    'Erases who a guest is, at once and for good; 409 with what is known now, if that is not what was seen or is open',
  permission: 'members.erase',
  freshProof: true,
  body: z.object({
    email: guestEmail,
    reason,
    version: z.string(),
    /** What is open was seen, and does not matter. */
    despite_open: z._default(z.boolean(), false),
  }),
  responses: {
    200: z.object({ orders: z.int() }),
    409: z.extend(Problem, { guest: z.optional(Guest) }),
  },
  errors: [404, 422],
})
