import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCallPaths } from '#contract/admin-call-paths.ts'
import { callPaths } from '#contract/paths.ts'
import { appForSuite, noPages } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { buildApp } from './app.ts'

const ADD = '/shopping-cart/product/add'
const JSON_PROBLEM = 'application/problem+json; charset=utf-8'
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** Returns what the shop writes to the socket for these bytes. */
async function sendRaw(app: FastifyInstance, bytes: string): Promise<string> {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  const chunks: string[] = []
  socket.on('data', (chunk) => chunks.push(String(chunk)))
  socket.on('error', () => {})
  socket.write(bytes)
  await new Promise((resolve) => socket.on('close', resolve))
  return chunks.join('')
}

databaseTest('hostile requests', (connection) => {
  const suite = appForSuite(connection)
  const get = (url: string, headers: Record<string, string> = {}) => suite().app.inject({ url, headers })

  describe('a request target longer than 2 kB', () => {
    it.each(['GET', 'HEAD', 'POST'] as const)('gets 414 for %s, and exactly 2 kB is accepted', async (method) => {
      const createRequest = (length: number) => ({
        method,
        url: `/cart.json?${'x'.repeat(length - '/cart.json?'.length)}`,
      })
      expect((await suite().app.inject(createRequest(2048))).statusCode).not.toBe(414)
      const { statusCode, headers, body } = await suite().app.inject(createRequest(2049))
      expect(statusCode).toBe(414)
      expect(headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'x-frame-options': 'DENY',
      })
      if (method !== 'HEAD') {
        expect(JSON.parse(body)).toEqual({
          code: 'url_too_long',
          title: 'Too long',
          status: 414,
          detail: 'This URL is too long.',
        })
      }
    })

    it('gets an error page in a browser', async () => {
      const { statusCode, headers } = await get(`/a-page${'/'.repeat(15_000)}a/`, { accept: HTML })
      expect([statusCode, headers['content-type']]).toEqual([414, 'text/html; charset=utf-8'])
    })

    it('gets 414 on the wire too, before cached pages and at any length', async () => {
      const app = await buildApp(suite().services, noPages)
      await app.listen({ port: 0, host: '127.0.0.1' })
      try {
        for (const length of [2_049, 15_000, 16_500, 80_000]) {
          const readStatus = `/a-page${'/'.repeat(length - '/a-page'.length)}`
          const response = await sendRaw(
            app,
            `GET ${readStatus} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`,
          )
          expect(response, String(length)).toMatch(/^HTTP\/1.1 414 .*application\/problem\+json.*"status":414/s)
        }
        const headers = `GET /a-page HTTP/1.1\r\nHost: shop.test\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`
        expect(await sendRaw(app, headers)).toMatch(/^HTTP\/1.1 431 .*content-security-policy.*"status":431/s)
        expect(await sendRaw(app, 'no request at all\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"status":400/s)
      } finally {
        await app.close()
      }
    })
  })

  describe('a path with a control character or a line break', () => {
    const signs = ['%00', '%0a', '%0D', '%1f', '%7F', '%c2%85', '%E2%80%A8', '%e2%80%a9']
    const paths = ['/password/reset/', ...Object.values({ ...callPaths.GET, ...adminCallPaths.GET })]
      .filter((path) => /:\w+\.json$|\/$/.test(path))
      .map((path) => path.replaceAll(/:\w+/g, '7'))

    it.each(signs)('is not found as a page or as a call: %s', async (sign) => {
      expect(paths.length).toBeGreaterThan(15)
      for (const path of paths) {
        const hostile = path.replace(/(?=\.json$)|$/, sign)
        for (const accept of [HTML, 'application/json']) {
          const { statusCode, json } = await get(hostile, { accept })
          expect(statusCode, hostile).toBe(404)
          if (accept !== HTML) expect(json(), hostile).toMatchObject({ status: 404, title: 'Not found' })
        }
      }
    })

    it('may contain control characters in the query', async () => {
      expect((await get('/packages.json?q=%0a')).statusCode).toBe(200)
    })
  })

  describe('raw requests', () => {
    let app: FastifyInstance
    const logged: string[] = []
    beforeAll(async () => {
      const services = { ...suite().services, config: { ...suite().services.config, logLevel: 'info' as const } }
      app = await buildApp(services, noPages, { write: (line) => logged.push(line) })
      await app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(() => app.close())
    const CLOSE_HEADER = 'Connection: close\r\n\r\n'

    it.each([
      ['two hosts', 'GET /shop.json HTTP/1.1\r\nHost: shop.test\r\nhOST: other.test\r\n', 400],
      ['the same host twice', 'GET /shop.json HTTP/1.1\r\nHost: shop.test\r\nHost: shop.test\r\n', 400],
      ['no host', 'GET /shop.json HTTP/1.1\r\n', 400],
      ['an expectation', 'GET /shop.json HTTP/1.1\r\nHost: shop.test\r\nExpect: 200-foo\r\n', 417],
    ])('refuses a request with %s and sends our headers', async (_name, request, status) => {
      const response = await sendRaw(app, request + CLOSE_HEADER)
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-security-policy.*"status":${status}`, 's'))
    })

    it.each([
      ['one host', 'GET /shop.json HTTP/1.1\r\nHost: shop.test\r\n'],
      ['no host in HTTP/1.0', 'GET /shop.json HTTP/1.0\r\n'],
      ['the host in its target', 'GET http://shop.test/shop.json HTTP/1.1\r\nHost: shop.test\r\n'],
    ])('serves a request with %s', async (_name, request) => {
      expect(await sendRaw(app, request + CLOSE_HEADER)).toMatch(/^HTTP\/1.1 200 /)
    })

    it('routes an absolute target like the path alone, including the home page', async () => {
      const readStatus = async (url: string) =>
        (await sendRaw(app, `GET ${url} HTTP/1.1\r\nHost: shop.test\r\nAccept: text/html\r\n${CLOSE_HEADER}`)).split(
          ' ',
        )[1]
      for (const path of ['/', '/a-page', '/a-page/'])
        expect(await readStatus(`http://shop.test${path}`)).toBe(await readStatus(path))
    })

    it('does not report a client that hangs up as a database outage', async () => {
      const { cookie, 'x-csrf-token': token } = suite().visitor()
      const { port } = app.server.address() as { port: number }
      logged.length = 0
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      const head = `POST ${ADD} HTTP/1.1\r\nHost: shop.test\r\nCookie: ${cookie}\r\nX-CSRF-Token: ${token}\r\n`
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"a":`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      socket.destroy()
      await expect.poll(() => logged.join('')).toContain('the client hung up')
      expect(logged.join('')).not.toMatch(/out of reach|"status":50/)
    })
  })

  it.each(['/%', '/packages/%E0%A4%A', `/packages/${'x'.repeat(400)}.json`])(
    'responds to a URL that no route matches like to any other: %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect([400, 404, 414]).toContain(statusCode)
      expect(headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'x-frame-options': 'DENY',
      })
      expect(body).not.toContain(url)
    },
  )

  it.each([
    ['application/json, text/html;q=0.9', JSON_PROBLEM],
    ['text/html;q=0.9, application/json', JSON_PROBLEM],
    ['text/html, application/json;q=0.9', 'text/html; charset=utf-8'],
    [HTML, 'text/html; charset=utf-8'],
    ['text/*', 'text/html; charset=utf-8'],
    ['text/html;q=0', JSON_PROBLEM],
    ['*/*', JSON_PROBLEM],
    ['', JSON_PROBLEM],
    [';;;,/,"', JSON_PROBLEM],
    [`text/html,${'a/b,'.repeat(300)}`, JSON_PROBLEM],
  ])('responds to Accept: %j with %s', async (accept, type) => {
    const { statusCode, headers } = await get('/nowhere', { accept })
    expect([statusCode, headers['content-type']]).toEqual([404, type])
  })

  it.each(['gzip', 'br', 'GZIP', 'identity, gzip', 'x'])(
    'responds to a body with Content-Encoding %s with 415',
    async (encoding) => {
      const { id } = await makeProduct(connection().db)
      const send = (headers: Record<string, string>) =>
        suite().app.inject({
          method: 'POST',
          url: ADD,
          payload: { id, quantity: 1 },
          headers: { ...suite().visitor(), accept: 'application/json', ...headers },
        })
      const { statusCode, headers } = await send({ 'content-encoding': encoding })
      expect([statusCode, headers['accept-encoding']]).toEqual([415, 'identity'])
      expect((await send({ 'content-encoding': 'identity' })).statusCode).toBe(200)
    },
  )

  it.each([
    ['\\ud83d', 400],
    ['\\uDE00 x', 400],
    ['\\ude00\\ud83d', 400],
    ['\\ud83d\\\\ude00', 400],
    ['\\ud83d\\ude00', 201],
    ['\\\\ud83d', 201],
  ])('responds to JSON with %s in an address with %i', async (escaped, status) => {
    const { id } = await makeProduct(connection().db)
    const buyer = browserOf(suite)
    expect((await buyer.post(ADD, { id, quantity: 1 })).statusCode).toBe(200)
    const form = { ...deliveryForm, shipping: { ...deliveryForm.shipping, company: 'ESCAPED' } }
    const { statusCode } = await suite().app.inject({
      method: 'POST',
      url: '/checkout/confirm',
      payload: JSON.stringify(form).replace('ESCAPED', escaped),
      headers: {
        cookie: [...buyer.jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrf-token': buyer.csrf(),
        'content-type': 'application/json',
      },
    })
    expect(statusCode).toBe(status)
  })

  it('forbids caching redirects, because their target depends on the user', async () => {
    const { id } = await makeProduct(connection().db)
    const { headers, statusCode } = await suite().app.inject({
      method: 'POST',
      url: ADD,
      payload: { id, quantity: 1 },
      headers: { ...suite().visitor(), accept: 'text/html' },
    })
    expect(statusCode).toBe(303)
    expect(headers).toMatchObject({ location: '/checkout/cart', 'cache-control': 'private, no-store' })
  })

  it('accepts a plain form from a page that sends no referrer, but not from a sandboxed frame', async () => {
    const { id } = await makeProduct(connection().db)
    const postFrom = (site: string) =>
      suite().app.inject({
        method: 'POST',
        url: ADD,
        payload: { id, quantity: 1 },
        headers: { ...suite().visitor(), origin: 'null', 'sec-fetch-site': site },
      })
    expect((await postFrom('same-origin')).statusCode).toBe(200)
    for (const site of ['cross-site', 'same-site', 'none']) expect((await postFrom(site)).statusCode).toBe(403)
  })

  it('closes connections that take more than half a minute to send a request', () => {
    const { headersTimeout, requestTimeout, ...server } = suite().app.server
    const { connectionsCheckingInterval } = server as unknown as { connectionsCheckingInterval: number }
    expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(30_000)
    expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(60_000)
  })
})

databaseTest('the log', (connection) => {
  const suite = appForSuite(connection)

  it('contains no token from a URL at any level, however the request ends', async () => {
    const token = 'T0kenThatMustStaySecret'
    const lines: string[] = []
    const { services } = suite()
    const logged = { ...services, config: { ...services.config, logLevel: 'trace', rateLimits: true } }
    const pages: typeof noPages = {
      ...noPages,
      servedPages: ['/password/reset/:token', '/slow/:token', '/broken/:token'].map((path) => ({
        path,
        page: 'public' as const,
        params: [],
      })),
      async render({ url, failure }) {
        if (url.startsWith('/broken') && !failure) throw new Error('a bug')
        if (url.startsWith('/slow')) await new Promise((resolve) => setTimeout(resolve, 600))
        return {
          kind: 'page',
          status: failure?.status ?? 200,
          html: '<p>a page</p>',
          tags: [],
          endless: false,
          faults: [],
        }
      },
    }
    const app = await buildApp(logged, pages, { write: (line) => lines.push(line) })
    try {
      const request = (url: string, method: 'GET' | 'HEAD' | 'POST' | 'PUT' = 'GET') =>
        app.inject({ url, method, headers: { accept: 'text/html', referer: `https://shop.test/${token}` } })
      const statuses = [
        await request(`/password/reset/${token}`),
        await request(`/password/reset/${token}`, 'HEAD'),
        await request(`/password/reset/${token}/`),
        await request(`/slow/${token}`),
        await request(`/broken/${token}`),
        await request(`/pasword/reset/${token}`),
        await request(`/pasword/reset/${token}`, 'POST'),
        await request(`/password/reset/${token}`, 'PUT'),
        await request(`/password/reset/${token}%`),
        await request(`/password/reset/${token.repeat(20)}`),
        await request(`/password/reset/${token.repeat(200)}`),
        await request(`/orders/1?key=${token}`),
        await request(`/orders/1.json?key=${token}`),
      ].map(({ statusCode }) => statusCode)
      expect(statuses.slice(0, 11)).toEqual([200, 200, 308, 200, 500, 404, 404, 404, 400, 404, 414])
      let limited = 0
      for (let n = 0; n < 600 && limited !== 429; n++) limited = (await request(`/password/reset/${token}`)).statusCode
      expect(limited).toBe(429)
    } finally {
      await app.close()
    }
    const log = lines.join('')
    expect(log).toContain('"route":"/password/reset/:token"')
    expect(log).toContain('"route":"/*"')
    expect(log).not.toContain(token)
  })
})
