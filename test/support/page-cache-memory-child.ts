import Fastify from 'fastify'
import * as z from 'zod/mini'
import { CSRF_PLACEHOLDER, PERSONAL_PLACEHOLDER } from '#contract/base/limits.ts'
import { makeFill } from '#server/http/pages/fill.ts'
import type { ReadyPage } from '#server/http/pages/make-pages.ts'
import { pageRoutes } from '#server/http/pages/page.routes.ts'
import { makePageCache } from '#server/http/pages/page-cache.ts'
import type { Renderer } from '#server/http/pages/renderer.ts'
import { serveCached } from '#server/http/pages/serve-cached.ts'
import { plainBrand } from '#server/platform/settings/brand.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/**
 * Fills the page cache through the routes, as in production, and prints the size that the cache reports and the
 * growth of the process. Start with --expose-gc.
 */
const PAGES = Number(process.argv[2])
const WORDS = ['jar', 'brush', 'oil', 'gel', 'of glass', 'for hands', 'in a box', 'with lavender', 'after the bath']

const collectGarbage = globalThis.gc
if (!collectGarbage) throw new Error('start with --expose-gc')

/** Text that is unique to a page and compresses like real pages. */
function makeText(id: number, words: number): string {
  let text = ''
  for (let n = 0; n < words; n++) text += ` <li class="card">${WORDS[(id * 7 + n * n) % WORDS.length]} ${id * n}</li>`
  return text
}

const call = {
  method: 'GET',
  path: '/packages/:id.json',
  summary: 'A thing',
  params: z.object({ id: z.coerce.number<string>() }),
  responses: { 200: z.object({ id: z.number(), text: z.string() }) },
} as const

const field = `<input type="hidden" name="_csrf" value="${CSRF_PLACEHOLDER}"/>`
const renderer: Renderer = {
  servedPages: [{ path: '/packages/:product_id', page: 'public', params: [] }],
  async render({ url, transport }) {
    const { json } = await transport(`${url}.json`, {})
    const { id, text } = (await json()) as { id: number; text: string }
    const forms = Array.from({ length: 1 + (id % 4) }, (_, n) => makeText(id + n, 10) + field).join('')
    const html = `<head>${PERSONAL_PLACEHOLDER}</head>${text}${forms}`
    return {
      kind: 'page',
      status: 200,
      html,
      tags: ['settings', 'catalogue', `product:${id}`],
      endless: false,
      faults: [],
    }
  },
  personalBlock: ({ csrf }) => `<meta content="${csrf}">`,
  serveAssets: async () => {},
  inline: { styles: [], scripts: [] },
  live: false,
}

const app = Fastify()
const pageCache = makePageCache<ReadyPage>(2 ** 31)
const personal = { csrf: 'token', cart: null, user: null }
const visitor = { personal, setCookies: [] }
serveCached(
  app,
  { pageCache },
  call,
  ({ id }) => ['catalogue', `product:${id}`],
  async ({ params: { id } }) => ({ id, text: makeText(id, 25) }),
)
await pageRoutes(app, {
  config: { publicUrl: 'http://shop.test' },
  settings: { get: () => 'Salonfront', brand: () => plainBrand } as unknown as Settings,
  renderer,
  fill: makeFill(renderer),
  pageCache,
  personalParts: { findWithoutQuery: () => visitor, load: async () => visitor },
})

async function openPages(from: number, to: number) {
  for (let id = from; id < to; id++) {
    // Most visitors accept gzip; the others get the same pages uncompressed.
    await app.inject({ url: `/packages/${id}`, headers: { 'accept-encoding': 'gzip' } })
    if (id % 4 === 0) await app.inject(`/packages/${id}`)
  }
}

/** One collection frees what the finalizers of the previous one released. */
async function measureMemory(): Promise<number> {
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    collectGarbage?.()
    await new Promise((resolve) => setTimeout(resolve, 10))
    const { heapUsed, external } = process.memoryUsage()
    const now = heapUsed + external
    if (now > last * 0.999) return now
    last = now
  }
}

await openPages(1, 100)
pageCache.invalidate('all')
const before = await measureMemory()
await openPages(1_000_000, 1_000_000 + PAGES)
const after = await measureMemory()
process.stdout.write(JSON.stringify({ counted: pageCache.bytes, held: after - before, pages: pageCache.size }))
