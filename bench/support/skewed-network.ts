/**
 * Sponsors by index, −1 at the top: a few have most of the tree, and every tenth branch grows as a chain; numbered in
 * random order.
 */
export function skewedSponsors(members: number): Int32Array {
  const random = seeded(20_261_121)
  const index = Int32Array.from({ length: members }, (_, n) => n)
  for (let n = members - 1; n > 0; n--) {
    const other = random(n + 1)
    const moved = index[n] as number
    index[n] = index[other] as number
    index[other] = moved
  }
  const sponsor = new Int32Array(members).fill(-1)
  for (let n = 1; n < members; n++) {
    const share = random(1_000_000) / 1_000_000
    const above = random(10) === 0 ? Math.floor(n * share ** 3) : n - 1 - random(Math.min(n, 40))
    sponsor[index[n] as number] = index[above] as number
  }
  return sponsor
}

/** Mulberry32: creates the same network every time. */
export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
