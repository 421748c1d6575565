import { type Result, refuse } from '#domain/result.ts'
import type { JobOptions } from '#server/platform/fair-queue.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { ReceivedFile } from '#server/platform/files/received-file.ts'
import { detectFileKind } from './detect-file-kind.ts'
import { fitsInMemory } from './fits-in-memory.ts'
import { isHeicFile, type PictureRefusal, RICH_TEXT_SIZE, storePicture } from './store-picture.ts'

/** Stores an untrusted picture for rich text. Re-encoding is slow, so never call this inside a transaction. */
export async function storeRichTextPicture(
  files: FileStore,
  received: ReceivedFile,
  options: JobOptions,
): Promise<Result<{ name: string; bytes: number }, PictureRefusal>> {
  if (await isHeicFile(received.path)) return refuse({ code: 'heic_not_supported' })
  if (!(await detectFileKind(received))?.isPicture) return refuse({ code: 'not_a_picture' })
  if (!(await fitsInMemory(received.path))) return refuse({ code: 'corrupt_picture' })
  const picture = await storePicture(files, received.path, [RICH_TEXT_SIZE], options)
  if (!picture.ok) return picture
  const name = `${picture.file}-${RICH_TEXT_SIZE.width}.${RICH_TEXT_SIZE.format}`
  return { ok: true, name, bytes: picture.bytes }
}
