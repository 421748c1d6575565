import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { requiredText } from './fields.ts'
import { serverMessages } from './server-messages.ts'

export const confirmNewsletterCall = defineCall('confirmNewsletter', {
  summary: 'Confirms by the emailed link that the newsletter is wanted; until then none is sent',
  body: z.object({ token: requiredText(serverMessages.linkExpired) }),
  responses: { 200: z.object({}) },
  callsPerMinute: 30,
  errors: [403, 422],
})
export const endNewsletterCall = defineCall('endNewsletter', {
  summary:
    'Ends the newsletter by the link of any email about it, for mail programs, too (RFC 8058): none is sent unless they subscribe anew',
  params: z.object({ token: z.string() }),
  responses: { 200: z.object({}) },
  // Mail providers send the one-click requests of all their users from few addresses.
  callsPerMinute: 6000,
  withoutToken: 'the link is signed or a random token, and mail programs send it (RFC 8058)',
  errors: [422],
})
