import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { noPages } from '#test/app.ts'
import { databaseTest, openTestDatabase } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { attributeOf, type ReceivedSpan, startTraceReceiver } from '#test/trace-receiver.ts'
import { waitFor } from '#test/wait.ts'
import { buildApp } from './app.ts'
import { makeVisitors } from './http/visitors.ts'
import { openShop, type Shop } from './open-shop.ts'
import { readConfig } from './platform/config.ts'
import { withSpan } from './platform/tracing/tracing.ts'

const fail = (error: unknown) => {
  throw error
}

it('traces are sent only if the environment names a destination', () => {
  const env = { DATA_DIR: mkdtempSync(join(tmpdir(), 'salonfront-tracing-')) }
  const readTracingConfig = (overrides: Record<string, string>) => readConfig({ ...env, ...overrides }).tracing
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(readTracingConfig({})).toBeUndefined()
  expect(readTracingConfig({ OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined()
  expect(readTracingConfig({ ...collector, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect(readTracingConfig({ ...collector, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
  expect(readTracingConfig(collector)).toEqual({
    serviceName: 'salonfront',
    sampler: 'parentbased_always_on',
    ratio: 1,
  })
  expect(readTracingConfig({ OTEL_TRACES_EXPORTER: 'otlp' })).toBeDefined()
  expect(() => readTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  )
  expect(() => readTracingConfig({ OTEL_TRACES_SAMPLER_ARG: '10' })).toThrow('must be from 0 to 1')
  rmSync(env.DATA_DIR, { recursive: true })
})

databaseTest('a traced shop', (_connection, engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-tracing-'))
  let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
  let shop: Shop
  let app: FastifyInstance
  let url: string
  let spans: ReceivedSpan[] = []
  let secrets: string[] = []

  /** A guest buys over a connection of their own, as a browser would, and gets an email. */
  async function buy(): Promise<void> {
    const { db, config, signer } = shop.services
    const product = await makeProduct(db)
    const visitors = makeVisitors(config, signer)
    const { id, setCookie } = visitors.visitor({ headers: {} } as never)
    const cookie = setCookie?.split(';', 1)[0] ?? ''
    const csrf = visitors.csrfToken(id)
    const headers = {
      cookie,
      'x-csrf-token': csrf,
      'content-type': 'application/json',
      // Sent by a visitor who tries to join the shop's traces.
      traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
    }
    const post = async (path: string, body: object, overrides = {}) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { ...headers, ...overrides },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return { response, body: (await response.json()) as { id: number; url: string } }
    }
    const added = await post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    const cart = added.response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const placed = await post('/checkout/confirm', deliveryForm, { cookie: `${cookie}; ${cart}` })
    const key = new URL(placed.body.url, url).searchParams.get('key') ?? ''
    const order = await fetch(`${url}/orders/${placed.body.id}.json?key=${encodeURIComponent(key)}`)
    expect(order.status).toBe(200)
    const { first_name, last_name, user_email, phone_number } = deliveryForm
    const { address_1, city } = deliveryForm.shipping
    const cookies = [cookie, cart].map((text) => text.split('=')[1] ?? '')
    secrets = [first_name, last_name, user_email, phone_number, address_1, city, key, csrf, ...cookies]
  }

  beforeAll(async () => {
    receiver = await startTraceReceiver()
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
    const connection = await openTestDatabase(engine)
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO: '0',
      SHOP_OPEN_TO_VISITORS: 'on',
      LOG_LEVEL: 'silent',
      SHOP_SHOP_EMAIL: 'shop@example.com',
      SHOP_QUICK_PAY_PHONE: '(201) 555-0176',
    }
    shop = await openShop(readConfig(env), env, connection, fail, fail)
    app = await buildApp(shop.services, noPages)
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    await shop.startWork()
    await buy()
    const countSent = async () =>
      (await connection.pool.query('select count(*)::int as sent from sent_mails')).rows[0].sent
    await waitFor(async () => expect(await countSent()).toBe(2))
    // The error of this statement quotes its parameters.
    const { db, tracing } = shop.services
    const span = { kind: 'internal', name: 'a refused statement', attributes: {} } as const
    const insertTwice = () =>
      withSpan(tracing, span, async () => {
        for (let row = 0; row < 2; row++) {
          await db.insertInto('newsletter_subscribers').values({ email: 'quoted@example.com' }).execute()
        }
      })
    await expect(insertTwice()).rejects.toThrow()
    await app.close()
    await shop.close()
    spans = receiver.spans()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await receiver.close()
    rmSync(dataDir, { recursive: true })
  })

  it('records a checkout as one trace, from the request and its statements to the queued emails', () => {
    const checkout = spans.find(({ name }) => name === 'POST /checkout/confirm')
    expect(checkout?.parentSpanId).toBeUndefined()
    expect(checkout && attributeOf(checkout, 'http.response.status_code')).toBe(201)
    const trace = spans.filter(({ traceId }) => traceId === checkout?.traceId)
    const findChildren = (parent: ReceivedSpan | undefined) =>
      trace.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
    const statements = findChildren(checkout).map(({ name }) => name)
    expect(statements).toEqual(expect.arrayContaining(['start', 'insert orders', 'commit']))
    const mails = trace.filter(({ name }) => name === 'job mail')
    expect(mails.map((mail) => attributeOf(mail, 'salonfront.mail')).sort()).toEqual(['order_placed', 'order_received'])
    for (const mail of mails) {
      expect(mail.parentSpanId).toBe(checkout?.spanId)
      expect(findChildren(mail).map(({ name }) => name)).toContain('insert sent_mails')
    }
    expect(trace.every(({ status }) => status.code !== 2)).toBe(true)
  })

  it('does not let a visitor add requests to a trace', () => {
    expect(spans.length).toBeGreaterThan(20)
    expect(receiver.received()).not.toContain('ab'.repeat(16))
  })

  it('records no customer data: no name, email, phone, address, link, token or cookie', () => {
    const received = receiver.received().toLowerCase()
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(2)
      expect(received).not.toContain(secret.toLowerCase())
    }
  })

  it('records the code of a failed statement, but not its error text', () => {
    const refused = spans.find(({ name }) => name === 'a refused statement')
    const failed = spans.find(({ parentSpanId, status }) => parentSpanId === refused?.spanId && status.code === 2)
    expect(failed && attributeOf(failed, 'error.type')).toMatch(/^23/)
    expect(receiver.received()).not.toContain('quoted@')
  })
})
