import { statfs } from 'node:fs/promises'

/** Returns the free bytes on a folder's disk for an unprivileged program. */
export async function readFreeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
