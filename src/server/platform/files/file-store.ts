import type { Readable } from 'node:stream'

/**
 * A file to store. `path` hands over a file on this machine's disk: it must have been flushed, and belongs to the store
 * afterward. `copyOf` leaves the original in place; since it can be restored from there, the copy is not flushed.
 */
export type NewFile = { name: string } & ({ bytes: Uint8Array } | { path: string } | { copyOf: string })

export type FoundFile = { bytes: number; storedAt: Date }
export type ListedFile = FoundFile & { name: string }

/** One range of bytes, both ends inclusive, or the last `suffix` bytes (RFC 9110 §14.1.2). */
export type ByteRange = { first: number; last: number | undefined } | { suffix: number }

/**
 * `bytes` is the size of the whole file, `range` the part of it in `content`; without one, `content` is the whole file.
 */
export type OpenedFile = { bytes: number; range: { first: number; last: number } | undefined; content: Readable }

/**
 * Store of pictures and attachments (docs/decisions/0009). A file is named once and never changes under its name, so
 * the name alone identifies its content.
 */
export type FileStore = {
  /** When this returns, the files survive a power cut. */
  add(files: readonly NewFile[]): Promise<void>
  find(name: string): Promise<FoundFile | undefined>
  open(name: string, range?: ByteRange): Promise<OpenedFile | 'no_such_range' | undefined>
  /**
   * Links the file to a second name on this machine's disk, or creates a flushed copy there; false if there is no such
   * file.
   */
  hold(name: string, path: string): Promise<boolean>
  /** Succeeds for a missing file as well. */
  remove(name: string): Promise<void>
  /** Lists every file that exists throughout the listing; others may be missing. */
  list(): AsyncIterable<ListedFile>
}

/** The store does not respond, or refuses this shop; `cause` has the details. The response is 503. */
export class StoreUnavailable extends Error {}

/** Returns first and last byte of a range in a file of that size; undefined if it has no such bytes. */
export function resolveRange(range: ByteRange, bytes: number): { first: number; last: number } | undefined {
  if ('suffix' in range) {
    return range.suffix === 0 || bytes === 0 ? undefined : { first: Math.max(0, bytes - range.suffix), last: bytes - 1 }
  }
  if (range.first >= bytes) return undefined
  return { first: range.first, last: Math.min(range.last ?? bytes - 1, bytes - 1) }
}
