import { createHash, type Hash, hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'

export const FORMAT = 1
export const MANIFEST_NAME = 'manifest.json'
export const SECRET_NAME = 'secret'

const identifier = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Rows = z.object({ columns: z.array(identifier), rows: z.int(), sha256 })

/** Manifest of a backup: its last file, written after everything else. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the program. */
  version: z.string(),
  /** Start time of the backup, which contains everything acknowledged before. */
  begunAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.record(identifier, Rows),
  sequences: z.record(identifier, z.object({ last: z.string().check(z.regex(/^-?\d+$/)), called: z.boolean() })),
  queuedMails: Rows,
  uploads: z.object({ files: z.int(), bytes: z.int(), sha256 }),
  secret: z.object({ included: z.boolean(), fingerprint: z.string() }),
})
export type Manifest = z.output<typeof Manifest>

/** Distinguishes two secrets and reveals nothing else about them. */
export const computeFingerprint = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'backup fingerprint', 12)).toString('hex')

const PART = /^(?:database\/([a-z_][a-z0-9_]{0,62})|(queued-mails))\/\d{6}\.copy$/
const UPLOAD = /^uploads\/([A-Za-z0-9_-][A-Za-z0-9._-]{0,199})$/

export type Entry =
  | { kind: 'rows'; table: string }
  | { kind: 'mails' }
  | { kind: 'upload'; file: string }
  | { kind: 'secret' }
  | { kind: 'manifest' }

/** Returns the kind of an archive entry, or undefined for a name that no backup contains. */
export function parseEntryName(name: string): Entry | undefined {
  if (name === MANIFEST_NAME) return { kind: 'manifest' }
  if (name === SECRET_NAME) return { kind: 'secret' }
  const part = PART.exec(name)
  if (part) return part[1] === undefined ? { kind: 'mails' } : { kind: 'rows', table: part[1] }
  const file = UPLOAD.exec(name)?.[1]
  return file === undefined ? undefined : { kind: 'upload', file }
}

export const isUploadName = (file: string): boolean => UPLOAD.test(`uploads/${file}`)

/** Checksum of one table's parts, or of all uploads. */
export class Checksum {
  readonly #hash: Hash = createHash('sha256')

  add(bytes: Uint8Array | string): void {
    this.#hash.update(bytes)
  }

  hex(): string {
    return this.#hash.copy().digest('hex')
  }
}

/** Precedes each file in the checksum of uploads, so that it covers names and boundaries. */
export const uploadHeader = (file: string, size: number): string => `${file}\0${size}\0`
