import { afterAll, beforeAll, expect, it } from 'vitest'
import { month, monthOf } from '#domain/calendar/month.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createCountedOrder, signInAs } from '#test/create-network.ts'
import { postgresTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { skipMonths } from '../close/skip-months.ts'
import { type LiveNetwork, openLiveNetwork } from './live-network.ts'
import { getLiveSocketPath } from './live-socket.ts'
import { serveLiveRole } from './serve-live-role.ts'

const MARCH = 'year=2026&month=03'
const OPEN = [
  'sales.json',
  'sales/history.json',
  'sales/changes.json',
  'sales/level.json',
  'sales/lines.json?bonus=sales',
]
const CLOSED = [
  `sales.json?${MARCH}`,
  `sales/level.json?${MARCH}`,
  `sales/lines.json?bonus=sales&${MARCH}`,
  `sales/lines.json?bonus=level&${MARCH}`,
  `sales/search.json?q=B&${MARCH}`,
  `sales/statement.json?${MARCH}`,
]

postgresTest('a web process and the live role of its machine', (database) => {
  const suite = appForSuite(database, { ROLE: 'web', DATABASE_URL: 'postgres://as-the-suite-says' })
  const socketPath = () => getLiveSocketPath(suite().services.config)
  let live: Awaited<ReturnType<typeof serveLiveRole>> | undefined
  let thread: LiveNetwork
  let ada: UserId

  beforeAll(async () => {
    await createExample(database(), 'example-1')
    await inTransaction(database().db, (trx) => skipMonths(trx, month('2026-03'), Date.now()))
    expect(await closeWithDefaults(database(), month('2026-03'))).toMatchObject({ ok: true })
    const { rows } = await database().pool.query(`select id from users where member_no = 'A'`)
    ada = rows[0].id
    thread = openLiveNetwork(database(), (error) => {
      throw error
    })
  })
  afterAll(async () => {
    await live?.close()
    await thread.close()
  })

  const read = async (paths: readonly string[]) => {
    const { get } = await signInAs(suite, database(), ada)
    const responses = []
    for (const path of paths) {
      const { statusCode, headers, body } = await get(`/account/${path}`)
      responses.push({ path, statusCode, retryAfter: headers['retry-after'], body })
    }
    return responses
  }

  it('answers equal those of a thread in the process', async () => {
    live = await serveLiveRole(database(), socketPath())
    const { network } = suite().services
    const cardQuery = { month: month('2026-03'), memberId: ada }
    for (const query of [
      { name: 'card', ...cardQuery },
      { name: 'card', ...cardQuery, memberId: 999_999 },
      { name: 'lines', ...cardQuery, scope: 'level', paid: false, after: undefined, limit: 50 },
      { name: 'legSums', ...cardQuery, limit: 1 },
      { name: 'directLine', ...cardQuery, month: monthOf(Date.now()), offset: 0, limit: 10 },
    ] as const) {
      expect(await network.query(query)).toStrictEqual(await thread.query(query))
    }
    const responses = await read([...OPEN, ...CLOSED])
    expect(responses.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  })

  it('an answer after catching up includes everything that was committed', async () => {
    const { network } = suite().services
    const now = monthOf(Date.now())
    const readPv = async () => (await network.query({ name: 'card', month: now, memberId: ada }))?.personalPv
    const before = (await readPv()) ?? Number.NaN
    await createCountedOrder(database(), { member: ada, month: now, cvCents: 5000, pv: 45 })
    await network.catchUp()
    expect(await readPv()).toBe(before + 45)
  })

  it('a second live role on the same data directory is refused, and the first continues', async () => {
    await expect(serveLiveRole(database(), socketPath())).rejects.toThrow('in use by another process')
    expect((await read(['sales.json']))[0]?.statusCode).toBe(200)
  })

  it('while it is unreachable, open months answer 503 with a retry time, and closed months still answer', async () => {
    const before = await read(CLOSED)
    await live?.close()
    live = undefined
    for (const { path, statusCode, retryAfter, body } of await read(OPEN)) {
      expect([path, statusCode, retryAfter]).toEqual([path, 503, '5'])
      expect(JSON.parse(body).detail).toBe(
        'This month’s figures aren’t available right now. Please try again in a moment.',
      )
    }
    expect(await read(CLOSED)).toEqual(before)

    await createCountedOrder(database(), { member: ada, month: monthOf(Date.now()), cvCents: 5000, pv: 20 })
    live = await serveLiveRole(database(), socketPath())
    const [sales] = await read(['sales.json'])
    expect(sales?.statusCode).toBe(200)
    expect(JSON.parse(sales?.body ?? '').detail.total_pv).toBe(65)
  })
})
