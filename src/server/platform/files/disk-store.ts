import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeSynced } from './durable-files.ts'
import { type FileStore, type FoundFile, type NewFile, resolveRange } from './file-store.ts'

export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads')

/** Stores files in the folder `uploads` of the data directory. */
export function diskStore(dataDir: string): FileStore {
  const folder = uploadsFolder(dataDir)
  const toPath = (name: string) => join(folder, name)
  const store: FileStore = {
    async add(files) {
      await mkdir(folder, { recursive: true })
      await Promise.all(files.map((file) => storeFile(file, toPath(file.name))))
      // Names are durable with the folder; references (rows) to a file are written only after this.
      if (files.some((file) => !('copyOf' in file))) await syncFolder(folder)
    },
    find: (name) => stat(toPath(name)).then(toFoundFile, ignoreMissing),
    async open(name, requestedRange) {
      const handle = await open(toPath(name)).catch(ignoreMissing)
      if (!handle) return undefined
      try {
        const { size: bytes } = await handle.stat()
        const range = requestedRange && resolveRange(requestedRange, bytes)
        if (!requestedRange || range) {
          const content = handle.createReadStream(range && { start: range.first, end: range.last })
          return { bytes, range, content }
        }
      } catch (error) {
        await handle.close()
        throw error
      }
      await handle.close()
      return 'no_such_range'
    },
    hold: (name, path) => linkOrCopy(toPath(name), path),
    remove: (name) => rm(toPath(name), { force: true }),
    async *list() {
      for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
        const found = await store.find(name)
        if (found) yield { name, ...found }
      }
    },
  }
  return store
}

async function storeFile(file: NewFile, path: string): Promise<void> {
  if ('bytes' in file) await writeSynced(path, file.bytes)
  else if ('path' in file) await rename(file.path, path)
  // File systems that can clone files do so without using the space twice.
  else await copyFile(file.copyOf, path, constants.COPYFILE_FICLONE)
}

const NO_LINKS = new Set(['EPERM', 'EXDEV', 'ENOTSUP', 'ENOSYS', 'EMLINK'])

async function linkOrCopy(file: string, linkPath: string): Promise<boolean> {
  try {
    await link(file, linkPath).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(error.code ?? '')) throw error
      return copyFile(file, linkPath, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return true
    if (code !== 'ENOENT') throw error
    return false
  }
}

const toFoundFile = ({ size, mtime }: { size: number; mtime: Date }): FoundFile => ({ bytes: size, storedAt: mtime })

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) throw error
  return undefined
}
