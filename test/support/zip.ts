import { inflateRawSync } from 'node:zlib'

const END_SIGNATURE = 0x06054b50
const DEFLATE_METHOD = 8

/** Returns the files in a ZIP archive, read from its central directory. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== END_SIGNATURE) end--
  const entries = new Map<string, Buffer>()
  let offset = zip.readUInt32LE(end + 16)
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining--) {
    const nameLength = zip.readUInt16LE(offset + 28)
    const name = zip.toString('utf8', offset + 46, offset + 46 + nameLength)
    const localHeader = zip.readUInt32LE(offset + 42)
    const start = localHeader + 30 + zip.readUInt16LE(localHeader + 26) + zip.readUInt16LE(localHeader + 28)
    const bytes = zip.subarray(start, start + zip.readUInt32LE(offset + 20))
    entries.set(name, zip.readUInt16LE(offset + 10) === DEFLATE_METHOD ? inflateRawSync(bytes) : bytes)
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32)
  }
  return entries
}
