import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import { upload } from '#web/api/upload.ts'
import { findFileError } from '#web/ui/file-rules.ts'

/** Accepted picture types (docs/product §5.3). */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** Uploads a picture to the shop and returns its URL. */
export async function uploadPicture(file: File): Promise<string> {
  const refusal = findFileError(file, { accept: PICTURE_TYPES, maxBytes: PICTURE_LIMIT })
  if (refusal) throw new Error(refusal)
  const { location } = await upload('upload', {}, { file })
  return location
}
