import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { isDeepJson } from '#server/platform/deep-json.ts'
import { Checksum, type Entry, Manifest, parseEntryName, uploadHeader } from './manifest.ts'

export type Content = AsyncIterable<Buffer>
/** Reads one file of the archive. Content left unread is skipped. */
export type Visit = (entry: Exclude<Entry, { kind: 'manifest' }>, content: Content) => Promise<void>

/** The file is not a backup, or not a complete one. */
export class CorruptBackupError extends Error {}

/** The manifest of the largest shop has about 30 kB. */
const MAX_MANIFEST_BYTES = 1_000_000

/**
 * Reads a backup from the first byte to the last, verifies everything against its manifest, and returns the manifest.
 */
export async function readArchive(path: string, visit: Visit = async () => {}): Promise<Manifest> {
  const files = extract()
  const decompression = pipeline(createReadStream(path), createGunzip(), files)
  let streamError: unknown
  const finished = decompression.catch((error) => {
    streamError = error
  })
  const totals = new ArchiveTotals()
  let manifest: Manifest | undefined
  try {
    for await (const file of files) {
      const { name, type } = file.header
      const entry = type === 'file' ? parseEntryName(name) : undefined
      if (!entry || manifest) throw new CorruptBackupError(`it holds “${name}”, which no backup does`)
      if (entry.kind === 'manifest') manifest = await readManifest(file as Content)
      else {
        const content = totals.addEntry(entry, file.header.size ?? 0, file as Content)
        await visit(entry, content)
        for await (const _ of content);
      }
    }
    await finished
    if (streamError) throw streamError
  } catch (error) {
    // Must precede destroy(), which would raise another error.
    const firstError = error instanceof CorruptBackupError ? error : (streamError ?? error)
    files.destroy()
    await finished
    throw toBackupError(firstError)
  }
  if (!manifest) throw new CorruptBackupError('it ends too early')
  totals.compare(manifest)
  return manifest
}

async function readManifest(file: Content): Promise<Manifest> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > MAX_MANIFEST_BYTES) throw new CorruptBackupError('its manifest is too large')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const parsed = Manifest.safeParse(isJson(text) ? JSON.parse(text) : undefined)
  if (!parsed.success) throw new CorruptBackupError('its manifest cannot be read; perhaps a newer version made it')
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
 * Converts zlib and tar errors about malformed bytes to CorruptBackupError. A file that cannot be opened remains
 * another error.
 */
function toBackupError(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code?.startsWith('Z_')) return new CorruptBackupError('it is no .tar.gz, or not a whole one')
  const isTarError = error instanceof Error && /tar|Unexpected end of data|Invalid/.test(error.message)
  return isTarError && syscall === undefined ? new CorruptBackupError('it is no .tar.gz, or not a whole one') : error
}

const NEWLINE = 0x0a
const countLines = (bytes: Buffer): number => {
  let lines = 0
  for (let index = bytes.indexOf(NEWLINE); index !== -1; index = bytes.indexOf(NEWLINE, index + 1)) lines++
  return lines
}

class ArchiveTotals {
  readonly #tables = new Map<string, { rows: number; sum: Checksum }>()
  readonly #mails = { rows: 0, sum: new Checksum() }
  readonly #uploads = { files: 0, bytes: 0, sum: new Checksum() }
  #secret = false

  addEntry(entry: Exclude<Entry, { kind: 'manifest' }>, size: number, content: AsyncIterable<Buffer>): Content {
    switch (entry.kind) {
      case 'rows': {
        const table = this.#tables.get(entry.table) ?? { rows: 0, sum: new Checksum() }
        this.#tables.set(entry.table, table)
        return addToTotals(content, table)
      }
      case 'mails':
        return addToTotals(content, this.#mails)
      case 'upload':
        this.#uploads.files++
        this.#uploads.bytes += size
        this.#uploads.sum.add(uploadHeader(entry.file, size))
        return addToTotals(content, { rows: 0, sum: this.#uploads.sum })
      case 'secret':
        this.#secret = true
        return content
    }
  }

  compare({ tables, queuedMails, uploads, secret }: Manifest): void {
    const summarize = ({ rows, sum }: { rows: number; sum: Checksum }) => ({ rows, sha256: sum.hex() })
    const mismatches = new Set<string>()
    for (const name of new Set([...Object.keys(tables), ...this.#tables.keys()])) {
      const { columns: _, ...expected } = tables[name] ?? { columns: [] }
      // A table without rows has no file.
      const actual = summarize(this.#tables.get(name) ?? { rows: 0, sum: new Checksum() })
      if (!isDeepStrictEqual(actual, expected)) mismatches.add(`the table ${name}`)
    }
    const { columns: _, ...mails } = queuedMails
    if (!isDeepStrictEqual(summarize(this.#mails), mails)) mismatches.add('the queued mails')
    const { files, bytes, sum } = this.#uploads
    if (!isDeepStrictEqual({ files, bytes, sha256: sum.hex() }, uploads)) mismatches.add('uploads')
    if (this.#secret !== secret.included) mismatches.add('the secret')
    if (mismatches.size > 0) throw new CorruptBackupError(`its checksums do not agree: ${[...mismatches].join(', ')}`)
  }
}

/** Computes the checksum of the content in one pass, however often it is read. */
function addToTotals(content: AsyncIterable<Buffer>, totals: { rows: number; sum: Checksum }): Content {
  const chunks = (async function* () {
    for await (const chunk of content) {
      totals.sum.add(chunk)
      totals.rows += countLines(chunk)
      yield chunk
    }
  })()
  return { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) }
}
