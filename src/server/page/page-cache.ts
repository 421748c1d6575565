/** What a rendering gives the cache: the value, what it depends on, and whether it may serve others. */
export type Made<V> = { value: V; tags: readonly string[]; keep: boolean }

export type PageCache<V> = {
  /** What is kept under the key; counts as a use. */
  find(key: string): V | undefined
  /** What is kept, or what `make` makes; at most one making a key is under way. */
  get(key: string, make: () => Promise<Made<V>>): Promise<V>
  /** Drops what carries one of the tags. */
  invalidate(tags: readonly string[] | 'all'): void
  readonly bytes: number
  readonly size: number
}

type Kept<V> = { value: V; tags: readonly string[]; weight: number }
type UnderWay<V> = { promise: Promise<V>; changed: Set<string>; allChanged: boolean }

/** What a key and its bookkeeping take besides the value, roughly. */
const OVERHEAD = 300

/**
 * Pages by key, at most `maxBytes` of them: the one not asked for the longest goes first. A value's `bytes` may grow
 * with its use and is weighed again when it is asked for.
 */
export function makePageCache<V extends { bytes: number }>(maxBytes: number): PageCache<V> {
  // A Map keeps insertion order: the first key is the one used least recently.
  const kept = new Map<string, Kept<V>>()
  const keysByTag = new Map<string, Set<string>>()
  const joinable = new Map<string, UnderWay<V>>()
  const underWay = new Set<UnderWay<V>>()
  let bytes = 0

  function drop(key: string): void {
    const entry = kept.get(key)
    if (!entry) return
    kept.delete(key)
    bytes -= entry.weight
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function keep(key: string, value: V, tags: readonly string[]): void {
    drop(key)
    const weight = weigh(key, value)
    kept.set(key, { value, tags, weight })
    bytes += weight
    for (const tag of tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
    makeRoom()
  }

  function makeRoom(): void {
    for (const key of kept.keys()) {
      if (bytes <= maxBytes) return
      drop(key)
    }
  }

  const weigh = (key: string, value: V): number => value.bytes + key.length * 2 + OVERHEAD

  function find(key: string): V | undefined {
    const entry = kept.get(key)
    if (!entry) return undefined
    kept.delete(key)
    kept.set(key, entry)
    const weight = weigh(key, entry.value)
    if (weight !== entry.weight) {
      bytes += weight - entry.weight
      entry.weight = weight
      makeRoom()
    }
    return entry.value
  }

  async function run(key: string, make: () => Promise<Made<V>>, mine: UnderWay<V>): Promise<V> {
    try {
      const made = await make()
      // What changed while it was made may be missing in it: good for those who asked before, not for keeping.
      const outdated = mine.allChanged || made.tags.some((tag) => mine.changed.has(tag))
      if (made.keep && !outdated) keep(key, made.value, made.tags)
      return made.value
    } finally {
      underWay.delete(mine)
      if (joinable.get(key) === mine) joinable.delete(key)
    }
  }

  return {
    find,
    get(key, make) {
      const value = find(key)
      if (value) return Promise.resolve(value)
      const joined = joinable.get(key)
      if (joined) return joined.promise
      const mine: UnderWay<V> = { promise: Promise.resolve(undefined as never), changed: new Set(), allChanged: false }
      underWay.add(mine)
      joinable.set(key, mine)
      mine.promise = run(key, make, mine)
      return mine.promise
    },
    invalidate(tags) {
      // Whoever asks from now on must see the change, so nobody joins what began before it.
      joinable.clear()
      if (tags === 'all') {
        for (const one of underWay) one.allChanged = true
        kept.clear()
        keysByTag.clear()
        bytes = 0
        return
      }
      for (const tag of tags) {
        for (const one of underWay) one.changed.add(tag)
        for (const key of [...(keysByTag.get(tag) ?? [])]) drop(key)
      }
    },
    get bytes() {
      return bytes
    },
    get size() {
      return kept.size
    },
  }
}
