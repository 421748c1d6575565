import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { requiredText } from '#contract/base/fields.ts'
import { serverMessages } from '#contract/base/server-messages.ts'

/** The inviter and the invitee, for the page behind the mailed link. */
export const Invitation = z.object({ inviter: z.string(), first_name: z.string(), last_name: z.string() })
export type Invitation = z.infer<typeof Invitation>

export const PasswordLink = z.object({
  /** Null for a link of an existing account. */
  invitation: z.nullable(Invitation),
})
export type PasswordLink = z.infer<typeof PasswordLink>

export const passwordLinkCall = defineCall('passwordLink', {
  summary: 'Retrieves what an emailed password link is for: an invitation or an account',
  params: z.object({ token: z.string() }),
  responses: { 200: PasswordLink },
  callsPerMinute: 30,
  errors: [410],
})
export const invitationLinkCall = defineCall('invitationLink', {
  summary: 'Whether an emailed link still declines an invitation; 410 for a dead link',
  params: z.object({ token: z.string() }),
  responses: { 200: z.object({}) },
  callsPerMinute: 30,
  errors: [410],
})

export const declineInvitationCall = defineCall('declineInvitation', {
  summary: 'Declines an invitation by its emailed link',
  body: z.object({ token: requiredText(serverMessages.linkExpired) }),
  responses: { 200: z.object({}) },
  callsPerMinute: 30,
  errors: [403, 422],
})
