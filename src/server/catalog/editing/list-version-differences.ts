import type { Database } from '#server/platform/database/connection.ts'
import { findVersionDifferences } from './version.queries.ts'

const SLICE = 1000

/** Compares each product with its last version; returns a message for each that differs. */
export async function listVersionDifferences(db: Database): Promise<string[]> {
  const findings: string[] = []
  for (let last = 0; ; ) {
    const slice = await findVersionDifferences(db, last, SLICE)
    for (const { id, version, fields } of slice) {
      if (fields.length > 0) findings.push(`Product ${id} differs from its version ${version}: ${fields.join(', ')}.`)
    }
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return findings
    last = end.id
  }
}
