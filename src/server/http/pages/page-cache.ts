import { LRUCache } from 'lru-cache'

/** Result of a render for the cache: the value, its dependencies, and whether it may be served to others. */
export type CacheableValue<V> = {
  value: V
  tags: readonly string[]
  cacheable: boolean
  /** True for one of the unlimited URLs that anyone can make up: search words, tokens, pages beyond the end. */
  endless?: boolean
}

/** `bytes` is the memory used. When it grows, the value calls `onGrowth`, which the cache sets. */
type MeasuredValue = { bytes: number; onGrowth?: () => void }

export type PageCache<V> = {
  /** Returns the value cached under the key; counts as a use. */
  find(key: string): V | undefined
  /** Returns the cached value or the result of `make`, which runs at most once at a time per key. */
  get(key: string, make: () => Promise<CacheableValue<V>>): Promise<V>
  /** Drops every entry with one of the tags. */
  invalidate(tags: readonly string[] | 'all'): void
  readonly bytes: number
  readonly size: number
}

type Entry<V> = { value: V; tags: readonly string[] }
type Render<V> = { promise: Promise<V>; changed: Set<string>; allChanged: boolean }

/** Measured memory of an entry and of one of its tags, without the value and the key, in bytes. */
const ENTRY_OVERHEAD = 400
const TAG_OVERHEAD = 120
const ENDLESS_SHARE = 1 / 8

/**
 * Caches values by key, at most `maxBytes` of them, and evicts the least recently used first. Entries with `endless`
 * keys never take more than an eighth and evict only each other.
 */
export function makePageCache<V extends MeasuredValue>(maxBytes: number): PageCache<V> {
  const common = makeShare(maxBytes * (1 - ENDLESS_SHARE))
  const endless = makeShare(maxBytes * ENDLESS_SHARE)
  const keysByTag = new Map<string, Set<string>>()
  const joinable = new Map<string, Render<V>>()
  const renders = new Set<Render<V>>()

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

  function store(urlPart: string, { value, tags, endless: isEndless = false }: CacheableValue<V>): void {
    const key = copyText(urlPart)
    drop(key)
    ;(isEndless ? endless : common).set(key, { value, tags })
  }

  async function run(key: string, make: () => Promise<CacheableValue<V>>, render: Render<V>): Promise<V> {
    try {
      const result = await make()
      // The value may be missing a change made during the render: fine for earlier requests, but not for the cache.
      const isOutdated = render.allChanged || result.tags.some((tag) => render.changed.has(tag))
      if (result.cacheable && !isOutdated) store(key, result)
      return result.value
    } finally {
      renders.delete(render)
      if (joinable.get(key) === render) joinable.delete(key)
    }
  }

  return {
    find,
    get(key, make) {
      const value = find(key)
      if (value) return Promise.resolve(value)
      const joined = joinable.get(key)
      if (joined) return joined.promise
      const render: Render<V> = { promise: Promise.resolve(undefined as never), changed: new Set(), allChanged: false }
      renders.add(render)
      joinable.set(key, render)
      render.promise = run(key, make, render)
      return render.promise
    },
    invalidate(tags) {
      // Later requests must see the change, so none of them may join a render that started before it.
      joinable.clear()
      if (tags === 'all') {
        for (const render of renders) render.allChanged = true
        common.clear()
        endless.clear()
        return
      }
      for (const tag of tags) {
        for (const render of renders) render.changed.add(tag)
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

/** Copies a part of a URL: a slice would keep the whole request line alive. */
const copyText = (text: string): string => Buffer.from(text).toString()
