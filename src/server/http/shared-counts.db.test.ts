import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest, postgresTest } from '#test/database.ts'
import { proxiedTest } from '#test/proxied-test.ts'
import { cleanRateLimits } from './clean-rate-limits.ts'

const QUOTES = '/checkout/quotes.json?zipcode=07631'
const LIMIT = 120

postgresTest('rate limits of two processes', (database) => {
  const other = () => second ?? database()
  let second: Connection | undefined
  beforeAll(async () => {
    second = await openDatabase({ databaseUrl: database().url, dataDir: '', mode: 'serve' })
    // Limits are per minute; on a slow machine, the calls of one test may take longer.
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterAll(() => {
    vi.useRealTimers()
    return second?.close()
  })
  const suites = [appForSuite(database, { RATE_LIMITS: 'on' }), appForSuite(other, { RATE_LIMITS: 'on' })] as const
  const read = (process: 0 | 1, url: string, remoteAddress: string) =>
    suites[process]().app.inject({ url, remoteAddress })
  /**
   * Makes `count` calls, alternating between both processes; few at once, because slow database responses do not count.
   */
  async function readInBursts(count: number, url: string, remoteAddress: string) {
    const responses: Awaited<ReturnType<typeof read>>[] = []
    while (responses.length < count) {
      const burst = Array.from({ length: 20 }, (_, n) => read(n % 2 === 0 ? 0 : 1, url, remoteAddress))
      responses.push(...(await Promise.all(burst)))
    }
    return responses
  }
  const rows = async () => (await database().pool.query('select key, points from rate_limits order by key')).rows

  it('both processes share a call’s limit exactly, report when to retry, and serve other callers', async () => {
    const responses = await readInBursts(200, QUOTES, '203.0.113.1')
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(LIMIT)
    for (const process of [0, 1] as const) {
      const { statusCode, headers } = await read(process, QUOTES, '203.0.113.1')
      expect(statusCode).toBe(429)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect((await read(process, QUOTES, '203.0.113.2')).statusCode).toBe(200)
    }
  })

  it('refused callers cost no database access', async () => {
    const points = async () => (await rows()).find(({ key }) => key.endsWith('203.0.113.1'))?.points
    const before = await points()
    for (let n = 0; n < 20; n++) await read(0, QUOTES, '203.0.113.1')
    expect(await points()).toBe(before)
  })

  it('a few calls cost no database access and are added with the next shared one', async () => {
    const counted = async () => (await rows()).filter(({ key }) => key.endsWith('203.0.113.4'))
    for (let n = 0; n < 9; n++) await read(0, QUOTES, '203.0.113.4')
    expect(await counted()).toEqual([])
    await read(0, QUOTES, '203.0.113.4')
    expect(await counted()).toMatchObject([{ points: 10 }])
    // From half of the limit on, each call is shared, even when calls arrive one after the other.
    for (let n = 10; n < LIMIT; n++)
      expect((await read(n % 2 === 0 ? 0 : 1, QUOTES, '203.0.113.4')).statusCode).toBe(200)
    expect(await counted()).toMatchObject([{ points: LIMIT }])
    for (const process of [0, 1] as const) expect((await read(process, QUOTES, '203.0.113.4')).statusCode).toBe(429)
  })

  it('the general limit is shared in steps of ten: nine calls write nothing, two processes allow 618', async () => {
    for (let n = 0; n < 9; n++) await read(0, '/cart.json', '203.0.113.5')
    expect((await rows()).filter(({ key }) => key.endsWith('203.0.113.5'))).toEqual([])
    const responses = await readInBursts(1_300, '/cart.json', '203.0.113.6')
    const served = responses.filter(({ statusCode }) => statusCode === 200).length
    expect(served).toBeGreaterThanOrEqual(600)
    expect(served).toBeLessThanOrEqual(618)
  })
})

databaseTest('rate-limit counts of past minutes', (connection) => {
  it('are deleted, and those of the current minute stay', async () => {
    const now = Date.now()
    const rows = [
      { key: 'over', points: 3, expire: now - 1 },
      { key: 'counting', points: 3, expire: now + 60_000 },
    ]
    await connection().db.insertInto('rate_limits').values(rows).execute()
    await cleanRateLimits(connection().db)
    expect(await connection().db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'counting' }])
  })
})

proxiedTest('rate limits while PostgreSQL does not respond', { env: { RATE_LIMITS: 'on' } }, ({ proxy, suite }) => {
  const read = (remoteAddress: string) => suite().app.inject({ url: QUOTES, remoteAddress })

  it.each([
    ['gone', () => proxy().disconnect()],
    ['silent', () => proxy().silence()],
  ] as const)(
    'each process counts locally and refuses excess calls; pages without a database are served (%s)',
    async (failure, interrupt) => {
      const ip = failure === 'gone' ? '203.0.113.10' : '203.0.113.11'
      for (let n = 0; n < LIMIT / 2; n++) expect((await read(ip)).statusCode).toBe(200)
      interrupt()
      // Earlier calls still count.
      const responses = await Promise.all(Array.from({ length: LIMIT }, () => read(ip)))
      expect(responses.filter(({ statusCode }) => statusCode === 200 || statusCode === 503)).toHaveLength(LIMIT / 2)
      expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(LIMIT / 2)
      expect((await suite().app.inject({ url: '/healthz' })).statusCode).toBe(200)
      proxy().restore()
      await expect.poll(async () => (await suite().app.inject({ url: '/readyz' })).statusCode).toBe(200)
    },
  )
})
