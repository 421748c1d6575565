import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileStore } from '#server/platform/files/file-store.ts'

const PICTURES = fileURLToPath(new URL('../../../db/seed/pictures', import.meta.url))

/** Copies the demo shop's pictures into the file store. */
export async function copyDemoPictures(files: FileStore): Promise<number> {
  const names = (await readdir(PICTURES)).filter((name) => /\.(avif|webp)$/.test(name))
  const queue = names.values()
  const copyRemaining = async () => {
    for (const name of queue) await files.add([{ name, copyOf: join(PICTURES, name) }])
  }
  // Copies a few at a time: there are over a thousand, more than some systems allow open at once.
  await Promise.all(Array.from({ length: 16 }, copyRemaining))
  return names.length
}
