import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CSRF_PLACEHOLDER, PERSONAL_PLACEHOLDER } from '#contract/base/limits.ts'
import type { Personal } from '#contract/customers/personal.ts'
import { handleErrors } from '#server/http/errors.ts'
import { inProcess, isInProcess } from '#server/http/in-process-transport.ts'
import { CAMERA_ALLOWED, hashForPolicy } from '#server/http/security-headers.ts'
import { type Brand, findShades, plainBrand } from '#server/platform/settings/brand.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { makeFill } from './fill.ts'
import type { ReadyPage } from './make-pages.ts'
import { pageRoutes } from './page.routes.ts'
import { makePageCache, type PageCache } from './page-cache.ts'
import type { PersonalParts } from './personal-part.ts'
import type { Renderer, RenderInput } from './renderer.ts'
import { makeSendErrorPage } from './send-error-page.ts'

const CACHE_BYTES = 400_000
let app: FastifyInstance
let pageCache: PageCache<ReadyPage>
let brand: Brand
beforeEach(() => {
  brand = plainBrand
})
afterEach(() => app.close())

/** Renders a page's URL as its text and records the render inputs. */
function createRenderer(rendered: RenderInput[], padding = ''): Renderer {
  return {
    servedPages: [
      { path: '/packages', page: 'public', params: ['q', 'page'] },
      { path: '/packages/:product_id', page: 'public', params: [] },
      { path: '/checkout/cart', page: 'personal', params: [] },
      { path: '/checkout/shipping', page: 'shell', params: ['step'] },
      { path: '/account', page: 'shell', params: [] },
      { path: '/account/orders', page: 'shell', params: ['page'] },
      { path: '/account/license', page: 'personal', params: [] },
      { path: '/password/reset/:token', page: 'shell', params: [] },
      { path: '/orders/:order_id', page: 'personal', params: ['key'] },
      { path: '/search', page: 'public', params: ['q'] },
      { path: '/admin', page: 'shell', params: [] },
      { path: '/admin/pack', page: 'shell', params: [] },
      { path: '/admin/orders', page: 'shell', params: [] },
      { path: '/admin/set-password/:token', page: 'shell', params: [] },
      { path: '/administration', page: 'public', params: [] },
    ],
    async render(input) {
      rendered.push(input)
      const { url, failure, personal } = input
      if (url.startsWith('/search')) return { kind: 'redirect', status: 302, location: '/packages?q=jar' }
      if (url === '/packages/bug') throw new TypeError('a bug in a page')
      const status = failure?.status ?? (['/packages/404', '/admin/-'].includes(url) ? 404 : 200)
      const text = failure ? `failure ${failure.status} ${failure.detail ?? ''}` : url
      const body = `${text} ${personal?.csrf ?? ''}${padding}<input type="hidden" name="_csrf" value="${CSRF_PLACEHOLDER}"/>`
      const htmlHeaders = `<head>${PERSONAL_PLACEHOLDER}</head>${body}`
      // Like the real pages: a search, or a page number beyond the end.
      const endless = /[?&](q=|page=\d{4})/.test(url)
      const style = input.brand.shades && `:root{--color-accent:${input.brand.shades.light.accent}}`
      return { kind: 'page', status, html: htmlHeaders, style, tags: [], endless, faults: [] }
    },
    personalBlock: (personal, isPersonal) => `[${personal.csrf}${isPersonal ? ' own' : ''}]`,
    async serveAssets() {},
    inline: { styles: [], scripts: [] },
    live: false,
  }
}

const loadVisitor: PersonalParts['load'] = async ({ headers }) => {
  const visitor = String(headers['x-visitor'] ?? 'somebody')
  return { personal: { csrf: visitor, cart: null, user: null }, setCookies: [`visitor=${visitor}`] }
}

async function open(rendered: RenderInput[] = [], load = loadVisitor, padding = '') {
  app = Fastify()
  pageCache = makePageCache<ReadyPage>(CACHE_BYTES)
  const renderer = createRenderer(rendered, padding)
  const services = {
    config: { publicUrl: 'http://shop.test' },
    settings: { get: () => 'Salonfront', brand: () => brand } as unknown as Settings,
    renderer,
    fill: makeFill(renderer),
    pageCache,
    personalParts: { findWithoutQuery: () => undefined, load },
  }
  handleErrors(app, makeSendErrorPage(app, services))
  await pageRoutes(app, services)
  return app
}
const htmlHeaders = { accept: 'text/html' }
const page = (url: string, visitor = 'somebody') =>
  `<head>[${visitor}]</head>${url} <input type="hidden" name="_csrf" value="${visitor}"/>`

describe('pages', () => {
  test.each([
    ['/password/reset/abc', 'no-referrer'],
    ['/orders/7?key=abc', 'no-referrer'],
    ['/orders/7', 'strict-origin-when-cross-origin'],
    ['/packages/7', 'strict-origin-when-cross-origin'],
  ])('sends %s with Referrer-Policy %s, also the second time', async (url, policy) => {
    await open()
    for (const _ of [1, 2]) expect((await app.inject({ url })).headers['referrer-policy']).toBe(policy)
  })

  test('the policy allows the styles of the current brand, for guests, members and on error pages', async () => {
    await open([], async (request) => {
      const part = await loadVisitor(request)
      const user = request.headers['x-visitor'] === 'member' ? ({ id: 1 } as Personal['user']) : null
      return { ...part, personal: { ...part.personal, user } }
    })
    const brandOf = (accent: string): Brand => ({ ...plainBrand, shades: findShades({ accent }), version: accent })
    const hash = ({ shades }: Brand) => hashForPolicy(`:root{--color-accent:${shades?.light.accent}}`)
    const [yellow, blue] = [brandOf('#f5c518'), brandOf('#0000ff')]
    for (const current of [yellow, blue]) {
      brand = current
      pageCache.invalidate('all')
      for (const [url, visitor] of [
        ['/packages', 'guest'],
        ['/packages', 'member'],
        ['/checkout/cart', 'guest'],
        ['/account', 'member'],
        ['/admin', 'guest'],
        ['/packages/404', 'guest'],
        ['/nowhere', 'guest'],
        ['/packages/bug', 'guest'],
      ] as const) {
        const { headers } = await app.inject({ url, headers: { ...htmlHeaders, 'x-visitor': visitor } })
        const policy = String(headers['content-security-policy'])
        expect([url, policy.includes(hash(current))]).toEqual([url, true])
        expect(policy).not.toContain(hash(current === blue ? yellow : blue))
      }
    }
  })

  test.each([
    ['/admin', 'self'],
    ['/admin/pack', 'self'],
    ['/admin/set-password/abc', 'self'],
    ['/administration', ''],
    ['/packages', ''],
    ['/checkout/cart', ''],
    ['/packages/404', ''],
  ])('allows %s to use the camera of (%s)', async (url, origin) => {
    await open()
    for (const _ of [1, 2]) {
      const { headers } = await app.inject({ url })
      expect(headers['permissions-policy']).toBe(`camera=(${origin}), microphone=(), geolocation=(), payment=()`)
      if (url.includes('set-password')) expect(headers['referrer-policy']).toBe('no-referrer')
    }
    // Read back as the fast path sends it, without the routes.
    if (url === '/admin/pack') expect(pageCache.find(url)?.headers).toContain(CAMERA_ALLOWED)
  })

  test('does not cache pages with a token in their URL', async () => {
    const rendered: RenderInput[] = []
    await open(rendered)
    for (const _ of [1, 2]) {
      const { headers } = await app.inject({ url: '/password/reset/abc' })
      expect(headers['cache-control']).toBe('private, no-store')
    }
    expect(rendered).toHaveLength(2)
  })

  test('renders pages once and inserts each visitor’s own token', async () => {
    const rendered: RenderInput[] = []
    await open(rendered)
    for (const visitor of ['anna', 'bea']) {
      const { body, headers } = await app.inject({ url: '/packages', headers: { 'x-visitor': visitor } })
      expect(body).toBe(page('/packages', visitor))
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'accept-encoding, cookie',
        'set-cookie': `visitor=${visitor}`,
        'content-security-policy': expect.stringContaining("script-src 'self'"),
      })
    }
    expect(rendered).toHaveLength(1)
  })

  test('compresses pages only for clients that accept gzip', async () => {
    await open()
    const get = (accepted: string) => app.inject({ url: '/packages', headers: { 'accept-encoding': accepted } })
    const response = await get('br, gzip')
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(response.rawPayload).toString()).toBe(page('/packages'))
    for (const accepted of ['br', 'gzip;q=0', 'gzip; q=0.0, br']) {
      expect((await get(accepted)).headers['content-encoding']).toBeUndefined()
    }
  })

  test('passes only declared search parameters to pages', async () => {
    const rendered: RenderInput[] = []
    await open(rendered)
    for (const search of ['', '?utm_source=mail', '?q=', '?q=jar&page=2', '?page=2&fbclid=1&q=jar']) {
      await app.inject(`/packages${search}`)
    }
    expect(rendered.map(({ url }) => url)).toEqual(['/packages', '/packages?q=jar&page=2'])
  })

  test.each([
    ['search words', 'public', (n: number) => `/packages?q=word${n}`],
    ['pages beyond the end', 'public', (n: number) => `/packages?page=${1000 + n}`],
    ['spellings of a number', 'public', (n: number) => `/packages/7.${'0'.repeat(n)}`],
    ['spellings of a page number', 'public', (n: number) => `/packages?page=${'0'.repeat(n)}2`],
    ['spellings of a path', 'public', (n: number) => `/packages/%37${'%37'.repeat(n % 100)}`],
    ['tokens', 'shell', (n: number) => `/password/reset/token${n}`],
    ['queries of a page that the browser fills', 'shell', (n: number) => `/checkout/shipping?step=${n}`],
  ])('gives made-up URLs a small share of the cache: %s', async (_what, _kind, url) => {
    const rendered: RenderInput[] = []
    await open(rendered, loadVisitor, 'x'.repeat(20_000))
    const ordinaryUrls = ['/packages', '/packages?page=2', '/packages/12']
    for (const url of ordinaryUrls) await app.inject(url)
    const before = pageCache.bytes
    for (let n = 1; n < 25; n++) await app.inject(url(n))
    expect(pageCache.bytes).toBeLessThanOrEqual(before + CACHE_BYTES / 8)
    rendered.length = 0
    for (const url of ordinaryUrls) await app.inject(url)
    expect(rendered).toEqual([])
  })

  test('forbids the browser of a signed-in user from storing pages, and serves them from the same cache', async () => {
    const rendered: RenderInput[] = []
    await open(rendered, async (request) => {
      const part = await loadVisitor(request)
      const user = request.headers['x-visitor'] === 'member' ? ({ id: 1 } as Personal['user']) : null
      return { ...part, personal: { ...part.personal, user } }
    })
    const readCacheControl = async (url: string, visitor: string) => {
      const { headers } = await app.inject({ url, headers: { 'x-visitor': visitor } })
      expect(headers).not.toHaveProperty('etag')
      return headers['cache-control']
    }
    const token = await app.inject({ url: '/password/reset/abc', headers: { 'x-visitor': 'member' } })
    expect(token.headers['referrer-policy']).toBe('no-referrer')
    for (const url of ['/packages', '/packages/404', '/search?q=jar']) {
      expect([url, await readCacheControl(url, 'guest')]).toEqual([url, 'private, no-cache'])
      expect([url, await readCacheControl(url, 'member')]).toEqual([url, 'private, no-store'])
      expect([url, await readCacheControl(url, 'guest')]).toEqual([url, 'private, no-cache'])
    }
    expect(rendered.filter(({ url }) => url === '/packages')).toHaveLength(1)
  })

  test('responds to HEAD like GET without the body', async () => {
    await open()
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/packages' })
    expect([statusCode, headers['content-length'], body]).toEqual([200, String(page('/packages').length), ''])
  })

  test('renders personal pages for one visitor and never caches them', async () => {
    const rendered: RenderInput[] = []
    await open(rendered)
    for (const visitor of ['anna', 'bea']) {
      const { body, headers } = await app.inject({ url: '/checkout/cart', headers: { 'x-visitor': visitor } })
      expect(body).toContain(`<head>[${visitor} own]</head>/checkout/cart ${visitor}`)
      expect(headers['cache-control']).toBe('private, no-store')
    }
    expect(rendered).toHaveLength(2)
  })

  test('caches pages that the browser fills on the server but forbids the browser from storing them', async () => {
    const rendered: RenderInput[] = []
    await open(rendered)
    for (let n = 0; n < 2; n++) {
      expect((await app.inject('/checkout/shipping')).headers['cache-control']).toBe('private, no-store')
    }
    expect(rendered).toHaveLength(1)
  })

  test.each([
    ['/account', '/login?next=%2Faccount'],
    ['/account/orders?page=2&utm_source=mail', '/login?next=%2Faccount%2Forders%3Fpage%3D2'],
    ['/account/license', '/login?next=%2Faccount%2Flicense'],
  ])(
    'redirects guests from pages of the account to the login and shows them to signed-in users: %s',
    async (url, login) => {
      const rendered: RenderInput[] = []
      await open(rendered, async (request) => {
        const part = await loadVisitor(request)
        const user = request.headers['x-visitor'] === 'member' ? ({ id: 1 } as Personal['user']) : null
        return { ...part, personal: { ...part.personal, user } }
      })
      for (const visitor of ['guest', 'member', 'guest']) {
        const { statusCode, headers } = await app.inject({ url, headers: { 'x-visitor': visitor } })
        expect([statusCode, headers.location]).toEqual(visitor === 'guest' ? [302, login] : [200, undefined])
        expect(headers['cache-control']).toBe('private, no-store')
        expect([headers['set-cookie']].flat()).toEqual([`visitor=${visitor}`])
      }
      expect(rendered).toHaveLength(1)
    },
  )

  test.each([
    ['/account/licence', '/account/license'],
    ['/account/licence?utm_source=mail', '/account/license?utm_source=mail'],
    ['/admin/money/notices?sort=exact', '/admin/money/bank-transactions?match=exact'],
    [
      '/admin/network/suspicions?month=2026-03&kind=large_leg',
      '/admin/network/review-flags?month=2026-03&kind=large_leg',
    ],
    ['/admin/orders?waits=owed&search=jar', '/admin/orders?queue=no_due_date&search=jar'],
  ])('redirects %s of an earlier release permanently', async (url, location) => {
    await open()
    for (const _ of [1, 2]) {
      const { statusCode, headers } = await app.inject(url)
      expect([statusCode, headers.location]).toEqual([301, location])
    }
    expect((await app.inject('/admin/orders?queue=to_pack')).statusCode).toBe(200)
  })

  test('follows redirects of a page’s loader', async () => {
    await open()
    const { statusCode, headers } = await app.inject('/search?q=jar')
    expect([statusCode, headers.location]).toEqual([302, '/packages?q=jar'])
  })

  test('redirects a trailing slash to the page’s one URL, and never to another site', async () => {
    await open()
    const get = async (url: string) => {
      const { statusCode, headers } = await app.inject({ url, headers: htmlHeaders })
      return [statusCode, headers.location]
    }
    expect(await get('/packages/')).toEqual([308, '/packages'])
    expect(await get('/packages/7/?a=b')).toEqual([308, '/packages/7?a=b'])
    expect(await get('/checkout/cart/')).toEqual([308, '/checkout/cart'])
    for (const url of ['//elsewhere.example/', '/\\elsewhere.example/', '//elsewhere.example/packages/']) {
      expect(await get(url)).toEqual([404, undefined])
    }
  })
})

describe('error pages', () => {
  test('are one page for every unknown URL of the shop', async () => {
    const rendered: RenderInput[] = []
    await open(rendered)
    for (const url of ['/nowhere', '/packages/404', '/nor/here']) {
      const { statusCode, body } = await app.inject({ url, headers: htmlHeaders })
      expect([statusCode, body]).toEqual([404, page('failure 404 ')])
    }
    expect(rendered.filter(({ failure }) => failure)).toHaveLength(1)
  })

  test('are one page with the layout of the back office for its unknown URLs', async () => {
    const rendered: RenderInput[] = []
    await open(rendered)
    for (const url of ['/admin/nowhere', '/admin/nor/here?now=1']) {
      const { statusCode, body } = await app.inject({ url, headers: htmlHeaders })
      expect([statusCode, body]).toEqual([404, page('/admin/-')])
    }
    expect(rendered).toHaveLength(1)
    expect((await app.inject({ url: '/administrator', headers: htmlHeaders })).body).toEqual(page('failure 404 '))
  })

  test('are shown to people, while programs get a problem document', async () => {
    await open()
    const { headers } = await app.inject('/nowhere')
    expect(headers['content-type']).toContain('application/problem+json')
  })

  test('report an internal error with its request number', async () => {
    await open()
    const { statusCode, body } = await app.inject({ url: '/packages/bug', headers: htmlHeaders })
    expect(statusCode).toBe(500)
    expect(body).toMatch(/^<head>\[somebody\]<\/head>failure 500 .*request req-/)
  })

  test('are shown even when the visitor cannot be identified', async () => {
    await open([], () => Promise.reject(new Error('connect ECONNREFUSED')))
    const { statusCode, body } = await app.inject({ url: '/packages', headers: htmlHeaders })
    expect(statusCode).toBe(500)
    expect(body).toContain('<head>[]</head>failure 500')
  })
})

test('recognizes a page’s own calls, and no visitor can forge one', async () => {
  const results: boolean[] = []
  app = Fastify()
  app.get('/shop.json', (request) => {
    results.push(isInProcess(request))
    return { cookie: request.headers.cookie ?? null }
  })
  app.get('/own', async (request) => {
    const response = await inProcess(app, request)('/shop.json', {})
    return response.json()
  })
  expect((await app.inject({ url: '/own', headers: { cookie: 'cart=1' } })).json()).toEqual({ cookie: 'cart=1' })
  await app.inject({ url: '/shop.json', headers: { 'x-in-process': 'true' } })
  expect(results).toEqual([true, false])
})

test('does not let a page read another page or anything but JSON', async () => {
  const rendered: RenderInput[] = []
  await open(rendered)
  const read = inProcess(app)
  for (const path of ['/packages', '/packages/7', '/packages/', '/checkout/cart', '/password/reset/t']) {
    expect((await read(path, {})).status, path).toBe(404)
  }
  expect(rendered).toEqual([])
  await expect(read('/nowhere', htmlHeaders)).rejects.toThrow('/nowhere is answered with text/html')
})

test('sends slow readers every response whole: no memory is reused while the network still needs it', async () => {
  const padding = 'x'.repeat(100_000)
  await open([], loadVisitor, padding)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  const readResponses = async (visitors: readonly string[]) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    const chunks: string[] = []
    socket.on('data', (chunk) => chunks.push(String(chunk)))
    // More than the network buffers: the rest waits in the server.
    socket.pause()
    for (const visitor of visitors) {
      socket.write(`GET /packages HTTP/1.1\r\nHost: shop.test\r\nX-Visitor: ${visitor}\r\n\r\n`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.resume()
    while (
      !chunks
        .slice(-2)
        .join('')
        .endsWith(`value="${visitors.at(-1)}"/>`)
    )
      await once(socket, 'data')
    socket.destroy()
    return chunks.join('').split('\r\n\r\n').slice(1)
  }
  const connections = ['anna', 'bea', 'cleo'].map((name) => Array.from({ length: 100 }, (_, n) => `${name}-${n}`))
  const responses = await Promise.all(connections.map(readResponses))
  const corrupted = connections.flatMap((visitors, c) =>
    visitors.filter((visitor, n) => {
      const expected = `<head>[${visitor}]</head>/packages ${padding}<input type="hidden" name="_csrf" value="${visitor}"/>`
      return !responses[c]?.[n]?.startsWith(expected)
    }),
  )
  expect(corrupted).toEqual([])
})
