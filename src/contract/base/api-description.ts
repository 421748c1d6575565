import * as z from 'zod/mini'
import { defineCall } from './call.ts'

/** Describes all other calls in the OpenAPI format. */
export const apiDescriptionCall = defineCall('apiDescription', {
  summary: 'Retrieves this description as OpenAPI 3.1',
  responses: { 200: z.unknown() },
})
