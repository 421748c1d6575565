import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/connection.ts'
import { findAttachments } from './post-checks.queries.ts'

const SLICE = 1000

/** Checks that the file of every attachment is in the upload store; a sentence for each that is not. */
export async function checkAttachments(db: Database, dataDir: string): Promise<string[]> {
  const findings: string[] = []
  for (let last = 0; ; ) {
    const slice = await findAttachments(db, last, SLICE)
    for (const { id, file } of slice) {
      const missing = await access(join(dataDir, 'uploads', file)).then(() => false, isMissing)
      if (missing) findings.push(`Post ${id}: its attachment ${file} is not there.`)
    }
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return findings
    last = end.id
  }
}

function isMissing(fault: NodeJS.ErrnoException): boolean {
  if (fault.code === 'ENOENT') return true
  throw fault
}
