import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

/** Linux keeps this folder in memory. */
const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 4 * 2 ** 30

/**
 * Keeps files of tests in memory: hundreds of databases and browser profiles that live for seconds. The first process
 * removes everything when it ends; its children use the same folder. Without such a folder, or with too small a one,
 * files go to disk as usual. Respects an existing TMPDIR.
 */
export function storeTempFilesInMemory(): void {
  if (process.env.TMPDIR || !existsSync(MEMORY_FOLDER)) return
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  if (bavail * bsize < MIN_FREE_BYTES) return
  // Short, because socket paths have a length limit.
  const folder = mkdtempSync(`${MEMORY_FOLDER}/sf-`)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
