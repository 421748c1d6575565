import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './file-store.ts'

/**
 * `differing`: files that both stores have under the same name with different bytes; they stay in both, unless the new
 * one is the beginning of the other.
 */
export type MoveResult = { files: number; bytes: number; differing: string[] }

type Move = {
  from: FileStore
  to: FileStore
  /** Folder of files in transit; leftovers of a killed move are deleted after a day. */
  folder: string
  onProgress?: (moved: MoveResult) => void
}

const CONCURRENCY = 8

/**
 * Moves all files to another store, even while the shop runs with `migratingFileStore`. Each file is read back from its
 * destination and compared by its SHA-256 before it is removed from the source: whenever this ends, every file is in at
 * least one of them, and another run continues from there.
 */
export async function moveFiles({ from, to, folder, onProgress = () => {} }: Move): Promise<MoveResult> {
  await mkdir(folder, { recursive: true })
  const moved: MoveResult = { files: 0, bytes: 0, differing: [] }
  const names = from.list()[Symbol.asyncIterator]()
  const moveRemaining = async () => {
    for (let next = await names.next(); !next.done; next = await names.next()) {
      const { name, bytes } = next.value
      const outcome = await moveFile(name, { from, to, folder })
      if (outcome === 'differs') moved.differing.push(name)
      if (outcome !== 'moved') continue
      moved.files++
      moved.bytes += bytes
      onProgress(moved)
    }
  }
  // Waits for all of them, so that none continues after an error has been reported.
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, moveRemaining))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return moved
}

async function moveFile(name: string, { from, to, folder }: Move): Promise<'moved' | 'differs' | 'gone'> {
  const localCopy = join(folder, randomBytes(16).toString('hex'))
  try {
    if (!(await from.hold(name, localCopy))) return 'gone'
    const sha256 = await computeHash(createReadStream(localCopy))
    const existing = await hashStoredFile(to, name)
    if (existing?.sha256 !== sha256) {
      if (existing && !(await isBeginning(localCopy, existing))) return 'differs'
      await to.add([{ name, path: localCopy }])
      const arrived = await hashStoredFile(to, name)
      // The shop may have removed it in between; otherwise it was not stored.
      if (arrived?.sha256 !== sha256 && (await from.find(name)))
        throw new Error(`${name} was altered during the transfer.`)
    }
    // The file may have been deleted here while it was in transit; later deletions apply to both stores.
    if (!(await from.find(name))) {
      await to.remove(name)
      return 'gone'
    }
    await from.remove(name)
    return 'moved'
  } finally {
    await rm(localCopy, { force: true })
  }
}

type FileHash = { bytes: number; sha256: string }

async function hashStoredFile(store: FileStore, name: string): Promise<FileHash | undefined> {
  const opened = await store.open(name)
  if (!opened || opened === 'no_such_range') return undefined
  return { bytes: opened.bytes, sha256: await computeHash(opened.content) }
}

/** Reports whether a store has the partial file of a killed move; sending it again completely loses nothing. */
async function isBeginning(path: string, { bytes, sha256 }: FileHash): Promise<boolean> {
  const beginning = bytes === 0 ? Readable.from([]) : createReadStream(path, { end: bytes - 1 })
  return (await computeHash(beginning)) === sha256
}

async function computeHash(content: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}
