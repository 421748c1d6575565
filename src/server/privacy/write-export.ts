import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Database } from '#server/platform/database/connection.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { PersonKeys } from './decision.ts'
import { findFileNames, listExportedTables, readPersonRows } from './person.queries.ts'

/**
 * Writes all data of a person as a ZIP: a JSON file for each table with their data, and the files they uploaded
 * (docs/back-office §4). Reads one slice of rows at a time while it is sent.
 */
export function writeExport(db: Database, files: FileStore, person: PersonKeys, now: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const failArchive = (error: Error) => void output.destroy(error)
  zip.on('error', failArchive)
  addEntries(zip, db, files, person, now).catch(failArchive)
  return output
}

async function addEntries(zip: ZipFile, db: Database, files: FileStore, person: PersonKeys, now: Date): Promise<void> {
  const failArchive = (error: unknown) => zip.emit('error', error)
  // The ZIP library does not handle errors of its input streams; an unhandled one would end the process.
  const withErrorHandler = (content: Readable) => content.once('error', failArchive)
  zip.addBuffer(Buffer.from(createReadme(now), 'utf8'), 'README.txt', { mtime: now })
  for (const table of listExportedTables()) {
    zip.addReadStreamLazy(`${table}.json`, { mtime: now }, (callback) =>
      callback(null, withErrorHandler(Readable.from(generateJson(db, table, person)))),
    )
  }
  for (const name of await findFileNames(db, person.user)) {
    // A lost file is still listed in `stored_files.json`.
    if (!(await files.find(name))) continue
    // Pictures and attachments are compressed already.
    zip.addReadStreamLazy(`files/${name}`, { compress: false, mtime: now }, (callback) => {
      files.open(name).then((opened) => {
        if (opened && opened !== 'no_such_range') callback(null, withErrorHandler(opened.content))
        else failArchive(new Error(`${name} was deleted while it was being packed`))
      }, failArchive)
    })
  }
  zip.end()
}

async function* generateJson(db: Database, table: string, person: PersonKeys): AsyncGenerator<string> {
  let separator = '['
  for await (const rows of readPersonRows(db, table, person)) {
    for (const row of rows) {
      yield `${separator}\n${JSON.stringify(row)}`
      separator = ','
    }
  }
  yield separator === '[' ? '[\n]\n' : '\n]\n'
}

const createReadme = (now: Date): string => `Your data, as of ${now.toISOString()}

Each .json file is a table of the shop with the rows about you. An empty list means there are none.
Amounts ending in _cents are in cents, and times are in UTC. The "files" folder has what you uploaded.
Passwords, two-step sign-in secrets and link tokens are stored hashed or encrypted and are not included.
`
