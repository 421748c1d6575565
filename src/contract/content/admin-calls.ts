import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { Home, Popup } from './calls.ts'

/** Content of the shop's pages besides products, including hidden entries. */
export const managedContentCall = defineAdminCall('managedContent', {
  summary: 'Lists the slides and popups of the home page, including hidden popups',
  permission: 'content.change',
  responses: {
    200: z.object({
      slides: Home.shape.slides,
      popups: z.array(z.extend(Popup, { active: z.boolean() })),
    }),
  },
})
