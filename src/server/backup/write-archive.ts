import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'

/** Pictures do not get smaller, and a running shop wants the processor as well. */
const GZIP_LEVEL = 3
const MODE = 0o600

export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>
  /** The first `size` bytes of a file, which may still grow. */
  addFile(name: string, path: string, size: number, onBytes: (bytes: Buffer) => void): Promise<void>
}

/** Writes a .tar.gz aside and gives it its name when `check` has read it; a file that is there is never replaced. */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
  check: (path: string) => Promise<unknown>,
): Promise<void> {
  const unfinished = `${path}.part`
  await rm(unfinished, { force: true })
  const tar = pack()
  const file = createWriteStream(unfinished, { flags: 'wx', mode: MODE, flush: true })
  const writing = pipeline(tar, createGzip({ level: GZIP_LEVEL }), file)
  try {
    const filling = fill(writerTo(tar)).then(() => tar.finalize())
    // Whichever fails first: a full disk ends the writing, and nobody would read what is filled in any more.
    await Promise.race([filling, writing.then(() => filling)])
    await writing
    await check(unfinished)
    await giveName(unfinished, path)
  } catch (fault) {
    tar.destroy()
    await writing.catch(() => {})
    await rm(unfinished, { force: true })
    throw fault
  }
}

function writerTo(tar: Pack): ArchiveWriter {
  const header = (name: string, size: number) => ({ name, size, mode: MODE, mtime: new Date() })
  return {
    add: (name, content) =>
      new Promise((resolve, reject) => {
        tar.entry(header(name, content.length), content, (fault) => (fault ? reject(fault) : resolve()))
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

async function giveName(from: string, to: string): Promise<void> {
  try {
    // Unlike a rename, a second name never replaces a file.
    await link(from, to)
    await rm(from)
  } catch (fault) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((fault as NodeJS.ErrnoException).code ?? '')) throw fault
    await (await open(to, 'wx')).close()
    await rename(from, to)
  }
}
