import { open } from 'node:fs/promises'
import { decodeText } from '#domain/text/decode-text.ts'
import { RowError } from './row.ts'

const CHUNK_BYTES = 256 * 1024
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
type Encoding = (typeof ENCODINGS)[number]

const SAVE_AS = 'save it as “CSV UTF-8” and import that.'

/** Magic bytes of files that are mistaken for CSV, in Latin-1. */
const NON_CSV_SIGNATURES: readonly [first: string, sentence: string][] = [
  ['PK\x03\x04', `This is a workbook of Excel or another spreadsheet program, not a CSV file; ${SAVE_AS}`],
  ['\xd0\xcf\x11\xe0', `This is an old Excel workbook (XLS), not a CSV file; ${SAVE_AS}`],
  ['%PDF-', `This is a PDF, not a CSV file; ${SAVE_AS}`],
  ['\x1f\x8b', 'This file is compressed; unpack it first.'],
  ['<', `This is an XML or HTML file, not a CSV file; ${SAVE_AS}`],
]

/** Detects the encoding of text file from its bytes; throws a RowError that names a file of another kind. */
export async function detectEncoding(path: string): Promise<Encoding> {
  const file = await open(path)
  try {
    const buffer = new Uint8Array(CHUNK_BYTES)
    const read = async (position: number) =>
      buffer.subarray(0, (await file.read(buffer, 0, CHUNK_BYTES, position)).bytesRead)
    const head = await read(0)
    const start = Buffer.from(head.subarray(0, 64)).toString('latin1').trimStart()
    const signature = NON_CSV_SIGNATURES.find(([bytes]) => start.startsWith(bytes))
    if (signature) throw new RowError(1, undefined, signature[1])
    if (detectChunkEncoding(head).startsWith('utf-16')) return detectChunkEncoding(head)

    // The first accented letter may come after megabytes of plain ones.
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for (let position = 0; ; ) {
      const chunk = await read(position)
      if (chunk.length === 0) return 'utf-8'
      const isUtf8 = canDecode(decoder, chunk)
      if (!isUtf8) return detectChunkEncoding(chunk)
      position += chunk.length
    }
  } finally {
    await file.close()
  }
}

function canDecode(decoder: TextDecoder, chunk: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Returns the encoding with which `decodeText` read these bytes. */
function detectChunkEncoding(chunk: Uint8Array): Encoding {
  const text = decodeText(chunk)
  return ENCODINGS.find((encoding) => new TextDecoder(encoding).decode(chunk) === text) ?? 'utf-8'
}
