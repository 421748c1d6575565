import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { rowId } from '#contract/base/fields.ts'

export const signInAsCall = defineAdminCall('signInAs', {
  summary: 'Opens a read-only view of the shop as a member, in this browser, for 15 minutes',
  permission: 'members.sign_in_as',
  freshProof: true,
  params: z.object({ member_id: rowId }),
  body: z.object({ reason }),
  responses: {
    200: z.object({
      /** Path of the member's account. */
      path: z.string(),
    }),
  },
  errors: [404, 409, 422],
})
export const endSignInAsCall = defineAdminCall('endSignInAs', {
  summary: 'Ends the view early',
  responses: {
    200: z.object({
      /** Path of the member's page in the back office. */
      path: z.string(),
    }),
  },
  errors: [403],
})
