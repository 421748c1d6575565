import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { pickupForm } from '#test/order-forms.ts'
import { proxiedTest } from '#test/proxied-test.ts'
import { openDatabase } from './platform/database/connect.ts'
import { isOutage } from './platform/database/outage.ts'
import { inTransaction } from './platform/database/transaction.ts'

// A pool of one connection: the next caller gets the same connection unless it was discarded.
proxiedTest('failover to another PostgreSQL server', { poolSize: 1 }, ({ database, proxy, connection, suite }) => {
  beforeAll(async () => {
    await database()
      .db.insertInto('products')
      .values({ handle: 'jar', name: 'Jar', kind: 'product', price_cents: 4000, pv: 4 })
      .execute()
  })
  /** Breaks every connection and accepts new ones at once, like a proxy that knows the new primary. */
  const failOver = () => {
    proxy().disconnect()
    proxy().restore()
  }
  const findSettings = (key: string) =>
    database().db.selectFrom('settings').selectAll().where('key', '=', key).execute()

  it('retries an uncommitted transaction exactly once', async () => {
    let attempts = 0
    await inTransaction(connection().db, async (trx) => {
      await trx.insertInto('settings').values({ key: 'again', value: '' }).execute()
      if (++attempts === 1) failOver()
      await trx.selectFrom('settings').selectAll().execute()
    })
    expect(attempts).toBe(2)
    expect(await findSettings('again')).toHaveLength(1)
  })

  it('does not retry a transaction whose commit got no response, because it may have been committed', async () => {
    let attempts = 0
    const lost = inTransaction(connection().db, async (trx) => {
      attempts++
      await trx.insertInto('settings').values({ key: 'unanswered', value: '' }).execute()
      proxy().loseNextCommit()
    })
    expect(await lost.catch(isOutage)).toBe(true)
    expect(attempts).toBe(1)
    expect(await findSettings('unanswered')).toHaveLength(1)
  })

  it('discards a connection whose server became read-only and moves the transaction to the next one', async () => {
    await connection().pool.query('set session characteristics as transaction read only')
    await inTransaction(connection().db, (trx) =>
      trx.insertInto('settings').values({ key: 'written', value: '' }).execute(),
    )
    expect(await findSettings('written')).toHaveLength(1)

    await connection().pool.query('set session characteristics as transaction read only')
    // A single statement may have been executed, so its error is reported.
    const error = await sql`create table never_made (id int)`.execute(connection().db).catch((error) => error)
    expect(error.code).toBe('25006')
    expect(isOutage(error)).toBe(true)
    await sql`create table made (id int)`.execute(connection().db)
  })

  it('serves reads over connections that died in the meantime', async () => {
    const read = (url: string) => suite().app.inject({ url, headers: { accept: 'application/json' } })
    expect((await read('/packages.json?q=before')).statusCode).toBe(200)
    failOver()
    expect((await read('/packages.json?q=after')).statusCode).toBe(200)
  })

  it('places an order exactly once when its commit got no response and it has a key; without a key it responds with 503', async () => {
    const { app, visitor } = suite()
    const buy = async (headers: Record<string, string>) => {
      const visitorHeaders = { ...visitor(), accept: 'application/json' }
      const post = (url: string, payload: object, more = {}) =>
        app.inject({ method: 'POST', url, headers: { ...visitorHeaders, ...more }, payload })
      const added = await post('/shopping-cart/product/add', { id: 1, quantity: 1 })
      const cart = added.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      proxy().loseNextCommit()
      return post('/checkout/confirm', pickupForm, { ...headers, cookie: `${visitorHeaders.cookie}; ${cart}` })
    }
    const countOrders = async () => (await database().db.selectFrom('orders').select('id').execute()).length

    const withKey = await buy({ 'idempotency-key': 'take-over' })
    expect(withKey.statusCode, withKey.body).toBe(201)
    expect(await countOrders()).toBe(1)

    const withoutKey = await buy({})
    expect(withoutKey.statusCode).toBe(503)
    expect(withoutKey.headers['retry-after']).toBe('5')
    expect(await countOrders()).toBe(2)
  })

  it('reports waiting too long for a row lock, or for a standby to confirm a commit, as temporary', async () => {
    const { app, visitor } = suite()
    const holder = await database().pool.connect()
    await connection().pool.query(`set statement_timeout = '100ms'`)
    try {
      await holder.query('begin')
      await holder.query('lock table carts in exclusive mode')
      const payload = { id: 1, quantity: 1 }
      const headers = { ...visitor(), accept: 'application/json' }
      const added = await app.inject({ method: 'POST', url: '/shopping-cart/product/add', headers, payload })
      expect([added.statusCode, added.headers['retry-after']]).toEqual([503, '5'])
    } finally {
      await holder.query('rollback')
      holder.release()
      await connection().pool.query('reset statement_timeout')
    }
  })

  it('never uses a server that is a standby', async () => {
    const standby = await makeStandby()
    try {
      const join = { databaseUrl: standby.url, dataDir: '', mode: 'join' } as const
      const error = await openDatabase(join).catch((error) => error)
      expect(error.message).toContain('only reads')
      expect(isOutage(error)).toBe(true)
    } finally {
      standby.close()
    }
  })
})

/** Implements just enough of PostgreSQL's protocol to report that the server is a standby. */
async function makeStandby() {
  const message = (type: string, ...parts: (string | number)[]) => {
    const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : int32(part))))
    return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write(
        Buffer.concat([message('R', 0), message('S', 'in_hot_standby\0on\0'), message('K', 1, 1), message('Z', 'I')]),
      ),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { url: `postgres://shop@127.0.0.1:${port}/shop`, close: () => server.close() }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
