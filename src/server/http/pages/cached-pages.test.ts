import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CachedPages, makeCachedPages } from './cached-pages.ts'
import { makeFill } from './fill.ts'
import type { ReadyPage } from './make-pages.ts'
import { packPage } from './packed/index.ts'
import { makePageCache } from './page-cache.ts'
import type { PersonalParts } from './personal-part.ts'

const personalParts: PersonalParts = {
  findWithoutQuery: ({ cookie }) =>
    cookie?.includes('cart')
      ? undefined
      : { personal: { csrf: 'token', cart: null, user: null }, setCookies: cookie ? [] : ['visitor=new'] },
  load: () => Promise.reject(new Error('never called here')),
}

let cachedPages: CachedPages
const server = createServer((request, response) => {
  if (!cachedPages.serve(request, response)) response.writeHead(299).end('by the framework')
})
let url: string
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

beforeEach(async () => {
  const pageCache = makePageCache<ReadyPage>(1_000_000)
  const fill = makeFill({ personalBlock: ({ csrf }) => `[${csrf}]` })
  cachedPages = makeCachedPages({ pageCache, fill, personalParts })
  const html = '<head><!--personal--></head>the page'
  const value = { ...packPage(html), status: 200, headers: ['content-type', 'text/html', 'x-own', 'header'] }
  for (const url of ['/packages', '/account'])
    await pageCache.get(url, async () => ({ value, tags: [], cacheable: true }))
})

test.each(['gzip', 'identity'])(
  'sends a cached page with its own headers and the visitor’s part, %s',
  async (encoding) => {
    const response = await fetch(`${url}/packages`, { headers: { 'accept-encoding': encoding } })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('<head>[token]</head>the page')
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'x-own': 'header', 'set-cookie': 'visitor=new' })
    expect(cachedPages.served).toBe(1)
  },
)

test.each([
  ['another method', '/packages', { method: 'HEAD' }],
  ['a form', '/packages', { method: 'POST' }],
  ['a page that is not cached', '/packages/1', {}],
  ['a URL with a query', '/packages?q=jar', {}],
  ['a page of the account', '/account', {}],
  ['a visitor with a cart', '/packages', { headers: { cookie: 'cart=1' } }],
])('leaves %s to the framework', async (_what, path, options) => {
  const response = await fetch(url + path, options)
  expect(response.status).toBe(299)
  expect(cachedPages.served).toBe(0)
})
