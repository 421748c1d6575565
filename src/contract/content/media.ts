import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { instant, noNul, optionalText, rowId } from '#contract/base/fields.ts'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const text = z.string()
const picture_id = rowId

export const pictureUseKinds = ['product', 'description', 'category', 'post', 'content'] as const

/** A place that shows a picture today, or in a draft. The name of `content` is the title of a page, or the kind. */
export const PictureUse = z.object({ kind: z.enum(pictureUseKinds), id: z.int(), name: text })
export type PictureUse = z.infer<typeof PictureUse>

export const MediaPicture = z.object({
  id: z.int(),
  /** URL without size and format. */
  src: text,
  /** Widths in which it is stored, in pixels. Pictures in rich text have only one. */
  widths: z.array(z.int()),
  /** Name of the uploaded file, or empty. */
  name: text,
  alt: text,
  /** Pixels and bytes of the largest WebP file; null if it is missing. */
  size: z.nullable(z.object({ width: z.int(), height: z.int(), bytes: z.int() })),
  added_at: instant,
  added_by: text,
  /** Uploaded by a member for a post, so that staff cannot replace or delete it. */
  of_member: z.boolean(),
  /** The first places that show it. */
  uses: z.array(PictureUse),
  use_count: z.int(),
  version: Version,
})
export type MediaPicture = z.infer<typeof MediaPicture>

export const mediaUses = ['all', 'used', 'unused'] as const

export const mediaCall = defineAdminCall('media', {
  summary: 'Lists the pictures of the shop with their uses, newest first',
  permission: 'content.change',
  query: z.object({
    /** Words of the name or the alt text. */
    search: z._default(optionalText(), ''),
    use: z._default(z.enum(mediaUses), 'all'),
    /** Only pictures in all sizes, which products and slides can show. */
    sized: z._default(z.enum(['0', '1']), '0'),
    /** The `next` of the previous page. */
    after: z.optional(rowId),
  }),
  responses: { 200: z.object({ data: z.array(MediaPicture), next: z.nullable(z.int()), count: z.int() }) },
})

export const mediaPictureCall = defineAdminCall('mediaPicture', {
  summary: 'Retrieves a picture with all its uses, and the number of former versions that show it',
  permission: 'content.change',
  params: z.object({ picture_id }),
  responses: { 200: z.extend(MediaPicture, { former_versions: z.int() }) },
  errors: [404],
})

export const uploadPictureCall = defineAdminCall('uploadPicture', {
  summary: 'Adds a picture to the library in all sizes',
  permission: 'content.change',
  file: { field: 'file', maxBytes: PICTURE_LIMIT },
  responses: { 200: MediaPicture },
  callsPerMinute: 120,
  rateLimitGroup: 'uploads',
  errors: [413, 415, 422],
})

const changed = { responses: { 200: MediaPicture }, current: MediaPicture } as const

export const savePictureCall = defineAdminCall('savePicture', {
  summary: 'Changes the alt text that is suggested where the picture is used next',
  permission: 'content.change',
  params: z.object({ picture_id }),
  body: z.object({ alt: optionalText().check(noNul), expected_version }),
  ...changed,
  errors: [404, 409, 422],
})

export const replacePictureCall = defineAdminCall('replacePicture', {
  summary: 'Shows the file of another, unused picture in every place of this one; the other picture is then gone',
  permission: 'content.change',
  params: z.object({ picture_id }),
  body: z.object({ replacement_id: rowId, expected_version }),
  ...changed,
  errors: [404, 409, 422],
})

export const deletePictureCall = defineAdminCall('deletePicture', {
  summary: 'Deletes a picture that nothing uses',
  permission: 'content.change',
  params: z.object({ picture_id }),
  body: z.object({ expected_version }),
  responses: { 200: z.object({}) },
  current: MediaPicture,
  errors: [404, 409],
})
