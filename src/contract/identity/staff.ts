import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { emailText, noNul, optionalText, personNameOrNone, rowId } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { SecondFactorSetUp } from '#contract/customers/second-factor.ts'
import { Login, PASSWORD_LIMIT, Reset } from '#contract/customers/sign-in.ts'
import { roles } from '#contract/permissions.ts'

const role = z.enum(roles)
/** If empty, the email is shown instead; mails to all approvers contain it. */
const staffName = personNameOrNone(100)

/** The signed-in member of staff. */
export const StaffMember = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role,
  /** Whether the last password or code was entered less than ten minutes ago. */
  recently_authenticated: z.boolean(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const StaffRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role,
  active: z.boolean(),
  password_set: z.boolean(),
  two_factor: z.boolean(),
  last_signed_in_at: z.nullable(z.string()),
  version: Version,
})
export type StaffRow = z.infer<typeof StaffRow>

/** A change that waits for a second approver; null if it was made. */
const Outcome = z.object({ approval_id: z.nullable(z.int()) })

export const staffLoginCall = defineAdminCall('staffLogin', {
  summary: 'Signs a staff member in; two-step sign-in also needs a code',
  body: Login,
  responses: { 200: StaffMember },
  errors: [401, 403, 422],
})
export const staffLogoutCall = defineAdminCall('staffLogout', {
  summary: 'Signs a staff member out',
  responses: { 200: z.object({}) },
  errors: [403],
})
export const staffMemberCall = defineAdminCall('staffMember', {
  summary: 'Retrieves the signed-in staff member',
  responses: { 200: StaffMember },
  errors: [401],
})
export const proveStaffCall = defineAdminCall('proveStaff', {
  summary: 'Confirms the staff member’s identity by password or code, valid for 10 minutes',
  body: z.object({
    /** Either this or `code`. */
    password: z._default(z.string().check(z.maxLength(PASSWORD_LIMIT), noNul), ''),
    code: optionalText(),
  }),
  responses: { 200: StaffMember },
  errors: [401, 403, 422],
})
export const openStaffLinkCall = defineAdminCall('openStaffLink', {
  summary: 'Retrieves what a password link is for; starts the setup of two-step sign-in if there is none',
  body: z.object({ token: z.string() }),
  responses: {
    200: z.object({
      email: z.string(),
      name: z.string(),
      /** Null if two-step sign-in is already on. */
      set_up: z.nullable(SecondFactorSetUp),
      /** Whether the setup must be finished. */
      required: z.boolean(),
    }),
  },
  errors: [403, 422],
})
export const SetStaffPassword = z.extend(z.object({ token: z.string(), confirmation: z.string() }), {
  password: Reset.shape.password,
  /** A code of the app that is being set up; empty skips the setup if that is allowed. */
  code: optionalText(),
})
export const setStaffPasswordCall = defineAdminCall('setStaffPassword', {
  summary: 'Sets a password by a link, ends all sessions and returns the recovery codes once',
  body: SetStaffPassword,
  responses: {
    200: z.object({
      recovery_codes: z.nullable(z.array(z.string())),
      /** Whether the browser is signed in now, as the first owner of a store that is not open yet. */
      signed_in: z.boolean(),
    }),
  },
  errors: [403, 422],
})

const email = emailText(formMessages.emailRequired, formMessages.emailInvalid)
export const openSetupLinkCall = defineAdminCall('openSetupLink', {
  summary: 'Checks the link that the server prints at its start until the store has an owner',
  body: z.object({ token: z.string() }),
  responses: { 200: z.object({}) },
  errors: [403, 422],
})
export const addFirstOwnerCall = defineAdminCall('addFirstOwner', {
  summary: 'Creates the first owner by the printed link, which works once',
  body: z.object({ token: z.string(), email, name: z._default(staffName, '') }),
  responses: {
    200: z.object({
      /** Path of the page that sets the password. */
      path: z.string(),
    }),
  },
  errors: [403, 422],
})
export const staffListCall = defineAdminCall('staffList', {
  summary: 'Lists staff members and pending resets',
  permission: 'staff.change',
  responses: { 200: z.object({ staff: z.array(StaffRow) }) },
})
export const addStaffCall = defineAdminCall('addStaff', {
  summary: 'Creates a staff member and emails them a link to set a password',
  permission: 'staff.change',
  freshProof: true,
  body: z.object({ email, name: z._default(staffName, ''), role, reason }),
  responses: { 200: Outcome },
  errors: [409, 422],
})
export const changeStaffCall = defineAdminCall('changeStaff', {
  summary: 'Updates email, name, role or access of a staff member; demotion and deactivation end their sessions',
  permission: 'staff.change',
  freshProof: true,
  body: z.object({
    staff_id: rowId,
    email: z.optional(email),
    name: z.optional(staffName),
    role: z.optional(role),
    active: z.optional(z.boolean()),
    reason,
    expected_version,
  }),
  responses: { 200: Outcome },
  current: StaffRow,
  errors: [404, 409, 422],
})
export const resetStaffCall = defineAdminCall('resetStaff', {
  summary: 'Resets a staff member’s password or second factor and emails them a link',
  permission: 'staff.change',
  freshProof: true,
  body: z.object({
    staff_id: rowId,
    kind: z.enum(['password', 'second_factor']),
    reason,
    expected_version,
  }),
  current: StaffRow,
  responses: {
    200: z.object({
      /** When it takes effect unless somebody stops it; null if it is immediate. */
      effective_at: z.nullable(z.string()),
    }),
  },
  errors: [404, 409, 422],
})
export const stopResetCall = defineAdminCall('stopReset', {
  summary: 'Cancels a pending reset',
  permission: 'approve',
  freshProof: true,
  body: z.object({ staff_reset_id: rowId }),
  responses: { 200: z.object({}) },
  errors: [404, 422],
})

export const Approval = z.object({
  id: z.int(),
  action: z.string(),
  subject: z.string(),
  /** Both as text, for example `Close March 2026`. */
  title: z.string(),
  /** The reviewed values, by name. */
  preview: z.array(z.object({ name: z.string(), value: z.string() })),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: z.string(),
  state: z.enum(['proposed', 'approved', 'refused', 'void', 'done']),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  proposed_by_viewer: z.boolean(),
  /** A proposal from the command line: two people approve it with their own sign-ins. */
  requires_two_approvers: z.boolean(),
  /** The first of two approvers; null before that, and if only one is needed. */
  first_approved_by: z.nullable(z.string()),
  /** Whether the viewer was the first approver, and so cannot be the second. */
  approved_by_viewer: z.boolean(),
})
export type Approval = z.infer<typeof Approval>
export const PendingReset = z.object({
  id: z.int(),
  email: z.string(),
  kind: z.enum(['password', 'second_factor']),
  requested_by: z.string(),
  effective_at: z.string(),
})
export type PendingReset = z.infer<typeof PendingReset>
export const openResetLinkCall = defineAdminCall('openResetLink', {
  summary: 'Retrieves the reset that an emailed link can stop',
  body: z.object({ token: z.string() }),
  responses: { 200: PendingReset },
  errors: [403, 422],
})
export const stopResetByLinkCall = defineAdminCall('stopResetByLink', {
  summary: 'Cancels a reset by its emailed link, without signing in; the link works once',
  body: z.object({ token: z.string() }),
  responses: { 200: z.object({}) },
  errors: [403, 422],
})
export const approvalsCall = defineAdminCall('approvals', {
  summary: 'Lists pending approvals and the latest decisions',
  permission: 'approve',
  query: z.object({
    /**
     * `pending` excludes finished ones; `proposed` and `approved` are its two halves. Among the proposed ones, `to_approve`
     * selects those that the viewer may approve, and `mine` those that the viewer proposed or approved first.
     */
    only: z.optional(z.enum(['pending', 'proposed', 'approved', 'to_approve', 'mine'], shopMessages.malformed)),
  }),
  responses: { 200: z.object({ approvals: z.array(Approval), resets: z.array(PendingReset) }) },
  errors: [422],
})
export const approveCall = defineAdminCall('approve', {
  summary: 'Approves a proposal as previewed; proposals from the command line need two approvals',
  permission: 'approve',
  freshProof: true,
  body: z.object({ approval_id: rowId }),
  responses: { 200: z.object({ state: z.enum(['proposed', 'approved', 'done']) }) },
  errors: [404, 409, 422],
})
export const refuseApprovalCall = defineAdminCall('refuseApproval', {
  summary: 'Rejects or withdraws a proposal',
  permission: 'approve',
  freshProof: true,
  body: z.object({ approval_id: rowId }),
  responses: { 200: z.object({}) },
  errors: [404, 409, 422],
})
