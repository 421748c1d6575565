import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Database } from '#server/platform/database/connection.ts'
import type { PersonKeys } from './decision.ts'
import { exportedTables, findFileNames, findRowsOf } from './person.queries.ts'

const SLICE = 500

/**
 * Everything that the shop knows of a person, as a ZIP: a JSON file for each table that names them, and the files they
 * uploaded (docs/back-office §4). It is read as it is sent, a slice of rows at a time.
 */
export function writeExport(db: Database, dataDir: string, person: PersonKeys, now: Date): NodeJS.ReadableStream {
  const zip = new ZipFile()
  const fail = (fault: unknown) => zip.outputStream.emit('error', fault)
  fill(zip, db, dataDir, person, now).catch(fail)
  return zip.outputStream
}

async function fill(zip: ZipFile, db: Database, dataDir: string, person: PersonKeys, now: Date): Promise<void> {
  zip.addBuffer(Buffer.from(readme(now), 'utf8'), 'README.txt', { mtime: now })
  for (const table of exportedTables()) {
    zip.addReadStreamLazy(`${table}.json`, { mtime: now }, (give) => give(null, Readable.from(json(db, table, person))))
  }
  for (const name of await findFileNames(db, person.user)) {
    const path = join(dataDir, 'uploads', name)
    // What was lost on the disk is in `stored_files.json` all the same.
    const there = await access(path).then(
      () => true,
      () => false,
    )
    // Pictures and attachments are packed as they are.
    if (there)
      zip.addReadStreamLazy(`files/${name}`, { compress: false, mtime: now }, (give) =>
        give(null, createReadStream(path)),
      )
  }
  zip.end()
}

async function* json(db: Database, table: string, person: PersonKeys): AsyncGenerator<string> {
  yield '['
  for (let after = 0; ; after += SLICE) {
    const rows = await findRowsOf(db, table, person, { after, limit: SLICE })
    for (const [index, row] of rows.entries()) yield `${after + index === 0 ? '' : ','}\n${JSON.stringify(row)}`
    if (rows.length < SLICE) break
  }
  yield '\n]\n'
}

const readme = (now: Date): string => `Your data, as of ${now.toISOString()}

Each .json file is a table of the shop, with the rows that are about you; an empty list: there are none.
Amounts end with _cents and are in cents, times are in UTC. The folder "files" has what you uploaded.
Passwords, secrets of two-step sign-ins and tokens of links are kept as hashes or sealed, and are not in it.
`
