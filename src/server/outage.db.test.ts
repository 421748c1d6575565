import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monthOf } from '#domain/month.ts'
import { appForSuite } from '#test/app.ts'
import { openEmptyPostgres } from '#test/database.ts'
import { plantMember, plantOrder, signInAs } from '#test/planted-network.ts'
import { type Connection, openDatabase } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { isOutage } from './errors.ts'

/** A wire to PostgreSQL that can be cut, and whose far end can be gone. */
async function makeWire(target: URL) {
  const sockets = new Set<Socket>()
  let up = true
  const server = createServer((near) => {
    if (!up) return near.destroy()
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    cut() {
      up = false
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      up = true
    },
    close: () => server.close(),
  }
}

describe.runIf(process.env.TEST_DATABASE_URL)('while PostgreSQL cannot be reached', () => {
  let database: Awaited<ReturnType<typeof openEmptyPostgres>>
  let wire: Awaited<ReturnType<typeof makeWire>>
  let connection: Connection
  beforeAll(async () => {
    database = await openEmptyPostgres()
    wire = await makeWire(new URL(database.url))
    connection = await openDatabase({ databaseUrl: wire.url, dataDir: '', mode: 'serve' })
    await migrate(connection)
  })
  afterAll(async () => {
    await connection.close()
    wire.close()
    await database.close()
  })
  // Jobs find the outage too; only the answers are looked at here.
  const suite = appForSuite(
    () => connection,
    {},
    () => {},
  )

  it('reads and changes are answered with 503 and when to come back, the process lives, and then all is well again', async () => {
    const read = (url: string) => suite().app.inject({ url, headers: { accept: 'application/json' } })
    expect((await read('/packages.json')).statusCode).toBe(200)

    wire.cut()
    // What is kept is there all the same.
    expect((await read('/packages.json')).statusCode).toBe(200)
    for (const url of ['/packages.json?q=jar', '/states.json', '/readyz']) {
      const { statusCode, headers, json } = await read(url)
      expect(statusCode, url).toBe(503)
      expect(headers['retry-after']).toBe('5')
      expect(json()).toMatchObject({ status: 503, detail: expect.stringContaining('try again') })
    }
    const placed = await suite().app.inject({
      method: 'POST',
      url: '/shopping-cart/product/add',
      headers: { ...suite().visitor(), accept: 'application/json' },
      payload: { id: 1, quantity: 1 },
    })
    expect(placed.statusCode).toBe(503)
    expect((await read('/healthz')).statusCode).toBe(200)

    wire.mend()
    await expect.poll(async () => (await read('/readyz')).statusCode, { timeout: 5000 }).toBe(200)
    expect((await read('/packages.json?q=jar')).statusCode).toBe(200)
  })

  it('months in memory tell no old figures, and know afterwards what happened meanwhile', async () => {
    const ana = await plantMember(database, { name: 'Ana' })
    const { get } = await signInAs(suite, database, ana)
    const { network } = suite().services
    const ask = () => network.ask({ name: 'standing', month: monthOf(Date.now()), memberId: ana })
    expect((await get('/account/sales.json')).json().detail).toMatchObject({ total_pv: 0 })

    wire.cut()
    await expect.poll(() => ask().catch(isOutage), { timeout: 5000 }).toBe(true)
    await plantOrder(database, { member: ana, month: monthOf(Date.now()), cvCents: 5000, pv: 45 })
    expect((await get('/account/sales.json')).statusCode).toBe(503)

    wire.mend()
    await expect.poll(async () => (await get('/account/sales.json')).statusCode, { timeout: 5000 }).toBe(200)
    expect((await get('/account/sales.json')).json().detail).toMatchObject({ total_pv: 45 })
  })
})
