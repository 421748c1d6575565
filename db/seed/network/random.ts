export type Random = {
  /** A random integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Returns true with a probability of `percent` %. */
  chance(percent: number): boolean
}

/** Creates a pseudorandom generator that is deterministic for a seed (mulberry32). */
export function makeRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    chance: (percent) => next() * 100 < percent,
  }
}
