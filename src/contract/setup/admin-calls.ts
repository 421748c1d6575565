import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { requiredText } from '#contract/base/fields.ts'
import { Order } from '#contract/orders/calls.ts'

export const placeTestOrderCall = defineAdminCall('placeTestOrder', {
  summary: 'Places an order, pays it and hands it over, then takes everything back; nothing of it stays',
  permission: 'settings.change',
  body: z.object({}),
  responses: {
    200: z.object({
      /** The order at its end, paid and handed over. */
      order: Order,
      stock: z.object({ before: z.nullable(z.int()), after: z.nullable(z.int()) }),
      /** The email that the customer would have received. */
      mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
    }),
  },
  errors: [409, 422],
})

export const emptyDemoCall = defineAdminCall('emptyDemo', {
  summary: 'Backs up a demo shop and empties it; then it is a new one, not open yet, with the owner who did it',
  permission: 'settings.change',
  freshProof: true,
  body: z.object({
    /** Confirms the call. */
    shop_name: requiredText('Enter the name of the store.'),
  }),
  responses: {
    200: z.object({
      /** The file of the backup, in the data directory. */
      backup: z.string(),
    }),
  },
  errors: [409, 422],
})
