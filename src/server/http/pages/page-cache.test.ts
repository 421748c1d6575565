import { describe, expect, test } from 'vitest'
import { type CacheableValue, makePageCache } from './page-cache.ts'

type Page = { bytes: number; text: string; onGrowth?: () => void }
const result = (text: string, tags: readonly string[] = [], bytes = 1000): CacheableValue<Page> => ({
  value: { bytes, text },
  tags,
  cacheable: true,
})
const renderText = (text: string, tags?: readonly string[], bytes?: number) => async () => result(text, tags, bytes)
const failRender = async (): Promise<CacheableValue<Page>> => {
  throw new Error('rendered again')
}

/** Creates a render that ends only when the test resolves or rejects it. */
function createSlowRender() {
  const { promise, resolve, reject } = Promise.withResolvers<CacheableValue<Page>>()
  return { make: () => promise, resolve, reject }
}

describe('the page cache', () => {
  test('renders a page once and then serves it from memory', async () => {
    const cache = makePageCache<Page>(1_000_000)
    await cache.get('/', renderText('home'))
    expect((await cache.get('/', failRender)).text).toBe('home')
    expect(cache.find('/')?.text).toBe('home')
  })

  test('lets concurrent requests wait for one render', async () => {
    const cache = makePageCache<Page>(1_000_000)
    const first = createSlowRender()
    const pending = [cache.get('/', first.make), cache.get('/', failRender), cache.get('/', failRender)]
    first.resolve(result('home'))
    expect((await Promise.all(pending)).map(({ text }) => text)).toEqual(['home', 'home', 'home'])
  })

  test('does not cache a failure', async () => {
    const cache = makePageCache<Page>(1_000_000)
    await expect(cache.get('/', failRender)).rejects.toThrow('rendered again')
    expect((await cache.get('/', renderText('home'))).text).toBe('home')
  })

  test('serves pages that are not cacheable without storing them', async () => {
    const cache = makePageCache<Page>(1_000_000)
    await cache.get('/', async () => ({ ...result('busy'), cacheable: false }))
    expect(cache.find('/')).toBeUndefined()
  })

  test('stays within its byte limit and evicts the least recently used page first', async () => {
    const cache = makePageCache<Page>(12_000)
    for (const key of ['/a', '/b', '/c']) await cache.get(key, renderText(key, [], 2500))
    cache.find('/a')
    await cache.get('/d', renderText('/d', [], 2500))
    expect(['/a', '/b', '/c', '/d'].filter((key) => cache.find(key))).toEqual(['/a', '/c', '/d'])
    expect(cache.bytes).toBeLessThanOrEqual(12_000)
  })

  test('updates the size of a page as soon as it grows, even if it is not requested again', async () => {
    const cache = makePageCache<Page>(12_000)
    await cache.get('/a', renderText('/a', [], 2500))
    const grown = await cache.get('/b', renderText('/b', [], 2500))
    const before = cache.bytes
    grown.bytes = 8000
    grown.onGrowth?.()
    expect(cache.bytes).toBeLessThanOrEqual(before - 2500 + 5500)
    expect([cache.find('/a'), cache.find('/b')?.text]).toEqual([undefined, '/b'])
  })

  test('limits made-up URLs to an eighth of the memory, where they evict only each other', async () => {
    const cache = makePageCache<Page>(80_000)
    for (const key of ['/a', '/b']) await cache.get(key, renderText(key, ['catalogue'], 2500))
    for (let n = 0; n < 100; n++) {
      await cache.get(`/packages?q=${n}`, async () => ({ ...result(`${n}`, ['catalogue'], 2500), endless: true }))
      expect(cache.bytes).toBeLessThanOrEqual(10_000 + 2 * (2500 + 1000))
    }
    expect(['/a', '/b', '/packages?q=99', '/packages?q=0'].map((key) => cache.find(key)?.text)).toEqual([
      '/a',
      '/b',
      '99',
      undefined,
    ])
    cache.invalidate(['catalogue'])
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  test('never caches a page larger than its limit, and evicts nothing for one', async () => {
    const cache = makePageCache<Page>(10_000)
    await cache.get('/a', renderText('/a', [], 2500))
    const huge = await cache.get('/', renderText('huge', ['settings'], 20_000))
    expect([cache.find('/a')?.text, cache.size, huge.onGrowth]).toEqual(['/a', 1, undefined])
    const grown = await cache.get('/b', renderText('/b', ['settings'], 2500))
    grown.bytes = 20_000
    grown.onGrowth?.()
    expect([cache.find('/a')?.text, cache.size, grown.onGrowth]).toEqual(['/a', 1, undefined])
  })

  test('drops exactly the pages with a changed tag', async () => {
    const cache = makePageCache<Page>(1_000_000)
    await cache.get('/packages/7', renderText('jar', ['product:7', 'settings']))
    await cache.get('/packages/8', renderText('brush', ['product:8', 'settings']))
    cache.invalidate(['product:7'])
    expect([cache.find('/packages/7'), cache.find('/packages/8')?.text]).toEqual([undefined, 'brush'])
    cache.invalidate('all')
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  test('does not cache a render in progress when one of its tags changes', async () => {
    const cache = makePageCache<Page>(1_000_000)
    const old = createSlowRender()
    const pending = cache.get('/packages/7', old.make)
    cache.invalidate(['product:7'])
    old.resolve(result('old price', ['product:7']))
    expect((await pending).text).toBe('old price')
    expect(cache.find('/packages/7')).toBeUndefined()
  })

  test('caches a render in progress when something else changes', async () => {
    const cache = makePageCache<Page>(1_000_000)
    const page = createSlowRender()
    const pending = cache.get('/packages/7', page.make)
    cache.invalidate(['product:8'])
    page.resolve(result('jar', ['product:7']))
    await pending
    expect(cache.find('/packages/7')?.text).toBe('jar')
  })

  test('shows a change to every later request, even while an older render is in progress', async () => {
    const cache = makePageCache<Page>(1_000_000)
    const old = createSlowRender()
    const before = cache.get('/packages/7', old.make)
    cache.invalidate(['product:7'])
    const after = cache.get('/packages/7', renderText('new price', ['product:7']))
    expect((await after).text).toBe('new price')
    old.resolve(result('old price', ['product:7']))
    await before
    expect(cache.find('/packages/7')?.text).toBe('new price')
  })
})
