import { to } from 'pg-copy-streams'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import { Checksum, type Manifest } from './manifest.ts'
import { buildCopyBlocks, buildCopyQueuedEmails, findTables, MAIL_COLUMNS } from './tables.queries.ts'
import type { ArchiveWriter } from './write-archive.ts'

/** Size of a part, which is in memory as a whole, also in the embedded engine. */
const PART_BYTES = 4_000_000
const NEWLINE = 0x0a

type Rows = Manifest['queuedMails']

/** Writes every table of the shop in parts; `client` reads from a snapshot. */
export async function writeTables(
  { client }: Pick<DedicatedConnection, 'client'>,
  archive: ArchiveWriter,
  onProgress: (line: string) => void,
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = {}
  for (const table of await findTables(client)) {
    const parts = new PartWriter(archive, `database/${table.name}`)
    for (const partition of table.pieces) {
      const blocksPerPart = Math.max(1, Math.floor((PART_BYTES * partition.blocks) / Math.max(partition.bytes, 1)))
      for (let from = 0; from < partition.blocks; from += blocksPerPart) {
        await parts.add(client, buildCopyBlocks(table, partition, from, from + blocksPerPart))
        onProgress(`${table.name}: ${parts.rows} rows`)
      }
    }
    tables[table.name] = parts.sumUp(table.columns.map(({ name }) => name))
  }
  return tables
}

/** Writes unsent emails too, because the person who restores the shop decides about them. */
export async function writeQueuedEmails(
  { client }: Pick<DedicatedConnection, 'client'>,
  archive: ArchiveWriter,
): Promise<Rows> {
  const parts = new PartWriter(archive, 'queued-mails')
  const statement = await buildCopyQueuedEmails(client)
  if (statement !== undefined) await parts.add(client, statement)
  return parts.sumUp([...MAIL_COLUMNS])
}

class PartWriter {
  rows = 0
  #parts = 0
  readonly #sum = new Checksum()
  readonly #archive: ArchiveWriter
  readonly #folder: string

  constructor(archive: ArchiveWriter, folder: string) {
    this.#archive = archive
    this.#folder = folder
  }

  async add(client: DedicatedConnection['client'], statement: string): Promise<void> {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of client.query(to(statement))) {
      chunks.push(chunk as Buffer)
      bytes += chunk.length
      // A single block can contain a few very long rows.
      if (bytes >= 2 * PART_BYTES && chunk.at(-1) === NEWLINE) {
        await this.#write(Buffer.concat(chunks))
        chunks.length = 0
        bytes = 0
      }
    }
    if (bytes > 0) await this.#write(Buffer.concat(chunks))
  }

  async #write(content: Buffer): Promise<void> {
    this.#sum.add(content)
    for (const byte of content) if (byte === NEWLINE) this.rows++
    await this.#archive.add(`${this.#folder}/${String(++this.#parts).padStart(6, '0')}.copy`, content)
  }

  sumUp(columns: string[]): Rows {
    return { columns, rows: this.rows, sha256: this.#sum.hex() }
  }
}
