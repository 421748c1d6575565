import { createReadStream } from 'node:fs'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'

/** Pictures do not compress further, and a running shop needs the CPU too. */
const GZIP_LEVEL = 3
const MODE = 0o600

export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>
  /** Adds the first `size` bytes of a file, which may still be growing. */
  addFile(name: string, path: string, size: number, onBytes: (bytes: Buffer) => void): Promise<void>
}

/** Writes a .tar.gz under a temporary name and renames it once `check` has read it. Never replaces an existing file. */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
  check: (path: string) => Promise<unknown>,
): Promise<void> {
  const tempPath = `${path}.part`
  await rm(tempPath, { force: true })
  const file = await openTempFile(path, tempPath)
  const tar = pack()
  const writing = pipeline(tar, createGzip({ level: GZIP_LEVEL }), file.createWriteStream({ flush: true }))
  try {
    const filling = fill(createWriter(tar)).then(() => tar.finalize())
    // Awaits the first failure: after a full disk ends the writing, no consumer reads the remaining entries.
    await Promise.race([filling, writing.then(() => filling)])
    await writing
    await check(tempPath)
    await moveToFinalName(tempPath, path)
  } catch (error) {
    tar.destroy()
    await writing.catch(() => {})
    await rm(tempPath, { force: true })
    throw error
  }
}

/** Opens the target before reading any data, so that a bad path fails early. */
async function openTempFile(path: string, tempPath: string): Promise<FileHandle> {
  try {
    return await open(tempPath, 'wx', MODE)
  } catch (error) {
    // The caller does not know the temporary name.
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}

function createWriter(tar: Pack): ArchiveWriter {
  const header = (name: string, size: number) => ({ name, size, mode: MODE, mtime: new Date() })
  return {
    add: (name, content) =>
      new Promise((resolve, reject) => {
        tar.entry(header(name, content.length), content, (error) => (error ? reject(error) : resolve()))
      }),
    async addFile(name, path, size, onBytes) {
      if (size === 0) return this.add(name, Buffer.alloc(0))
      const source = createReadStream(path, { end: size - 1 })
      await pipeline(
        source,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            onBytes(chunk)
            yield chunk
          }
        },
        tar.entry(header(name, size)),
      )
    },
  }
}

async function moveToFinalName(from: string, to: string): Promise<void> {
  try {
    // Unlike a rename, a hard link never replaces a file.
    await link(from, to)
    await rm(from)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await (await open(to, 'wx')).close()
    await rename(from, to)
  }
}
