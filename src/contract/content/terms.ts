import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { instant } from '#contract/base/fields.ts'

/** The terms that a new user accepts; null until the shop has published some. */
export const Terms = z.object({
  terms: z.nullable(z.object({ version: z.int(), text: z.string(), published_at: instant })),
})
export type Terms = z.infer<typeof Terms>

export const termsCall = defineCall('terms', {
  summary: 'Retrieves the current terms with their version number',
  responses: { 200: Terms },
})
