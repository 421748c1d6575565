import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { instant } from './fields.ts'

/** The terms that a new user accepts; null until the shop has published some. */
export const Terms = z.object({
  terms: z.nullable(z.object({ version: z.int(), text: z.string(), published_at: instant })),
})
export type Terms = z.infer<typeof Terms>

export const termsCall = defineCall('terms', {
  summary: 'The terms as they are now, with the number of their version',
  responses: { 200: Terms },
})
