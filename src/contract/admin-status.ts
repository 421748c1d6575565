import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'

const text = z.string()

export const statusCall = defineAdminCall('status', {
  summary: 'What keeps the shop safe: how each of it stands, in words, and what to do about it',
  permission: 'status.read',
  responses: {
    200: z.object({
      looked_at: text,
      checks: z.array(
        z.object({
          check: z.enum([
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
          ]),
          state: z.enum(['well', 'attention', 'broken', 'idle']),
          says: text,
          advice: z.nullable(text),
        }),
      ),
    }),
  },
})
