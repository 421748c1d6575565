import { statfs } from 'node:fs/promises'

/** What the disk of a folder still takes from a program without special rights, in bytes. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
