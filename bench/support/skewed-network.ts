/**
 * Sponsors by index, −1 at the top: a few have most of the tree, and every tenth branch grows as a chain; numbered in
 * random order.
 */
export function skewedSponsors(members: number): Int32Array {
  const nextInt = seededRandom(20_261_121)
  const memberIndexes = Int32Array.from({ length: members }, (_, n) => n)
  for (let n = members - 1; n > 0; n--) {
    const other = nextInt(n + 1)
    const swapped = memberIndexes[n] as number
    memberIndexes[n] = memberIndexes[other] as number
    memberIndexes[other] = swapped
  }
  const sponsor = new Int32Array(members).fill(-1)
  for (let n = 1; n < members; n++) {
    const position = nextInt(1_000_000) / 1_000_000
    const parent = nextInt(10) === 0 ? Math.floor(n * position ** 3) : n - 1 - nextInt(Math.min(n, 40))
    sponsor[memberIndexes[n] as number] = memberIndexes[parent] as number
  }
  return sponsor
}

/** Mulberry32: creates the same network every time. */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
