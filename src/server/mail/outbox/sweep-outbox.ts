import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/connection.ts'
import { findUnknownMails } from './outbox.queries.ts'

const A_DAY_MS = 24 * 60 * 60 * 1000
/** Matches an email file, or a partial one left by a process that ended. */
const MAIL = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.part)?$/
const AT_ONCE = 1_000

/** Deletes email files that are no longer recorded: after their 180 days, or because their recipient was erased. */
export async function sweepOutbox(db: Database, dataDir: string, now = Date.now()): Promise<void> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return []
    throw fault
  })
  const old: string[] = []
  for (const name of names) {
    const id = MAIL.exec(name)?.[1]
    if (id !== undefined && (await stat(join(folder, name))).mtimeMs < now - A_DAY_MS) old.push(id)
  }
  for (let start = 0; start < old.length; start += AT_ONCE) {
    for (const id of await findUnknownMails(db, old.slice(start, start + AT_ONCE))) {
      for (const ending of ['.eml', '.eml.part']) await rm(join(folder, `${id}${ending}`), { force: true })
    }
  }
}
