import type { Database } from '#server/platform/database/connection.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { findProductFiles } from './catalog-checks.queries.ts'
import { findAttachments, findLicenseFiles } from './post-checks.queries.ts'

const SLICE = 1000
const CONCURRENCY = 16

/**
 * Checks that the file of every attachment, license, product picture and document is in the store; returns a message for
 * each missing one.
 */
export async function checkAttachments(db: Database, files: FileStore): Promise<string[]> {
  const findings: string[] = []
  for (let last = 0; ; ) {
    const slice = await findAttachments(db, last, SLICE)
    const missing = await findMissing(files, slice)
    for (const { id, file } of missing) findings.push(`Post ${id}: its attachment ${file} is not there.`)
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) break
    last = end.id
  }
  for (let last = ''; ; ) {
    const slice = await findLicenseFiles(db, last, SLICE)
    const missing = await findMissing(files, slice)
    for (const { file, member_no } of missing) {
      findings.push(`Member ${member_no}: the file ${file} of a license is not there.`)
    }
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) break
    last = end.file
  }
  for (let last = 0; ; ) {
    const slice = await findProductFiles(db, last, SLICE)
    const missing = await findMissing(
      files,
      slice.flatMap(({ id, files: names }) => names.map((file) => ({ id, file }))),
    )
    for (const { id, file } of missing) findings.push(`Product ${id}: the file ${file} is not there.`)
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return findings
    last = end.id
  }
}

/** Finds rows whose file is missing; checks a few at a time, because a bucket may be slow. */
async function findMissing<Row extends { file: string }>(files: FileStore, rows: readonly Row[]): Promise<Row[]> {
  const missing: Row[] = []
  for (let start = 0; start < rows.length; start += CONCURRENCY) {
    const batch = rows.slice(start, start + CONCURRENCY)
    const found = await Promise.all(batch.map(({ file }) => files.find(file)))
    missing.push(...batch.filter((_, index) => !found[index]))
  }
  return missing
}
