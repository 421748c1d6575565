import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/connection.ts'
import { findUnknownEmails } from './outbox.queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Matches an email file, or a partial one left by a process that ended. */
const MAIL_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.part)?$/
const BATCH_SIZE = 1_000

/** Deletes email files that are no longer recorded: after their 180 days, or because their recipient was erased. */
export async function sweepOutbox(db: Database, dataDir: string, now = Date.now()): Promise<void> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const oldIds: string[] = []
  for (const name of names) {
    const id = MAIL_FILE.exec(name)?.[1]
    if (id !== undefined && (await stat(join(folder, name))).mtimeMs < now - DAY_MS) oldIds.push(id)
  }
  for (let start = 0; start < oldIds.length; start += BATCH_SIZE) {
    for (const id of await findUnknownEmails(db, oldIds.slice(start, start + BATCH_SIZE))) {
      for (const extension of ['.eml', '.eml.part']) await rm(join(folder, `${id}${extension}`), { force: true })
    }
  }
}
