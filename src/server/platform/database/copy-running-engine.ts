import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Contents to leave out of a copy: they are recreated, or belong to the running engine alone. */
const EMPTIED_FOLDERS = new Set(['pg_stat_tmp', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'])
const SKIPPED_FILES = /^(?:postmaster\.|pg_internal\.init$|backup_label|pgsql_tmp)/
const CONTROL_FILE = 'pg_control'
const SEGMENT = /^[0-9A-F]{24}$/
const NOT_IN_PROGRESS = '55000'

/**
 * Copies the data directory of the running embedded engine to `target`, which a second engine can then open with
 * everything committed by the end of the copy. Requests continue meanwhile. Uses PostgreSQL's own base backup: files
 * are copied while they change, and the log written since `pg_backup_start` repairs them when the copy is opened.
 * Engine and caller must see the same files. The caller ensures that only one copy is made at a time.
 */
export async function copyRunningEngine(pool: pg.Pool, dataPath: string, target: string): Promise<void> {
  // All connections are one session to the engine: a killed backup may still be open.
  await pool.query('select pg_backup_stop(false)').catch(expectNotInProgress)
  const started = await pool.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('salonfront', true)) as segment`,
  )
  let label = ''
  let last = ''
  try {
    await copyFolder(dataPath, target)
  } finally {
    const stopped = await pool.query<{ labelfile: string; segment: string }>(
      'select labelfile, pg_walfile_name(lsn) as segment from pg_backup_stop(false)',
    )
    label = stopped.rows[0]?.labelfile ?? ''
    last = stopped.rows[0]?.segment ?? ''
  }
  await copyLog(dataPath, target, started.rows[0]?.segment ?? '', last)
  await writeFile(join(target, 'backup_label'), label, { mode: 0o600 })
}

function expectNotInProgress(error: { code?: string }): void {
  if (error.code !== NOT_IN_PROGRESS) throw error
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { withFileTypes: true }).catch(ignoreMissing<Dirent[]>([]))
  // Copied last, because it records the position up to which the other files are valid.
  entries.sort((a, b) => Number(a.name === CONTROL_FILE) - Number(b.name === CONTROL_FILE))
  for (const entry of entries) {
    if (SKIPPED_FILES.test(entry.name)) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (!entry.isDirectory()) await copyFile(source, copy, constants.COPYFILE_FICLONE).catch(ignoreMissing(undefined))
    else if (entry.name === 'pg_wal') await createSubfolders(source, copy)
    else if (EMPTIED_FOLDERS.has(entry.name)) await mkdir(copy, { mode: 0o700 })
    else await copyFolder(source, copy)
  }
}

async function createSubfolders(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) await mkdir(join(to, entry.name), { mode: 0o700 })
  }
}

/** Ignores a file that no longer exists: a table was dropped, or a temporary file removed. */
function ignoreMissing<Value>(fallback: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code !== 'ENOENT') throw error
    return fallback
  }
}

async function copyLog(dataPath: string, target: string, first: string, last: string): Promise<void> {
  const log = join(dataPath, 'pg_wal')
  for (const name of await readdir(log)) {
    if (!SEGMENT.test(name) || name < first || name > last) continue
    await copyFile(join(log, name), join(target, 'pg_wal', name), constants.COPYFILE_FICLONE).catch(
      ignoreMissing(undefined),
    )
  }
  // The oldest is recycled first: while it exists, all copied ones are unchanged.
  if (!(await readdir(log)).includes(first)) throw new LogRecycledError()
}

/** A checkpoint during the copy removed log that the copy needs; copy again. */
export class LogRecycledError extends Error {
  override readonly message = 'The log of the embedded engine was recycled while it was copied.'
}
