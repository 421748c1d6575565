import { readPictureHead } from '#server/content/uploads/fits-in-memory.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

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
