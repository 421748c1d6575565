import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { requiredText } from './fields.ts'
import { serverMessages } from './server-messages.ts'

const ofLink = {
  body: z.object({ token: requiredText(serverMessages.linkExpired) }),
  responses: { 200: z.object({}) },
  callsPerMinute: 30,
  errors: [403, 422],
} as const

export const confirmNewsletterCall = defineCall('confirmNewsletter', {
  summary: 'Confirms by the mailed link that the newsletter is wanted; until then none is sent',
  ...ofLink,
})
export const endNewsletterCall = defineCall('endNewsletter', {
  summary: 'Says by the same link that it is not wanted: none is sent unless they subscribe anew',
  ...ofLink,
})
