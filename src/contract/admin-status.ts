import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'

const text = z.string()

/** In the order in which they are listed. */
export const checkNames = [
  'mails',
  'newsletters',
  'jobs',
  'clean',
  'backup',
  'archiving',
  'verify',
  'audit',
  'live',
  'files',
  'disk',
] as const
export type CheckName = (typeof checkNames)[number]

/** `attention`: nothing is lost yet; `broken`: somebody has to act now; `idle`: no result yet. */
const checkStates = ['well', 'attention', 'broken', 'idle'] as const
export type CheckState = (typeof checkStates)[number]

export const statusCall = defineAdminCall('status', {
  summary: 'Retrieves the shop’s health checks, each with a message and what to do',
  permission: 'status.read',
  responses: {
    200: z.object({
      looked_at: text,
      checks: z.array(
        z.object({
          check: z.enum(checkNames),
          state: z.enum(checkStates),
          says: text,
          advice: z.nullable(text),
        }),
      ),
    }),
  },
})
