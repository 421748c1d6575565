import type { Readable } from 'node:stream'

/**
 * A file to store. Of one that lies on this machine's disk, `path` gives it away: it was flushed, and belongs to the
 * store from then on. `copyOf` stays where it is, and can be had again: nothing waits for the disk on its account.
 */
export type NewFile = { name: string } & ({ bytes: Uint8Array } | { path: string } | { copyOf: string })

export type FoundFile = { bytes: number; storedAt: Date }
export type ListedFile = FoundFile & { name: string }

/** One range of bytes, both ends included, or the last `suffix` bytes (RFC 9110 §14.1.2). */
export type ByteRange = { first: number; last: number | undefined } | { suffix: number }

/** `bytes` is the size of the whole file, `range` the part of it that `content` has; without one it has everything. */
export type OpenedFile = { bytes: number; range: { first: number; last: number } | undefined; content: Readable }

/**
 * Where pictures and attachments lie (docs/decisions/0067). A file is given a name once and never changes under it, so
 * a name is all that is needed to know what is in it.
 */
export type FileStore = {
  /** When this returns, the files outlive a power cut. */
  add(files: readonly NewFile[]): Promise<void>
  find(name: string): Promise<FoundFile | undefined>
  open(name: string, range?: ByteRange): Promise<OpenedFile | 'no_such_range' | undefined>
  /** Gives it a second name on this machine's disk, or puts a flushed copy there; false if there is no such file. */
  hold(name: string, path: string): Promise<boolean>
  /** Also of a file that is not there. */
  remove(name: string): Promise<void>
  /** Those that are there from beginning to end; others may be missing from it. */
  list(): AsyncIterable<ListedFile>
}

/** The store does not answer, or refuses this shop; `cause` says how. Callers are told to come back (503). */
export class StoreUnavailable extends Error {}

/** Where a range begins and ends in a file of that size; undefined if it has no such bytes. */
export function boundsOf(range: ByteRange, bytes: number): { first: number; last: number } | undefined {
  if ('suffix' in range) {
    return range.suffix === 0 || bytes === 0 ? undefined : { first: Math.max(0, bytes - range.suffix), last: bytes - 1 }
  }
  if (range.first >= bytes) return undefined
  return { first: range.first, last: Math.min(range.last ?? bytes - 1, bytes - 1) }
}
