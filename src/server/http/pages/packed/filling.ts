import { crc32 } from 'node:zlib'
import { type AppendTable, appendTable } from './crc32-combine.ts'
import { inOneBlock } from './one-block.ts'

/** A text in plain form and as gzip's stored blocks, with its effect on the CRC of the preceding bytes. */
type Insert = { text: Buffer; stored: Buffer; crc: number; table: AppendTable }

/** Content of a response's holes; created once for all pages of a visitor that share it. */
export type Filling = { personal: Insert; csrf: Insert }

const STORED_LIMIT = 0xffff
const STORED_HEADER = 5

export const makeFilling = (personal: string, csrf: string): Filling => ({
  personal: makeInsert(personal),
  csrf: makeInsert(csrf),
})

/** Copies a filling for a cache, because a view of Node's pool of small buffers would keep the whole pool alive. */
export function copyFilling({ personal, csrf }: Filling): Filling {
  const [text, stored, csrfText, csrfStored] = inOneBlock([personal.text, personal.stored, csrf.text, csrf.stored]) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  return { personal: { ...personal, text, stored }, csrf: { ...csrf, text: csrfText, stored: csrfStored } }
}

function makeInsert(given: string): Insert {
  const text = Buffer.from(given)
  return { text, stored: store(text), crc: crc32(text) | 0, table: appendTable(text.length) }
}

function store(text: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let from = 0; from < text.length; from += STORED_LIMIT) {
    const block = text.subarray(from, from + STORED_LIMIT)
    const header = Buffer.alloc(STORED_HEADER)
    header.writeUInt16LE(block.length, 1)
    header.writeUInt16LE(~block.length & STORED_LIMIT, 3)
    blocks.push(header, block)
  }
  return Buffer.concat(blocks)
}
