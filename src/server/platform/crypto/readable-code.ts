import { randomFillSync } from 'node:crypto'

/** No letters or digits that are mistaken for each other when read aloud. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** The bytes below this map to each letter equally often; those from here on would favour the first letters. */
const FAIR_BYTES = 256 - (256 % LETTERS.length)

/** Random bytes are drawn in bulk: imports make a code for each of a million members. */
const supply = Buffer.alloc(4096)
let used = supply.length

/** A random code for people to type. */
export function makeReadableCode(length: number): string {
  let code = ''
  while (code.length < length) {
    const byte = nextByte()
    if (byte < FAIR_BYTES) code += LETTERS[byte % LETTERS.length]
  }
  return code
}

function nextByte(): number {
  if (used === supply.length) {
    randomFillSync(supply)
    used = 0
  }
  return supply[used++] as number
}
