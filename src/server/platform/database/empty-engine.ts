import {
  accessSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { syncNow, syncTree } from '../files/durable-files.ts'

/*
 * Creating the engine's first, empty database takes seconds; copying one takes a moment. The first one created on a
 * checkout therefore leaves a copy for all later shops, backups and tests; it contains no data of a shop.
 */

/** No start option affects the result: only the engine's version does. */
const { version } = JSON.parse(
  readFileSync(
    join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json'),
    'utf8',
  ),
) as { version: string }

/** Removed together with the packages, and so with the version of the engine. */
export const EMPTY_ENGINES = join(import.meta.dirname, '../../../../node_modules/.cache/salonfront')

const cachePath = (folder: string) => join(folder, `empty-engine-${version}`)

/** Copies the cached database to `target`, a folder that must not exist yet; returns false if there is none. */
export function copyEmptyEngine(folder: string, target: string): boolean {
  if (!isReadable(cachePath(folder))) return false
  mkdirSync(target)
  copyFolder(cachePath(folder), target)
  return true
}

/**
 * Caches a copy of a closed, empty database. It gets its name only when it is complete and on disk, so a killed
 * process, a power cut or a concurrent call cannot leave a partial one. If it cannot be cached, the next database is
 * created from scratch.
 */
export function cacheEmptyEngine(folder: string, source: string): void {
  if (isReadable(cachePath(folder))) return
  let unfinished = ''
  try {
    mkdirSync(folder, { recursive: true })
    unfinished = mkdtempSync(`${cachePath(folder)}.`)
    copyFolder(source, unfinished)
    syncTree(unfinished)
    renameSync(unfinished, cachePath(folder))
    syncNow(folder)
  } catch (error) {
    if (unfinished) rmSync(unfinished, { recursive: true, force: true })
    if (!UNCACHEABLE_CODES.has((error as NodeJS.ErrnoException).code)) throw error
  }
}

/**
 * The folder is not writable, the disk is full, or another process was first. Nested folders on a read-only disk give
 * ENOENT in Node, although nothing is missing.
 */
const UNCACHEABLE_CODES = new Set<string | undefined>([
  ...['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC', 'EDQUOT'],
  ...['ENOTEMPTY', 'EEXIST'],
])

/** A cache of another account is readable for that account only. */
function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EACCES') throw error
    return false
  }
}

/** The mode of new folders follows this process's umask, not that of the original. */
function copyFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      mkdirSync(copy)
      copyFolder(source, copy)
    } else copyFileSync(source, copy, constants.COPYFILE_FICLONE)
  }
}
