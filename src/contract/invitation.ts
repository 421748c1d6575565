import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { requiredText } from './fields.ts'
import { serverMessages } from './server-messages.ts'

/** The inviter and the invitee, for the page behind the mailed link. */
export const Invitation = z.object({ inviter: z.string(), first_name: z.string(), last_name: z.string() })
export type Invitation = z.infer<typeof Invitation>

export const PasswordLink = z.object({
  /** Null for a link of an existing account, and for an unknown link. */
  invitation: z.nullable(Invitation),
  /** False if it was used, has expired, or was never mailed. */
  is_open: z.boolean(),
})
export type PasswordLink = z.infer<typeof PasswordLink>

export const passwordLinkCall = defineCall('passwordLink', {
  summary: 'What a mailed link to set a password is about: an invitation, or an account',
  params: z.object({ token: z.string() }),
  responses: { 200: PasswordLink },
  callsPerMinute: 30,
})

export const declineInvitationCall = defineCall('declineInvitation', {
  summary: 'Declines an invitation by its emailed link',
  body: z.object({ token: requiredText(serverMessages.linkExpired) }),
  responses: { 200: z.object({}) },
  callsPerMinute: 30,
  errors: [403, 422],
})
