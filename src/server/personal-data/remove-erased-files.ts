import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Erased } from './erase-personal-data.ts'

/**
 * Removes the files that an erasure left, after its commit. What a process that ends in between leaves, the
 * daily sweep finds: uploads that nothing records, and mails that the outbox does not know.
 */
export async function removeErasedFiles(store: FileStore, dataDir: string, { files, mails }: Erased): Promise<void> {
  for (const file of files) await store.remove(file)
  for (const mail of mails) await rm(join(dataDir, 'outbox', `${mail}.eml`), { force: true })
}
