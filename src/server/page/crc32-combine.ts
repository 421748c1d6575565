/**
 * CRC-32 of two texts put together, from the CRCs of each: a page's fixed parts are never read again to send it.
 * Appending n bytes multiplies the CRC by x^(8n) modulo the CRC's polynomial, so that power is computed once a part
 * (the method of zlib's crc32_combine_op).
 */
const POLYNOMIAL = 0xedb88320
/** The polynomial 1: bits stand in reflected order, the highest power last. */
const ONE = 0x80000000

/** x^(2^k) modulo the polynomial, for k = 0 … 31. */
const squares = new Uint32Array(32)
squares[0] = 0x40000000
for (let k = 1; k < 32; k++) squares[k] = multiply(squares[k - 1] as number, squares[k - 1] as number)

function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) {
      product ^= factor
      if ((a & (bit - 1)) === 0) break
    }
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product >>> 0
}

/** What appending `length` bytes does to a CRC. */
export function appendOperator(length: number): number {
  let operator = ONE
  // 8 bits a byte: the count in bits starts three squares up.
  for (let rest = length, k = 3; rest > 0; rest = Math.floor(rest / 2), k++) {
    if (rest % 2 === 1) operator = multiply(squares[k & 31] as number, operator)
  }
  return operator
}

export const combineCrc32 = (before: number, appended: number, operator: number): number =>
  (multiply(operator, before) ^ appended) >>> 0
