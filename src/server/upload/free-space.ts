import { statfs } from 'node:fs/promises'

/** Bytes that a folder's disk still offers to an unprivileged program. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
