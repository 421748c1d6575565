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
 * Making the engine's first, empty database takes seconds; copying one takes a moment. So the first that is made on a
 * checkout leaves a copy for all that follow, whatever shop, backup or test they belong to: nothing of a shop is in it.
 */

/** Nothing that a start says shapes what is made: only the engine's version does. */
const { version } = JSON.parse(
  readFileSync(
    join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json'),
    'utf8',
  ),
) as { version: string }

/** Gone with the packages, and so with the version of the engine. */
export const EMPTY_ENGINES = join(import.meta.dirname, '../../../../node_modules/.cache/salonfront')

const keptIn = (folder: string) => join(folder, `empty-engine-${version}`)

/** Whether there was one to copy to `target`, a folder that does not exist yet. */
export function copyEmptyEngine(folder: string, target: string): boolean {
  if (!isReadable(keptIn(folder))) return false
  mkdirSync(target)
  copyFolder(keptIn(folder), target)
  return true
}

/**
 * Keeps a copy of an empty database that is closed. It gets its name when it is complete and on the disk, whoever is
 * killed, loses power or does the same. Where nothing can be kept, the next is made as this one was.
 */
export function keepEmptyEngine(folder: string, made: string): void {
  if (isReadable(keptIn(folder))) return
  let unfinished = ''
  try {
    mkdirSync(folder, { recursive: true })
    unfinished = mkdtempSync(`${keptIn(folder)}.`)
    copyFolder(made, unfinished)
    syncTree(unfinished)
    renameSync(unfinished, keptIn(folder))
    syncNow(folder)
  } catch (fault) {
    if (unfinished) rmSync(unfinished, { recursive: true, force: true })
    if (!CANNOT_KEEP.has((fault as NodeJS.ErrnoException).code)) throw fault
  }
}

/**
 * Not ours to write to, no room, or another process was first. Folders within folders on a read-only disk are ENOENT in
 * Node, though there is nothing that is missing.
 */
const CANNOT_KEEP = new Set<string | undefined>([
  ...['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC', 'EDQUOT'],
  ...['ENOTEMPTY', 'EEXIST'],
])

/** Another account's is readable for that account alone. */
function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return true
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EACCES') throw fault
    return false
  }
}

/** Folders are readable for whom this process's umask says, not for whom the original's said. */
function copyFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      mkdirSync(copy)
      copyFolder(source, copy)
    } else copyFileSync(source, copy, constants.COPYFILE_FICLONE)
  }
}
