import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { isUploadName } from './manifest.ts'

/**
 * Pins every stored file in `folder`, by a hard link on the same disk or otherwise by a copy, so that it remains even if
 * the shop deletes it. Call before and after the snapshot, so that every file named by a row of the snapshot exists.
 * Files never change once a row names them.
 */
export async function pinUploads(files: FileStore, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for await (const { name } of files.list()) if (isUploadName(name)) await files.hold(name, join(folder, name))
}
