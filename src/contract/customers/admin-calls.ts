import * as z from 'zod/mini'
import { PrintedAddress } from '#contract/addresses/schemas.ts'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { dollars, instant, optionalLines, optionalText, personName, phoneNumber, rowId } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { Certificate } from '#contract/checkout/certificates.ts'
import { OutboxMail } from '#contract/mail/outbox.ts'
import { licenseStatuses, licenseTypes } from '#domain/customers/license.ts'
import { OrderRow } from './calls.ts'
import { License, lastDay } from './license.ts'

const text = z.string()

const memberTypes = ['member', 'franchise'] as const
const memberStatuses = ['pending', 'active', 'suspended', 'closed'] as const

const account = {
  id: z.int(),
  member_no: text,
  first_name: text,
  last_name: text,
  email: text,
  phone_number: text,
  type: z.enum(memberTypes),
  status: z.enum(memberStatuses),
}

const FoundMember = z.object({
  ...account,
  /** Why their license prevents orders for them; null if it does not. */
  license_block_reason: z.nullable(text),
  /** Saved addresses, oldest first. */
  addresses: z.array(z.extend(PrintedAddress, { id: z.int() })),
})
export type FoundMember = z.infer<typeof FoundMember>

export const memberSearchCall = defineAdminCall('memberSearch', {
  summary:
    'Searches accounts by the beginning of a name, email or phone number, or by member number; exact matches come first',
  permission: 'members.read',
  query: z.object({ q: optionalText() }),
  responses: { 200: z.object({ members: z.array(FoundMember) }) },
  errors: [422],
})

const person = { ...account, enrolled_at: instant }

export const ManagedMemberRow = z.object({
  ...person,
  license: z.object({
    number: text,
    state: z.nullable(text),
    status: z.enum(licenseStatuses),
    /** The last day of validity, YYYY-MM-DD. */
    expires_on: z.nullable(text),
    /** Whether a renewal waits for a decision. */
    renewal: z.boolean(),
  }),
})
export type ManagedMemberRow = z.infer<typeof ManagedMemberRow>

/** Filters of the member list; all members if absent. */
export const memberQueues = [
  'license',
  'license_expiring',
  'license_expired',
  'pending',
  'suspended',
  'closed',
] as const
export type MemberQueue = (typeof memberQueues)[number]

export const managedMembersCall = defineAdminCall('managedMembers', {
  summary: 'Lists members, latest first, or the matches of a search, exact matches first',
  permission: 'members.read',
  query: z.object({
    /** The beginning of a name, email or phone number, or a whole member number. */
    search: optionalText(),
    /**
     * `license`: members whose license or renewal waits for a decision; `license_expiring`: within 60 days, earliest
     * first; `license_expired`: latest first.
     */
    only: z.optional(z.enum(memberQueues, shopMessages.malformed)),
    /** The `next` of the previous page. */
    after: z.optional(rowId),
  }),
  responses: { 200: z.object({ data: z.array(ManagedMemberRow), next: z.nullable(z.int()) }) },
  errors: [422],
})

const MemberInvitation = z.object({
  id: z.int(),
  first_name: text,
  last_name: text,
  email: text,
  invited_at: instant,
  expires_at: instant,
  version: Version,
})

export const ManagedMember = z.object({
  ...person,
  referral_code: text,
  email_verified: z.boolean(),
  two_factor: z.boolean(),
  version: Version,
  license: z.object({
    number: text,
    /** The state as entered, else the state of the address. */
    state: z.nullable(text),
    type: License.shape.type,
    expires_on: License.shape.expires_on,
    evidence: License.shape.evidence,
    status: z.enum(licenseStatuses),
    approved_at: z.nullable(instant),
    /** Why it was refused. */
    refusal: text,
    renewal: License.shape.renewal,
    /** Other accounts with the same license number in that state. */
    same: z.array(z.object({ id: z.int(), member_no: text, name: text, approved: z.boolean() })),
  }),
  addresses: z.array(z.extend(PrintedAddress, { id: z.int() })),
  /** Open invitations that they have sent, oldest first; at most a hundred. */
  invitations: z.array(MemberInvitation),
  certificates: z.array(Certificate),
  /** Null at the top of the network. */
  sponsor: z.nullable(z.object({ id: z.int(), member_no: text, name: text, from_month: text })),
  direct_line: z.int(),
  points: z.int(),
  sign_ins: z.object({ open: z.int(), last_used_at: z.nullable(instant) }),
  /** The latest orders. */
  orders: z.array(OrderRow),
  /** Closed months with their frozen figures, latest first. */
  months: z.array(
    z.object({
      month: text,
      paid: z.boolean(),
      level: z.int(),
      level_name: text,
      personal_pv: z.int(),
      group_pv: z.int(),
      total_sales: dollars,
      total_bonus: dollars,
      payable: dollars,
      carried: dollars,
    }),
  ),
})
export type ManagedMember = z.infer<typeof ManagedMember>

const params = z.object({ member_id: rowId })

export const managedMemberCall = defineAdminCall('managedMember', {
  summary: 'Retrieves a member with account, license, addresses, direct line, orders and the figures of closed months',
  permission: 'members.read',
  params,
  responses: { 200: ManagedMember },
  errors: [404, 422],
})
export const mailsOfMemberCall = defineAdminCall('mailsOfMember', {
  summary: 'Lists the latest 30 emails to a member, including queued and failed ones',
  permission: 'members.read',
  params,
  responses: { 200: z.object({ data: z.array(OutboxMail) }) },
  errors: [404],
})
export const changeMemberCall = defineAdminCall('changeMember', {
  summary: 'Updates a member’s name, phone number, type or status. Suspending or closing ends all sign-ins',
  permission: 'members.change',
  params,
  body: z.object({
    first_name: z.optional(personName(formMessages.firstNameRequired)),
    last_name: z.optional(personName(formMessages.lastNameRequired)),
    phone_number: z.optional(phoneNumber(formMessages.phoneRequired)),
    type: z.optional(z.enum(memberTypes, shopMessages.malformed)),
    status: z.optional(z.enum(memberStatuses, shopMessages.malformed)),
    expected_version,
    reason,
  }),
  responses: { 200: ManagedMember },
  current: ManagedMember,
  errors: [404, 409, 422],
})
export const decideLicenseCall = defineAdminCall('decideLicense', {
  summary: 'Approves a license or its pending renewal, or rejects it with a reason. Emails the member',
  permission: 'members.change',
  params,
  body: z.object({
    decision: z.enum(['approved', 'refused'], shopMessages.malformed),
    expected_version,
    /** The last day of the approved license, YYYY-MM-DD; defaults to the one that the member entered. */
    expires_on: z.optional(lastDay),
    license_type: z.optional(z.enum(licenseTypes, shopMessages.malformed)),
    /** Shown to the member; required for a refusal. */
    reason: optionalLines(500),
  }),
  responses: { 200: ManagedMember },
  current: ManagedMember,
  errors: [404, 409, 422],
})
const fileDownload = {
  permission: 'members.read' as const,
  params,
  responses: { 200: z.unknown() },
  contentType: 'application/octet-stream',
  errors: [404],
}
export const memberLicenseFileCall = defineAdminCall('memberLicenseFile', {
  summary: 'Downloads the picture or PDF of a license',
  ...fileDownload,
})
export const memberRenewalFileCall = defineAdminCall('memberRenewalFile', {
  summary: 'Downloads the picture or PDF of a license renewal',
  ...fileDownload,
})

const invitationMutation = {
  permission: 'members.change' as const,
  params: z.object({ member_id: rowId, invitation_id: rowId }),
  body: z.object({ reason }),
  responses: { 200: ManagedMember },
  errors: [404, 422],
}
export const resendInvitationCall = defineAdminCall('resendInvitation', {
  summary: 'Resends an open invitation with a new link, valid for 14 days; the previous link stops working',
  ...invitationMutation,
  body: z.object({
    reason,
    /** An invitation that has been resent since is not sent again. */
    expected_version,
  }),
  current: MemberInvitation,
  errors: [404, 409, 422],
})
export const revokeInvitationCall = defineAdminCall('revokeInvitation', {
  summary: 'Revokes an open invitation and its link',
  ...invitationMutation,
})
