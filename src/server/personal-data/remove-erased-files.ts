import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { discardFile } from '#server/upload/kept-if-named.ts'
import type { Erased } from './erase-personal-data.ts'

/**
 * Removes from the disk what an erasure left there, after its commit. What a process that ends in between leaves, the
 * daily sweep finds: uploads that nothing records, and mails that the outbox does not know.
 */
export async function removeErasedFiles(dataDir: string, { files, mails }: Erased): Promise<void> {
  for (const file of files) await discardFile(dataDir, file)
  for (const mail of mails) await rm(join(dataDir, 'outbox', `${mail}.eml`), { force: true })
}
