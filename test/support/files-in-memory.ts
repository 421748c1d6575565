import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * Keeps what tests store in memory: hundreds of databases and browser profiles that live for seconds. The process that
 * calls first removes it all at its end; those that it starts use the same folder. Without such a folder, or with too
 * small a one, everything is on the disk as before. A TMPDIR that is set already is used.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ENOUGH_BYTES) return
  // Short, because the path of a socket may not be long.
  const folder = mkdtempSync(`${MEMORY}/sf-`)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
