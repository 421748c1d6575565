import * as z from 'zod/mini'
import { defineCall } from './call.ts'

/** Describes all other calls. What its parts mean, OpenAPI says. */
export const apiDescriptionCall = defineCall('apiDescription', {
  summary: 'The calls of the shop as OpenAPI 3.1, for programs',
  responses: { 200: z.unknown() },
})
