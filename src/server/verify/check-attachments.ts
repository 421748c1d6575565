import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/connection.ts'
import { findAttachments, findLicenceFiles } from './post-checks.queries.ts'

const SLICE = 1000

/** Checks that the file of every attachment and licence is in the upload store; a sentence for each that is not. */
export async function checkAttachments(db: Database, dataDir: string): Promise<string[]> {
  const findings: string[] = []
  for (let last = 0; ; ) {
    const slice = await findAttachments(db, last, SLICE)
    for (const { id, file } of slice) {
      if (await isGone(dataDir, file)) findings.push(`Post ${id}: its attachment ${file} is not there.`)
    }
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) break
    last = end.id
  }
  for (let last = ''; ; ) {
    const slice = await findLicenceFiles(db, last, SLICE)
    for (const { file, member_no } of slice) {
      if (await isGone(dataDir, file)) findings.push(`User ${member_no}: the file ${file} of a licence is not there.`)
    }
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return findings
    last = end.file
  }
}

const isGone = (dataDir: string, file: string): Promise<boolean> =>
  access(join(dataDir, 'uploads', file)).then(() => false, isMissing)

function isMissing(fault: NodeJS.ErrnoException): boolean {
  if (fault.code === 'ENOENT') return true
  throw fault
}
