import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, resolve, sep } from 'node:path'
import { fileFolders } from '#contract/paths.ts'
import {
  discardPicture,
  MAX_PICTURE_BYTES,
  pictureMessages,
  storePicture,
} from '#server/content/uploads/store-picture.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { FileImage } from './read-products.ts'

/** A picture as stored in the database: a file in our store, or only a URL. */
export type StoredImage = { file: string | null; source_url: string | null; alt: string }

export type PictureSource = {
  store(image: FileImage): Promise<StoredImage>
  countStored(): number
  /** Deletes the pictures stored for a failed import. */
  discard(): Promise<void>
}

const UPLOAD_PATH = /^\/uploads\/([a-z0-9][a-z0-9-]*)-\d+\.(?:avif|webp)$/
const REMOTE_URL = /^(?:https?:)?\/\//i

/**
 * Reads the pictures of a product file. Never fetches a URL (docs/product §9). `csvPath` is undefined for a file without a
 * folder of pictures.
 */
export function makePictureSource(csvPath: string | undefined, files: FileStore): PictureSource {
  const storedByPath = new Map<string, string>()

  const referenceUpload = async (src: string, alt: string): Promise<StoredImage> => {
    const file = UPLOAD_PATH.exec(src)?.[1]
    const isStored = file !== undefined && (await files.find(basename(src))) !== undefined
    return isStored ? { file, source_url: null, alt } : { file: null, source_url: src, alt }
  }

  const storeLocalFile = async ({ src, alt, row, column }: FileImage): Promise<StoredImage> => {
    if (csvPath === undefined) {
      throw row.error(
        column,
        `“${src}” is a file name. Enter the https address of the picture, or leave the cell empty.`,
      )
    }
    const path = await findInCsvFolder(csvPath, src)
    if (path === undefined) throw row.error(column, `There is no file “${src}” next to the CSV file.`)
    let file = storedByPath.get(path)
    if (file === undefined) {
      const { size } = await stat(path)
      if (size > MAX_PICTURE_BYTES) throw row.error(column, `“${src}” is larger than 8 MB.`)
      const picture = await storePicture(files, await readFile(path))
      if (!picture.ok) throw row.error(column, `“${src}”: ${pictureMessages[picture.refusal.code]}`)
      file = picture.file
      storedByPath.set(path, file)
    }
    return { file, source_url: null, alt }
  }

  return {
    async store(image) {
      const { src, alt, row, column } = image
      // A shop's export writes this path: the picture is in this shop, or in the one that wrote the file.
      if (src.startsWith(fileFolders.uploads)) return referenceUpload(src, alt)
      if (REMOTE_URL.test(src)) return { file: null, source_url: src, alt }
      if (/^[a-z][a-z0-9+.-]*:/i.test(src)) {
        throw row.error(column, `“${src}” is neither a file name nor an HTTP address.`)
      }
      return storeLocalFile(image)
    },
    countStored: () => storedByPath.size,
    async discard() {
      await Promise.all([...storedByPath.values()].map((file) => discardPicture(files, file)))
      storedByPath.clear()
    },
  }
}

/**
 * Finds only files in the CSV file's folder, because a foreign file must not be able to name any file of this machine.
 */
async function findInCsvFolder(csvPath: string, src: string): Promise<string | undefined> {
  const folder = await realpath(dirname(csvPath))
  try {
    const path = await realpath(resolve(folder, src))
    return path.startsWith(folder + sep) && (await stat(path)).isFile() ? path : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')
