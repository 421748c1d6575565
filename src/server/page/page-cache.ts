import { LRUCache } from 'lru-cache'

/** What a rendering gives the cache: the value, what it depends on, and whether it may serve others. */
export type Made<V> = {
  value: V
  tags: readonly string[]
  cacheable: boolean
  /** One of endlessly many that anybody can invent: search words, tokens, pages beyond the end. */
  endless?: boolean
}

/** `bytes` is the memory it takes; when that grows it calls `onGrowth`, which the cache sets. */
type Weighed = { bytes: number; onGrowth?: () => void }

export type PageCache<V> = {
  /** The value cached under the key; counts as a use. */
  find(key: string): V | undefined
  /** The cached value, or what `make` makes; a key is made at most once at a time. */
  get(key: string, make: () => Promise<Made<V>>): Promise<V>
  /** Drops whatever carries one of the tags. */
  invalidate(tags: readonly string[] | 'all'): void
  readonly bytes: number
  readonly size: number
}

type Entry<V> = { value: V; tags: readonly string[] }
type UnderWay<V> = { promise: Promise<V>; changed: Set<string>; allChanged: boolean }

/** What an entry and one of its tags take besides the value and the key; measured. */
const ENTRY_OVERHEAD = 400
const TAG_OVERHEAD = 120
const ENDLESS_SHARE = 1 / 8

/**
 * Values by key, at most `maxBytes` of them; the least recently used goes first. Those with `endless` keys never take
 * more than an eighth and evict only each other.
 */
export function makePageCache<V extends Weighed>(maxBytes: number): PageCache<V> {
  const common = makeShare(maxBytes * (1 - ENDLESS_SHARE))
  const endless = makeShare(maxBytes * ENDLESS_SHARE)
  const keysByTag = new Map<string, Set<string>>()
  const joinable = new Map<string, UnderWay<V>>()
  const underWay = new Set<UnderWay<V>>()

  function makeShare(maxSize: number): LRUCache<string, Entry<V>> {
    const share: LRUCache<string, Entry<V>> = new LRUCache({
      maxSize: Math.floor(maxSize),
      sizeCalculation: ({ value, tags }, key) => value.bytes + key.length + ENTRY_OVERHEAD + tags.length * TAG_OVERHEAD,
      onInsert({ value, tags }, key) {
        value.onGrowth = () => share.set(key, { value, tags }, { noDisposeOnSet: true })
        for (const tag of tags) {
          const keys = keysByTag.get(tag)
          if (keys) keys.add(key)
          else keysByTag.set(tag, new Set([key]))
        }
      },
      dispose({ value, tags }, key) {
        delete value.onGrowth
        for (const tag of tags) {
          const keys = keysByTag.get(tag)
          keys?.delete(key)
          if (keys?.size === 0) keysByTag.delete(tag)
        }
      },
    })
    return share
  }

  const find = (key: string): V | undefined => (common.get(key) ?? endless.get(key))?.value

  function drop(key: string): void {
    common.delete(key)
    endless.delete(key)
  }

  function store(given: string, { value, tags, endless: isEndless = false }: Made<V>): void {
    const key = copied(given)
    drop(key)
    ;(isEndless ? endless : common).set(key, { value, tags })
  }

  async function run(key: string, make: () => Promise<Made<V>>, mine: UnderWay<V>): Promise<V> {
    try {
      const made = await make()
      // What changed while it was made may be missing from it: good enough for those who asked before, but not for the
      // cache.
      const outdated = mine.allChanged || made.tags.some((tag) => mine.changed.has(tag))
      if (made.cacheable && !outdated) store(key, made)
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
        common.clear()
        endless.clear()
        return
      }
      for (const tag of tags) {
        for (const one of underWay) one.changed.add(tag)
        for (const key of [...(keysByTag.get(tag) ?? [])]) drop(key)
      }
    },
    get bytes() {
      return common.calculatedSize + endless.calculatedSize
    },
    get size() {
      return common.size + endless.size
    },
  }
}

/** A part of a URL holds on to the whole request line it was cut from; the copy is of its own length. */
const copied = (text: string): string => Buffer.from(text).toString()
