import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkAttachments } from '#server/operations/verify/check-attachments.ts'
import type { Config } from '#server/platform/config.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { lockDirectory } from '#server/platform/database/directory-lock.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import {
  Checksum,
  computeFingerprint,
  FORMAT,
  MANIFEST_NAME,
  type Manifest,
  SECRET_NAME,
  uploadHeader,
} from './manifest.ts'
import { pinUploads } from './pin-uploads.ts'
import { readProgramVersion } from './program-version.ts'
import { readArchive } from './read-archive.ts'
import { withSnapshot } from './snapshot.ts'
import { findMigrations, findSequences, fixSessionFormats } from './tables.queries.ts'
import { type ArchiveWriter, writeArchive } from './write-archive.ts'
import { writeQueuedEmails, writeTables } from './write-tables.ts'

export type BackupOptions = { withSecret: boolean; onProgress?: (line: string) => void }
/** `missing` lists attachments that a post names but that no longer exist. */
export type Backup = { manifest: Manifest; missing: string[] }

type Job = {
  connection: Connection
  files: FileStore
  dataDir: string
  folder: string
  onProgress: (line: string) => void
}
type CopyResult = Pick<Manifest, 'tables' | 'queuedMails' | 'sequences' | 'migrations'> & { missing: string[] }

const MAX_SNAPSHOTS = 3

/**
 * Writes the shop's data, its uploads and, on request, its secret into one new file while the shop runs. The file
 * contains every order acknowledged before the call (docs/decisions/0021).
 */
export async function makeBackup(
  connection: Connection,
  { dataDir, secret, files = diskStore(dataDir) }: Pick<Config, 'dataDir' | 'secret'> & { files?: FileStore },
  path: string,
  { withSecret, onProgress = () => {} }: BackupOptions,
): Promise<Backup> {
  const begunAt = new Date().toISOString()
  const folder = join(dataDir, 'backup')
  const pinned = join(folder, 'uploads')
  // Only one backup runs at a time, so leftovers of a killed one can be deleted.
  const lock = lockDirectory(folder)
  let backup: Backup | undefined
  try {
    await rm(pinned, { recursive: true, force: true })
    await writeArchive(
      path,
      async (archive) => {
        const { missing, ...copied } = await copyDatabase({ connection, files, dataDir, folder, onProgress }, archive)
        const uploads = await writeUploads(pinned, archive, onProgress)
        if (withSecret) await archive.add(SECRET_NAME, Buffer.from(secret))
        const manifest: Manifest = {
          format: FORMAT,
          version: await readProgramVersion(),
          begunAt,
          engine: connection.engine,
          ...copied,
          uploads,
          secret: { included: withSecret, fingerprint: computeFingerprint(secret) },
        }
        await archive.add(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
        backup = { manifest, missing }
      },
      readArchive,
    )
  } finally {
    await rm(pinned, { recursive: true, force: true })
    lock.release()
  }
  if (!backup) throw new Error('archive was neither filled nor failed')
  return backup
}

/**
 * Copies a snapshot and pins every file it names. A file that was added and deleted between the two passes over the
 * store is missing, but another snapshot will not name it. A file missing from every attempt was missing before.
 */
async function copyDatabase(
  { connection, files, dataDir, folder, onProgress }: Job,
  archive: ArchiveWriter,
): Promise<CopyResult> {
  const pinned = join(folder, 'uploads')
  for (let attempt = 1; ; attempt++) {
    await pinUploads(files, pinned)
    const copied = await withSnapshot(connection, dataDir, folder, async (snapshot) => {
      await pinUploads(files, pinned)
      const missing = await checkAttachments(snapshot.db, diskStore(folder))
      if (missing.length > 0 && attempt < MAX_SNAPSHOTS) return undefined
      await fixSessionFormats(snapshot.client)
      const tables = await writeTables(snapshot, archive, onProgress)
      const queuedMails = await writeQueuedEmails(snapshot, archive)
      const sequences = await findSequences(snapshot.client)
      const migrations = await findMigrations(snapshot.client)
      return { tables, queuedMails, sequences, migrations, missing }
    })
    if (copied) return copied
  }
}

async function writeUploads(
  folder: string,
  archive: ArchiveWriter,
  onProgress: (line: string) => void,
): Promise<Manifest['uploads']> {
  const sum = new Checksum()
  const total = { files: 0, bytes: 0 }
  for (const file of (await readdir(folder)).sort()) {
    const { size } = await stat(join(folder, file))
    sum.add(uploadHeader(file, size))
    await archive.addFile(`uploads/${file}`, join(folder, file), size, (bytes) => sum.add(bytes))
    total.bytes += size
    if (++total.files % 100 === 0) onProgress(`${total.files} files`)
  }
  return { ...total, sha256: sum.hex() }
}
