import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncNow } from './durable-files.ts'

/** Thrown for a data directory that the shop cannot use; the message is for the operator. */
export class DataDirectoryError extends Error {}

/** Contents that the shop creates there; anything else in the folder must not be touched. */
const SHOP_FILES = new Set([
  ...['pgdata', 'pgdata.new', 'uploads', 'incoming', 'outbox', 'socket', 'live.sock', 'backup', 'restoring'],
  ...['secret', 'address', 'lock.db', 'engine.json', 'demo-sign-ins.txt', 'demo-notices.csv', 'erased.txt'],
])
/** Contents that any folder may have. A folder with other contents is shared, and its mode does not change. */
const IGNORED_FILES = /^(?:\.|lost\+found$)/
const GROUP_AND_OTHERS = 0o077

/**
 * Creates the data directory if it is missing, removes the rights of group and others, and tries to write to it, so
 * that a wrong DATA_DIR is noticed at once.
 */
export function prepareDataDirectory(dataDir: string): void {
  try {
    createFolders(dataDir)
    const probe = join(dataDir, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    mkdirSync(join(dataDir, 'uploads'), { recursive: true })
    restrictAccess(dataDir)
    // Synced before the first upload: a file is only as durable as the names of the folders above it.
    syncNow(dataDir)
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new DataDirectoryError(
      `The data directory ${dataDir} cannot be used: ${describeErrorCode(code)}. Choose another DATA_DIR.`,
    )
  }
}

/** Creates one level at a time: under /proc, Node's recursive mkdir never ends. */
function createFolders(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory()) return
  if (stats) throw new DataDirectoryError(`The data directory ${folder} is not a folder. Choose another DATA_DIR.`)
  createFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // A command and a server may start at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  syncNow(dirname(folder))
}

/** Removes the rights that an older version, or a copy, left for others. */
function restrictAccess(dataDir: string): void {
  const names = readdirSync(dataDir)
  const shopPaths = names.filter((name) => SHOP_FILES.has(name)).map((name) => join(dataDir, name))
  if (![dataDir, ...shopPaths, join(dataDir, 'pgdata', 'PG_VERSION')].some(isAccessibleToOthers)) return
  for (const path of shopPaths) restrictTree(path)
  // Done last: an interrupted start must leave the evidence that this is unfinished.
  if (names.every((name) => SHOP_FILES.has(name) || IGNORED_FILES.test(name))) restrictMode(dataDir)
}

function isAccessibleToOthers(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isSymbolicLink() && (stats.mode & GROUP_AND_OTHERS) !== 0
}

function restrictTree(path: string): void {
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) restrictTree(join(path, name))
  restrictMode(path)
}

function restrictMode(path: string): void {
  if (isAccessibleToOthers(path)) chmodSync(path, statSync(path).mode & ~GROUP_AND_OTHERS & 0o777)
}

function describeErrorCode(code: string): string {
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
