import { createReadStream } from 'node:fs'

/** The stream in which each program stores its document, by the extension of its files. */
const STREAMS = new Map([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
])
const ENTRY_BYTES = 128
const NAME_LENGTH_OFFSET = 64
const TYPE_OFFSET = 66
const STREAM_TYPE = 2

/**
 * Returns the extension of the old Office program that wrote a compound file. Installers and emails are compound
 * files as well; the directory, whose 128-byte entries are aligned to their size, shows the kind of file.
 */
export async function detectOldOffice(path: string): Promise<string | undefined> {
  let remainder: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([remainder, chunk as Buffer])
    const completeLength = bytes.length - (bytes.length % ENTRY_BYTES)
    for (let offset = 0; offset < completeLength; offset += ENTRY_BYTES) {
      // Counted in bytes, including the terminating zero.
      const length = bytes.readUInt16LE(offset + NAME_LENGTH_OFFSET)
      if (bytes[offset + TYPE_OFFSET] !== STREAM_TYPE || length < 4 || length > NAME_LENGTH_OFFSET) continue
      const ending = STREAMS.get(bytes.toString('utf16le', offset, offset + length - 2))
      if (ending !== undefined) return ending
    }
    remainder = bytes.subarray(completeLength)
  }
  return undefined
}
