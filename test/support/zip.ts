import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const DEFLATED = 8

/** Files of a ZIP, read from its central directory. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== END) end--
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    entries.set(name, zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(bytes) : bytes)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}
