import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'

export const staffUploadCall = defineAdminCall('staffUpload', {
  summary: 'Uploads an editor picture and returns its URL, like the call for members',
  permission: 'content.change',
  file: { field: 'file', maxBytes: PICTURE_LIMIT },
  responses: { 200: z.object({ location: z.string() }) },
  callsPerMinute: 60,
  rateLimitGroup: 'uploads',
  errors: [413, 415, 422],
})
