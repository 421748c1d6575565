import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isUploadName } from './manifest.ts'

const NO_LINKS = new Set(['EPERM', 'EXDEV', 'ENOTSUP', 'ENOSYS', 'EMLINK'])

/**
 * Hard-links every uploaded file into `folder` (or copies it, where links do not work), so that it stays even if the shop
 * deletes it. Called before and after the snapshot, so that every file named by a row of the snapshot is there. Files
 * never change once a row names them.
 */
export async function holdUploads(dataDir: string, folder: string): Promise<void> {
  const uploads = join(dataDir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const file of await readdir(uploads).catch(noFolder)) {
    if (isUploadName(file)) await hold(join(uploads, file), join(folder, file))
  }
}

function noFolder(fault: NodeJS.ErrnoException): string[] {
  if (fault.code !== 'ENOENT') throw fault
  return []
}

async function hold(file: string, second: string): Promise<void> {
  try {
    await link(file, second).catch((fault: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(fault.code ?? '')) throw fault
      return copyFile(file, second, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    })
  } catch (fault) {
    // Deleted just now, or held already.
    if (!['ENOENT', 'EEXIST'].includes((fault as NodeJS.ErrnoException).code ?? '')) throw fault
  }
}
