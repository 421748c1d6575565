import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { instant } from '#contract/base/fields.ts'

export const changesCall = defineAdminCall('changes', {
  summary: 'Lists changes of the last seconds, so that open pages can update (docs/back-office §8)',
  permission: 'orders.read',
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          /** Entries may appear out of order: the client must remember which ones it has seen. */
          id: z.number(),
          at: instant,
          actor: z.string(),
          /** Whether the caller made the change. */
          by_viewer: z.boolean(),
          action: z.string(),
          subject_kind: z.string(),
          subject_id: z.string(),
        }),
      ),
    }),
  },
})
