import { statfs } from 'node:fs/promises'

/** Returns the bytes of a folder's disk that are available to an unprivileged program. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
