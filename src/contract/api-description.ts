import * as z from 'zod/mini'
import { defineCall } from './call.ts'

/** Describes all other calls in the OpenAPI format. */
export const apiDescriptionCall = defineCall('apiDescription', {
  summary: 'The calls of the shop as OpenAPI 3.1, for programs',
  responses: { 200: z.unknown() },
})
