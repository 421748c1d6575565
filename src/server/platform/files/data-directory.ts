import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncNow } from './durable-files.ts'

/** A data directory that the shop cannot use; the message is one plain sentence. */
export class DataDirectoryError extends Error {}

/** Contents that the shop creates there; anything else in the folder must not be touched. */
const OWN = new Set([
  ...['pgdata', 'pgdata.new', 'uploads', 'incoming', 'outbox', 'socket', 'live.sock', 'backup', 'restoring'],
  ...['secret', 'address', 'lock.db', 'engine.json', 'demo-sign-ins.txt', 'demo-notices.csv', 'erased.txt'],
])
/** Contents that any folder may have. A folder with other contents is shared, and keeps its own mode. */
const NOT_THEIRS = /^(?:\.|lost\+found$)/
const FOR_OTHERS = 0o077

/**
 * Creates the data directory if it is missing, removes the rights of group and others, and tries to write to it, so
 * that a wrong DATA_DIR is noticed at once.
 */
export function prepareDataDirectory(dataDir: string): void {
  try {
    makeFolders(dataDir)
    const probe = join(dataDir, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    mkdirSync(join(dataDir, 'uploads'), { recursive: true })
    closeToOthers(dataDir)
    // Synced before the first upload: a file is only as durable as the names of the folders above it.
    syncNow(dataDir)
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new DataDirectoryError(
      `The data directory ${dataDir} cannot be used: ${reasonFor(code)}. Choose another DATA_DIR.`,
    )
  }
}

/** Creates one level at a time: under /proc, Node's recursive mkdir never ends. */
function makeFolders(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw new DataDirectoryError(`The data directory ${folder} is not a folder. Choose another DATA_DIR.`)
  makeFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // A command and a server may start at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  syncNow(dirname(folder))
}

/** Removes the rights that an older version, or a copy, left for others. */
function closeToOthers(dataDir: string): void {
  const names = readdirSync(dataDir)
  const own = names.filter((name) => OWN.has(name)).map((name) => join(dataDir, name))
  if (![dataDir, ...own, join(dataDir, 'pgdata', 'PG_VERSION')].some(isOpen)) return
  for (const path of own) closeTree(path)
  // Done last: an interrupted start must leave the evidence that this is unfinished.
  if (names.every((name) => OWN.has(name) || NOT_THEIRS.test(name))) close(dataDir)
}

function isOpen(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isSymbolicLink() && (found.mode & FOR_OTHERS) !== 0
}

function closeTree(path: string): void {
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) closeTree(join(path, name))
  close(path)
}

function close(path: string): void {
  if (isOpen(path)) chmodSync(path, statSync(path).mode & ~FOR_OTHERS & 0o777)
}

function reasonFor(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'this account may not write there'
    case 'EROFS':
      return 'it can only be read'
    case 'ENOSPC':
      return 'its disk is full'
    case 'ENOENT':
      return 'nothing can be made there'
    default:
      return `the system says ${code}`
  }
}
