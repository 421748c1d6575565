import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'

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

/** `warning`: nothing is lost yet; `critical`: somebody has to act now; `unknown`: no result yet. */
const checkStates = ['ok', 'warning', 'critical', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

export const statusCall = defineAdminCall('status', {
  summary: 'Retrieves the shop’s health checks, each with a message and what to do',
  permission: 'status.read',
  responses: {
    200: z.object({
      checked_at: text,
      checks: z.array(
        z.object({
          check: z.enum(checkNames),
          state: z.enum(checkStates),
          message: text,
          advice: z.nullable(text),
        }),
      ),
    }),
  },
})
