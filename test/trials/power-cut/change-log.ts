import { closeSync, openSync, readSync } from 'node:fs'

/** One change of the data directory, with paths inside it; `id` identifies one opened file or folder. */
export type Change =
  | { op: 'open'; id: string; path: string; isCreated: boolean; isTruncated: boolean }
  | { op: 'write'; id: string; position: number | null }
  | { op: 'resize'; size: number; id?: string; path?: string }
  | { op: 'sync'; id: string }
  | { op: 'rename' | 'link'; path: string; to: string }
  | { op: 'remove' | 'folder'; path: string }
  | { op: 'note'; text: string }

export type RecordedChange = { change: Change; data: Buffer; end: number }

const PREFIX = 12

/** Appended with a single write, so that changes of several threads do not interleave. */
export function encodeChange(change: Change, data: Uint8Array = new Uint8Array()): Buffer {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  // New log files of the database are filled with zeros, 16 MB each.
  const isZeros = bytes.length > 0 && bytes[0] === 0 && bytes.every((byte) => byte === 0)
  const header = Buffer.from(JSON.stringify(change))
  const prefix = Buffer.alloc(PREFIX)
  prefix.writeUInt32LE(header.length, 0)
  prefix.writeUInt32LE(isZeros ? 0 : bytes.length, 4)
  prefix.writeUInt32LE(isZeros ? bytes.length : 0, 8)
  return Buffer.concat(isZeros ? [prefix, header] : [prefix, header, bytes])
}

/** Changes in order; `end` is the offset after each in the file. */
export function* readChanges(path: string): Generator<RecordedChange> {
  const file = openSync(path, 'r')
  try {
    for (let position = 0; ; ) {
      const prefix = Buffer.alloc(PREFIX)
      if (readSync(file, prefix, 0, PREFIX, position) < PREFIX) return
      const [headerLength, dataLength, isZeros] = [0, 4, 8].map((offset) => prefix.readUInt32LE(offset)) as [
        number,
        number,
        number,
      ]
      const body = Buffer.alloc(headerLength + dataLength)
      // A killed process may have left a partial record.
      if (readSync(file, body, 0, body.length, position + PREFIX) < body.length) return
      position += PREFIX + body.length
      const change = JSON.parse(body.subarray(0, headerLength).toString()) as Change
      yield { change, data: isZeros > 0 ? Buffer.alloc(isZeros) : body.subarray(headerLength), end: position }
    }
  } finally {
    closeSync(file)
  }
}
