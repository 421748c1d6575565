import { readPictureHead } from '#server/content/uploads/fits-in-memory.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Services } from '#server/platform/services.ts'
import { type PictureRow, updateSize } from './picture.queries.ts'

/** Reads the size of a picture's largest WebP file; undefined if it is missing. */
export async function measurePicture(
  files: FileStore,
  { file, widths }: { file: string; widths: readonly number[] },
): Promise<{ width: number; height: number; bytes: number } | undefined> {
  const opened = await files.open(`${file}-${Math.max(...widths)}.webp`)
  if (!opened || opened === 'no_such_range') return undefined
  const content = Buffer.concat(await opened.content.toArray())
  const head = await readPictureHead(content)
  return head && { width: head.width, height: head.height, bytes: content.length }
}

/** Measures a picture that came with a product, a post or the demo when it is first shown. */
export async function withSize(
  { db, files }: Pick<Services, 'db' | 'files'>,
  picture: PictureRow,
): Promise<PictureRow> {
  if (picture.bytes !== null) return picture
  const size = await measurePicture(files, picture)
  if (size) await updateSize(db, picture.file, size)
  return { ...picture, ...size }
}
