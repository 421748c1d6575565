import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { DOCUMENT_LIMIT, PICTURE_LIMIT } from '#contract/base/limits.ts'

const text = z.string()

export const uploadProductPictureCall = defineAdminCall('uploadProductPicture', {
  summary: 'Stores a picture in all sizes and returns its URL without size and format',
  permission: 'products.change',
  file: { field: 'file', maxBytes: PICTURE_LIMIT },
  responses: { 200: z.object({ src: text }) },
  callsPerMinute: 120,
  rateLimitGroup: 'uploads',
  errors: [413, 415, 422],
})
export const uploadProductDocumentCall = defineAdminCall('uploadProductDocument', {
  summary: 'Stores a PDF, such as a safety data sheet, and returns its name for the documents of a product',
  permission: 'products.change',
  file: { field: 'file', maxBytes: DOCUMENT_LIMIT },
  responses: { 200: z.object({ file: text, title: text }) },
  callsPerMinute: 60,
  rateLimitGroup: 'uploads',
  errors: [413, 415, 422],
})
