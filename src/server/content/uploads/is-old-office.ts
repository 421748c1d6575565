import { createReadStream } from 'node:fs'

/** The stream in which each program stores its document, by the extension of its files. */
const STREAMS = new Map([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
])
const ENTRY = 128
const NAME_LENGTH_AT = 64
const TYPE_AT = 66
const STREAM = 2

/**
 * Returns the extension of the old Office program that wrote a compound file. Installers and emails are compound
 * files as well; the directory, whose 128-byte entries are aligned to their size, shows the kind of file.
 */
export async function isOldOffice(path: string): Promise<string | undefined> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const whole = bytes.length - (bytes.length % ENTRY)
    for (let at = 0; at < whole; at += ENTRY) {
      // Counted in bytes, including the terminating zero.
      const length = bytes.readUInt16LE(at + NAME_LENGTH_AT)
      if (bytes[at + TYPE_AT] !== STREAM || length < 4 || length > NAME_LENGTH_AT) continue
      const ending = STREAMS.get(bytes.toString('utf16le', at, at + length - 2))
      if (ending !== undefined) return ending
    }
    rest = bytes.subarray(whole)
  }
  return undefined
}
