import { constants } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PICTURES = fileURLToPath(new URL('../../../db/seed/pictures', import.meta.url))

/**
 * Copies the demo shop's pictures into the upload store; on file systems that can clone files, without using space
 * twice.
 */
export async function copyDemoPictures(dataDir: string): Promise<number> {
  const uploads = join(dataDir, 'uploads')
  await mkdir(uploads, { recursive: true })
  const names = (await readdir(PICTURES)).filter((name) => /\.(avif|webp)$/.test(name))
  const queue = names.values()
  const copyRest = async () => {
    for (const name of queue) await copyFile(join(PICTURES, name), join(uploads, name), constants.COPYFILE_FICLONE)
  }
  // A few at a time: there are over a thousand, more than some systems allow open at once.
  await Promise.all(Array.from({ length: 16 }, copyRest))
  return names.length
}
