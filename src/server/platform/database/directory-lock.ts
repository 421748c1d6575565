import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataDirectoryError, prepareDataDirectory } from '../files/data-directory.ts'

/** Note of the holder of a data directory about itself: only a hint, since the lock decides. */
export type EngineNote = { pid: number; socketPath: string | null; startedAt: string }

export type DirectoryLock = {
  /** Note left behind by the last holder if it was killed. */
  previous: EngineNote | undefined
  /** Lets other programs find the running engine. */
  announce(socketPath: string): void
  release(): void
}

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
  readonly pid: number | undefined

  constructor(dataDir: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another process' : `process ${pid}`
    super(`The data directory ${dataDir} is in use by ${holder}. Stop it first, or choose another DATA_DIR.`)
    this.pid = pid
  }
}

const SQLITE_BUSY = 5

/** Keeps a reference: a handle that is garbage-collected is closed, and its lock released. */
const openHandles = new Set<DatabaseSync>()

/**
 * Locks the data directory for this process alone, or throws DirectoryInUse immediately. The operating system releases
 * the lock when the process ends, however it ends, so there are no stale locks to detect.
 */
export function lockDirectory(dataDir: string): DirectoryLock {
  const directory = resolve(dataDir)
  prepareDataDirectory(directory)
  const holder = openLockFile(directory)
  const notePath = join(directory, 'engine.json')
  const previous = readEngineNote(directory)
  const startedAt = new Date().toISOString()

  const announce = (socketPath: string | null) => {
    const note: EngineNote = { pid: process.pid, socketPath, startedAt }
    // Renamed into place, so that a reader never sees a partial note.
    writeFileSync(`${notePath}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
    renameSync(`${notePath}.new`, notePath)
  }
  announce(null)

  return {
    previous,
    announce,
    release() {
      if (!holder.isOpen) return
      rmSync(notePath, { force: true })
      // lock.db itself stays: unlinking it would let two processes lock two files of the same name.
      holder.close()
      openHandles.delete(holder)
    },
  }
}

export function readEngineNote(dataDir: string): EngineNote | undefined {
  try {
    return JSON.parse(readFileSync(join(resolve(dataDir), 'engine.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

// Uses SQLite only for its file lock. Do not open lock.db by other means in this process (for a copy of the directory,
// say): POSIX drops all of a process's locks on a file as soon as any of its handles is closed.
function openLockFile(directory: string): DatabaseSync {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(join(directory, 'lock.db'), { timeout: 0 })
    file.exec('pragma journal_mode = memory; begin exclusive')
    openHandles.add(file)
    return file
  } catch (error) {
    if (file?.isOpen) file.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      throw new DirectoryInUse(directory, readEngineNote(directory)?.pid)
    }
    throw new DataDirectoryError(`The data directory ${directory} cannot be locked; is it writable?`, { cause: error })
  }
}
