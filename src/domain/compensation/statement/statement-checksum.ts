type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Names may change after the close, and the checksum cannot cover itself. */
const EXCLUDED_KEYS = new Set(['name', 'checksum'])

/**
 * CRC-32 of everything in a statement but names, in eight hexadecimal digits: computed over the JSON without spaces,
 * keys sorted. It detects an accidental change of a figure that no other figure depends on. It is not a signature:
 * anyone can recompute it.
 */
export function computeStatementChecksum(statement: object): string {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(toCanonicalJson(statement as Json))) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] as number)
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')
}

function toCanonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([key]) => !EXCLUDED_KEYS.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${toCanonicalJson(item)}`).join(',')}}`
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1
  return remainder
})
