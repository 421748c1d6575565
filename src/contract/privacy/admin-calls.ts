import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { emailText, instant, rowId } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { OrderRow } from '#contract/customers/calls.ts'
import { OpenBusiness } from './calls.ts'

const params = z.object({ member_id: rowId })

export const MemberErasure = z.object({
  open: OpenBusiness,
  /** When the member requested it in the account. */
  requested_at: z.nullable(instant),
  due_at: z.nullable(instant),
  done_at: z.nullable(instant),
  /** Version of the open business. */
  version: Version,
})
export type MemberErasure = z.infer<typeof MemberErasure>

export const memberErasureCall = defineAdminCall('memberErasure', {
  summary: 'Retrieves a member’s erasure status and open business',
  permission: 'members.read',
  params,
  responses: { 200: MemberErasure },
  errors: [404, 422],
})
export const memberArchiveCall = defineAdminCall('memberArchive', {
  summary: 'Exports all personal data of a member as a ZIP of JSON and files',
  permission: 'members.export',
  freshProof: true,
  params,
  responses: { 200: z.string() },
  contentType: 'application/zip',
  errors: [404, 422],
})
export const eraseMemberCall = defineAdminCall('eraseMember', {
  summary:
    'Permanently erases a member. Returns 409 with the open business unless it was acknowledged, or if it has changed',
  permission: 'members.erase',
  freshProof: true,
  params,
  body: z.object({
    reason,
    /** Confirms the erasure despite the open business. */
    acknowledge_open: z._default(z.boolean(), false),
    expected_version,
  }),
  responses: { 200: MemberErasure },
  current: MemberErasure,
  errors: [404, 409, 422],
})

const guestEmail = emailText(formMessages.emailRequired, formMessages.emailInvalid)

export const Guest = z.object({
  /** The member whose account has this email: they are erased there, with their orders; null for a guest. */
  member_id: z.nullable(z.int()),
  /** Number of guest orders with this email. */
  order_count: z.int(),
  /** The latest of these orders. */
  orders: z.array(OrderRow),
  open: z.pick(OpenBusiness, { orders: true, balances: true }),
  /**
   * The data that the shop has about them, by table: rows that are deleted, rows whose texts are cleared, and rows that
   * are kept.
   */
  tables: z.array(
    z.object({ table: z.string(), rows: z.int(), action: z.enum(['deleted', 'anonymized', 'retained']) }),
  ),
  /** Mails to or about them, which are deleted. */
  mails: z.int(),
  version: Version,
})
export type Guest = z.infer<typeof Guest>

export const previewGuestCall = defineAdminCall('previewGuest', {
  summary: 'Retrieves the personal data of a guest by email, and what remains after erasure',
  permission: 'members.erase',
  body: z.object({ email: guestEmail }),
  responses: { 200: Guest },
  errors: [404, 422],
})
export const eraseGuestCall = defineAdminCall('eraseGuest', {
  summary:
    'Permanently erases a guest’s personal data. Returns 409 with the current data if it has changed or business is open',
  permission: 'members.erase',
  freshProof: true,
  body: z.object({
    email: guestEmail,
    reason,
    expected_version,
    /** Confirms the erasure despite the open business. */
    acknowledge_open: z._default(z.boolean(), false),
  }),
  responses: { 200: z.object({ orders: z.int() }) },
  current: Guest,
  errors: [404, 409, 422],
})
