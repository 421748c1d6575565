import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Result, refuse } from '#domain/result.ts'
import type { Config } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import { withDedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import { lockDirectory } from '#server/platform/database/directory-lock.ts'
import { migrateTo, UnknownMigrationsError } from '#server/platform/database/migrate.ts'
import { restoringFolder } from '#server/platform/database/unfinished-restore.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { syncFolder } from '#server/platform/files/durable-files.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { readErasedList } from '#server/privacy/erased-list.ts'
import { removeErasedFiles } from '#server/privacy/remove-erased-files.ts'
import { repeatErasures } from '#server/privacy/repeat-erasures.ts'
import { loadDatabase } from './load-database.ts'
import { computeFingerprint, type Manifest, SECRET_NAME } from './manifest.ts'
import { type Content, CorruptBackupError, readArchive } from './read-archive.ts'
import { countSealed, isEmptyDatabase, type SealedCounts } from './tables.queries.ts'

export type RestoreRefusal =
  | { code: 'corrupt'; why: string }
  | { code: 'directory_not_empty'; names: string[] }
  | { code: 'database_not_empty' }
  | { code: 'store_not_empty' }
  | { code: 'version_mismatch'; version: string; migration: string }

export type RestoreResult = {
  manifest: Manifest
  heldMails: number
  /** Newsletters that were being sent when the backup was made. */
  stoppedNewsletters: number
  /**
   * Counts of values in the backup that this shop's secret cannot decrypt. Undefined if the backup has the same secret.
   */
  sealed: SealedCounts | undefined
  /** Accounts and guest orders that were erased after the backup and have been erased again. */
  erasedAgain: number
}

export type RestoreOptions = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secret' | 'erasedList'>
  /** File store to restore into; defaults to the data directory. */
  bucket?: FileStore | undefined
  /** True if the environment sets the secret; otherwise the shop adopts the backup's. */
  secretIsGiven: boolean
  onProgress?: (line: string) => void
}

/**
 * Files that an otherwise empty directory may contain: a secret added by the operator, and files that this program
 * creates.
 */
const ALLOWED_FILES = new Set([SECRET_NAME, 'lock.db', 'engine.json', 'restoring', 'backup', 'erased.txt'])

/**
 * Restores a backup into an empty data directory and database, completely or not at all. First reads the whole file and
 * verifies its checksums. Prepares everything separately and activates it in the last step: on the embedded engine by
 * renaming the directory, on PostgreSQL by the commit.
 */
export async function restoreBackup(
  path: string,
  options: RestoreOptions,
): Promise<Result<RestoreResult, RestoreRefusal>> {
  const { dataDir } = options.config
  let manifest: Manifest
  try {
    options.onProgress?.('reading the backup')
    manifest = await readArchive(path)
  } catch (error) {
    if (!(error instanceof CorruptBackupError)) throw error
    return refuse({ code: 'corrupt', why: error.message })
  }
  const lock = lockDirectory(dataDir)
  try {
    const existingNames = await readdir(dataDir)
    // Uploads are moved into place before the database, so after an interrupted restore they are known to belong to it.
    const canReplaceUploads = existingNames.includes('restoring') || (await isEmptyFolder(join(dataDir, 'uploads')))
    const names = existingNames.filter((name) => !ALLOWED_FILES.has(name) && !(name === 'uploads' && canReplaceUploads))
    if (names.length > 0) return refuse({ code: 'directory_not_empty', names: names.sort() })
    // An interrupted restore may also have left files in the bucket. Without that mark they belong to another
    // shop, whose sweep would delete ours.
    if (options.bucket && !existingNames.includes('restoring') && (await hasFiles(options.bucket))) {
      return refuse({ code: 'store_not_empty' })
    }
    return await restoreToStaging(path, manifest, options)
  } finally {
    lock.release()
  }
}

async function restoreToStaging(
  path: string,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<Result<RestoreResult, RestoreRefusal>> {
  const { dataDir, databaseUrl } = options.config
  const stagingDir = restoringFolder(dataDir)
  const erasedIds = await readErasedList(options.config.erasedList)
  const connection = await openStaging(dataDir, stagingDir, databaseUrl)
  if (!connection) return refuse({ code: 'database_not_empty' })
  let isPlaced = false
  const replaceShop = async () => {
    isPlaced = true
    if (options.bucket) await sendToBucket(options.bucket, join(stagingDir, 'uploads'), options.onProgress)
    await moveIntoPlace(stagingDir, dataDir, options.secretIsGiven)
  }
  try {
    const restored = await withDedicatedConnection(connection, async ({ client, engine, db }) => {
      await client.query('begin')
      const migration = await migrateTo(client, manifest.migrations)
      const stopped = await loadDatabase({ client, engine }, manifest, migration, options.onProgress, (load) =>
        readArchive(path, async (part, content) => {
          if (part.kind === 'upload') await writeUpload(join(stagingDir, 'uploads', part.file), content)
          else if (part.kind === 'secret') await writeSecret(join(stagingDir, SECRET_NAME), content)
          else await load(part, content)
        }),
      )
      const secret = options.secretIsGiven || !manifest.secret.included ? options.config.secret : undefined
      const isSameSecret = secret === undefined || computeFingerprint(secret) === manifest.secret.fingerprint
      const sealed = isSameSecret ? undefined : await countSealed(client)
      // Runs as part of the restore, so that no shop is ever opened with data of erased people.
      await endSignIns(client)
      const erased = await repeatErasures(db as Transaction, erasedIds)
      await removeErasedFiles(diskStore(stagingDir), stagingDir, erased)
      if (engine === 'postgres') await replaceShop()
      await client.query('commit')
      return { ok: true, manifest, ...stopped, sealed, erasedAgain: erased.people } as const
    })
    await connection.close()
    if (connection.engine === 'embedded') {
      await replaceShop()
      await rename(join(stagingDir, 'pgdata'), join(dataDir, 'pgdata'))
      await syncFolder(dataDir)
    }
    await rm(stagingDir, { recursive: true, force: true })
    return restored
  } catch (error) {
    await connection.close()
    // Once files are in place, the commit may have happened too; the next start finds out.
    if (!isPlaced) await rm(stagingDir, { recursive: true, force: true })
    if (!(error instanceof UnknownMigrationsError)) throw error
    return refuse({ code: 'version_mismatch', version: manifest.version, migration: error.message })
  }
}

/** Ends sessions and password links. Those ended or used since the backup would otherwise work again. */
async function endSignIns(client: { query(statement: string): Promise<unknown> }): Promise<void> {
  for (const table of ['sessions', 'staff_sessions', 'password_links', 'staff_links']) {
    await client.query(`delete from ${table}`)
  }
}

/** Opens the database to fill and an empty folder next to it. Returns undefined if either already contains data. */
async function openStaging(
  dataDir: string,
  stagingDir: string,
  databaseUrl: string | undefined,
): Promise<Connection | undefined> {
  if (databaseUrl === undefined) {
    await prepareStaging(dataDir, stagingDir)
    return openDatabase({ databaseUrl, dataDir: stagingDir, mode: 'serve' })
  }
  const connection = await openDatabase({ databaseUrl, dataDir: stagingDir, mode: 'join' })
  try {
    if (await isEmptyDatabase(connection.pool)) {
      await prepareStaging(dataDir, stagingDir)
      return connection
    }
  } catch (error) {
    await connection.close()
    throw error
  }
  await connection.close()
  return undefined
}

/** Every start creates the folder for uploads. */
const isEmptyFolder = async (path: string): Promise<boolean> => existsSync(path) && (await readdir(path)).length === 0

/** Removes the leftovers of an interrupted restore, and marks the beginning of a new one. */
async function prepareStaging(dataDir: string, stagingDir: string): Promise<void> {
  // Order matters: uploads without the marker folder would look like a shop's data.
  await rm(join(dataDir, 'uploads'), { recursive: true, force: true })
  await rm(stagingDir, { recursive: true, force: true })
  await mkdir(join(stagingDir, 'uploads'), { recursive: true, mode: 0o700 })
  await syncFolder(dataDir)
}

async function hasFiles(store: FileStore): Promise<boolean> {
  for await (const _ of store.list()) return true
  return false
}

const UPLOAD_BATCH = 8

/** Uploads a few files at a time; those of an interrupted restore are sent again. Empties the folder. */
async function sendToBucket(bucket: FileStore, folder: string, onProgress?: (line: string) => void): Promise<void> {
  const names = await readdir(folder)
  for (let start = 0; start < names.length; start += UPLOAD_BATCH) {
    await bucket.add(names.slice(start, start + UPLOAD_BATCH).map((name) => ({ name, path: join(folder, name) })))
    onProgress?.(`${Math.min(start + UPLOAD_BATCH, names.length)} of ${names.length} files are in the bucket`)
  }
}

const writeUpload = (file: string, content: Content): Promise<void> =>
  pipeline(Readable.from(content), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))

const MAX_SECRET_BYTES = 1_000

async function writeSecret(file: string, content: Content): Promise<void> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > MAX_SECRET_BYTES) throw new CorruptBackupError('its secret is too large')
    chunks.push(chunk)
  }
  await writeFile(file, Buffer.concat(chunks), { mode: 0o600, flush: true })
}

async function moveIntoPlace(stagingDir: string, dataDir: string, secretIsGiven: boolean): Promise<void> {
  await rename(join(stagingDir, 'uploads'), join(dataDir, 'uploads'))
  const hasSecret = (await readdir(stagingDir)).includes(SECRET_NAME)
  if (hasSecret && !secretIsGiven) await rename(join(stagingDir, SECRET_NAME), join(dataDir, SECRET_NAME))
  await syncFolder(dataDir)
}
