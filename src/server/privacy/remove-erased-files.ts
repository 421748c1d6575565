import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { ErasureResult } from './erase-personal-data.ts'

/**
 * Removes the files of an erased person after the commit. If the process ends in between, the daily sweep finds the
 * rest: uploads without a record, and emails missing from the outbox.
 */
export async function removeErasedFiles(
  store: FileStore,
  dataDir: string,
  { files, mails }: ErasureResult,
): Promise<void> {
  for (const file of files) await store.remove(file)
  for (const mail of mails) await rm(join(dataDir, 'outbox', `${mail}.eml`), { force: true })
}
