import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { isDeepJson } from '#server/platform/deep-json.ts'
import { type Entry, entryOf, Manifest, Sum, uploadHeader } from './manifest.ts'

export type Content = AsyncIterable<Buffer>
/** Reads one file of the archive. Content left unread is skipped. */
export type Visit = (entry: Exclude<Entry, { kind: 'manifest' }>, content: Content) => Promise<void>

/** The file is not a backup, or not a complete one. */
export class DamagedBackup extends Error {}

/** The manifest of the largest shop has about 30 kB. */
const MAX_MANIFEST_BYTES = 1_000_000

/**
 * Reads a backup from the first byte to the last, verifies everything against its manifest, and returns the manifest.
 */
export async function readArchive(path: string, visit: Visit = async () => {}): Promise<Manifest> {
  const files = extract()
  const feeding = pipeline(createReadStream(path), createGunzip(), files)
  let refused: unknown
  const fed = feeding.catch((error) => {
    refused = error
  })
  const found = new Found()
  let manifest: Manifest | undefined
  try {
    for await (const file of files) {
      const { name, type } = file.header
      const entry = type === 'file' ? entryOf(name) : undefined
      if (!entry || manifest) throw new DamagedBackup(`it holds “${name}”, which no backup does`)
      if (entry.kind === 'manifest') manifest = await readManifest(file as Content)
      else {
        const content = found.summing(entry, file.header.size ?? 0, file as Content)
        await visit(entry, content)
        for await (const _ of content);
      }
    }
    await fed
    if (refused) throw refused
  } catch (error) {
    // Must precede destroy(), which would raise another error.
    const first = error instanceof DamagedBackup ? error : (refused ?? error)
    files.destroy()
    await fed
    throw toDamagedBackup(first)
  }
  if (!manifest) throw new DamagedBackup('it ends too early')
  found.compare(manifest)
  return manifest
}

async function readManifest(file: Content): Promise<Manifest> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > MAX_MANIFEST_BYTES) throw new DamagedBackup('its manifest is too large')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const parsed = Manifest.safeParse(isJson(text) ? JSON.parse(text) : undefined)
  if (!parsed.success) throw new DamagedBackup('its manifest cannot be read; perhaps a newer version made it')
  return parsed.data
}

function isJson(text: string): boolean {
  if (isDeepJson(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Converts zlib and tar errors about malformed bytes to DamagedBackup. A file that cannot be opened remains another
 * error.
 */
function toDamagedBackup(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code?.startsWith('Z_')) return new DamagedBackup('it is no .tar.gz, or not a whole one')
  const ofTar = error instanceof Error && /tar|Unexpected end of data|Invalid/.test(error.message)
  return ofTar && syscall === undefined ? new DamagedBackup('it is no .tar.gz, or not a whole one') : error
}

const NEWLINE = 0x0a
const countLines = (bytes: Buffer): number => {
  let lines = 0
  for (let index = bytes.indexOf(NEWLINE); index !== -1; index = bytes.indexOf(NEWLINE, index + 1)) lines++
  return lines
}

class Found {
  readonly #tables = new Map<string, { rows: number; sum: Sum }>()
  readonly #mails = { rows: 0, sum: new Sum() }
  readonly #uploads = { files: 0, bytes: 0, sum: new Sum() }
  #secret = false

  summing(entry: Exclude<Entry, { kind: 'manifest' }>, size: number, content: AsyncIterable<Buffer>): Content {
    switch (entry.kind) {
      case 'rows': {
        const table = this.#tables.get(entry.table) ?? { rows: 0, sum: new Sum() }
        this.#tables.set(entry.table, table)
        return summed(content, table)
      }
      case 'mails':
        return summed(content, this.#mails)
      case 'upload':
        this.#uploads.files++
        this.#uploads.bytes += size
        this.#uploads.sum.add(uploadHeader(entry.file, size))
        return summed(content, { rows: 0, sum: this.#uploads.sum })
      case 'secret':
        this.#secret = true
        return content
    }
  }

  compare({ tables, queuedMails, uploads, secret }: Manifest): void {
    const counted = ({ rows, sum }: { rows: number; sum: Sum }) => ({ rows, sha256: sum.hex() })
    const wrong = new Set<string>()
    for (const name of new Set([...Object.keys(tables), ...this.#tables.keys()])) {
      const { columns: _, ...said } = tables[name] ?? { columns: [] }
      // A table without rows has no file.
      const there = counted(this.#tables.get(name) ?? { rows: 0, sum: new Sum() })
      if (!isDeepStrictEqual(there, said)) wrong.add(`the table ${name}`)
    }
    const { columns: _, ...mails } = queuedMails
    if (!isDeepStrictEqual(counted(this.#mails), mails)) wrong.add('the queued mails')
    const { files, bytes, sum } = this.#uploads
    if (!isDeepStrictEqual({ files, bytes, sha256: sum.hex() }, uploads)) wrong.add('uploads')
    if (this.#secret !== secret.included) wrong.add('the secret')
    if (wrong.size > 0) throw new DamagedBackup(`its checksums do not agree: ${[...wrong].join(', ')}`)
  }
}

/** Computes the checksum of the content in one pass, however often it is read. */
function summed(content: AsyncIterable<Buffer>, into: { rows: number; sum: Sum }): Content {
  const chunks = (async function* () {
    for await (const chunk of content) {
      into.sum.add(chunk)
      into.rows += countLines(chunk)
      yield chunk
    }
  })()
  return { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) }
}
