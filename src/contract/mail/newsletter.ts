import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { requiredText } from '#contract/base/fields.ts'
import { serverMessages } from '#contract/base/server-messages.ts'

export const confirmNewsletterCall = defineCall('confirmNewsletter', {
  summary: 'Confirms a newsletter subscription by its emailed link; none is sent before',
  body: z.object({ token: requiredText(serverMessages.linkExpired) }),
  responses: { 200: z.object({}) },
  callsPerMinute: 30,
  errors: [403, 422],
})
export const endNewsletterCall = defineCall('endNewsletter', {
  summary:
    'Unsubscribes from the newsletter by the link in any newsletter email, including one-click unsubscribe (RFC 8058)',
  params: z.object({ token: z.string() }),
  responses: { 200: z.object({}) },
  // Mail providers send the one-click requests of all their users from few addresses.
  callsPerMinute: 6000,
  withoutToken: 'the link is signed or a random token, and mail programs send it (RFC 8058)',
  errors: [422],
})

const linkCall = {
  params: z.object({ token: z.string() }),
  responses: { 200: z.object({}) },
  callsPerMinute: 30,
  errors: [410],
} as const
export const confirmNewsletterLinkCall = defineCall('confirmNewsletterLink', {
  ...linkCall,
  summary: 'Whether an emailed link still confirms the newsletter; 410 for a dead link',
})
export const endNewsletterLinkCall = defineCall('endNewsletterLink', {
  ...linkCall,
  summary: 'Whether an emailed link still ends the newsletter; 410 for a dead link',
})
