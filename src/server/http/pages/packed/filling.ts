import { crc32 } from 'node:zlib'
import { copyIntoOneBlock } from './copy-into-one-block.ts'
import { type AppendTable, findAppendTable } from './crc32-combine.ts'

/** Text in plain form and as gzip's stored blocks, with its effect on the CRC of the preceding bytes. */
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
  const [text, stored, csrfText, csrfStored] = copyIntoOneBlock([
    personal.text,
    personal.stored,
    csrf.text,
    csrf.stored,
  ]) as [Buffer, Buffer, Buffer, Buffer]
  return { personal: { ...personal, text, stored }, csrf: { ...csrf, text: csrfText, stored: csrfStored } }
}

function makeInsert(content: string): Insert {
  const text = Buffer.from(content)
  return { text, stored: toStoredBlocks(text), crc: crc32(text) | 0, table: findAppendTable(text.length) }
}

function toStoredBlocks(text: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let start = 0; start < text.length; start += STORED_LIMIT) {
    const block = text.subarray(start, start + STORED_LIMIT)
    const header = Buffer.alloc(STORED_HEADER)
    header.writeUInt16LE(block.length, 1)
    header.writeUInt16LE(~block.length & STORED_LIMIT, 3)
    blocks.push(header, block)
  }
  return Buffer.concat(blocks)
}
