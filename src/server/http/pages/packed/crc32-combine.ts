/**
 * Computes the CRC-32 of two concatenated texts from their CRCs, so that a page's fixed parts are never read again to
 * send it. Appending n bytes multiplies the CRC by x^(8n) modulo the CRC's polynomial (the method of zlib's
 * crc32_combine). All numbers are signed 32-bit integers, which V8 keeps in registers; `>>> 0` turns them into the
 * usual unsigned CRC.
 */
const POLYNOMIAL = 0xedb88320 | 0
/** The polynomial 1: bits are in reflected order, the highest power last. */
const ONE = 0x80000000 | 0

/** x^(2^k) modulo the polynomial, for k = 0 … 31. */
const squares = new Int32Array(32)
squares[0] = 0x40000000
for (let k = 1; k < 32; k++) squares[k] = multiply(squares[k - 1] as number, squares[k - 1] as number)

function multiply(a: number, b: number): number {
  let product = 0
  let bits = a
  let factor = b
  for (let n = 0; n < 32; n++) {
    product ^= factor & (bits >> 31)
    bits <<= 1
    factor = (factor >>> 1) ^ (POLYNOMIAL & -(factor & 1))
  }
  return product
}

/** Maps each value of each of a CRC's eight nibbles to its value after appending that many bytes. */
export type AppendTable = Int32Array

/** Half a megabyte in total. */
const MAX_TABLES = 1000
const tables = new Map<number, AppendTable>()

/** Size of a table in bytes: its numbers and the objects around them. */
export const TABLE_BYTES = 750

/** Returns true if there is already a table for texts of this length. */
export const hasAppendTable = (length: number): boolean => tables.has(length)

/**
 * Returns the table for a length. Texts of the same length share one: every token, and the state of visitors without a
 * cart.
 */
export function findAppendTable(length: number): AppendTable {
  const cached = tables.get(length)
  if (cached) return cached
  if (tables.size >= MAX_TABLES) tables.clear()
  const table = makeTable(length)
  tables.set(length, table)
  return table
}

function makeTable(length: number): AppendTable {
  let power = ONE
  // 8 bits per byte: the count in bits starts three squares up.
  for (let rest = length, k = 3; rest > 0; rest = Math.floor(rest / 2), k++) {
    if (rest % 2 === 1) power = multiply(squares[k & 31] as number, power)
  }
  return Int32Array.from({ length: 8 * 16 }, (_, i) => multiply(power, (i & 15) << ((i >> 4) * 4)))
}

export function combineCrc32(first: number, appended: number, table: AppendTable): number {
  let combined = appended
  for (let nibble = 0, rest = first; nibble < 8; nibble++, rest >>>= 4) {
    combined ^= table[nibble * 16 + (rest & 15)] as number
  }
  return combined
}
