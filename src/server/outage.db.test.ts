import { expect, it } from 'vitest'
import { monthOf } from '#domain/calendar/month.ts'
import { createCountedOrder, createMember, signInAs } from '#test/create-network.ts'
import { proxiedTest } from '#test/proxied-test.ts'
import { watchChanges } from './platform/database/changes.ts'
import { isOutage } from './platform/database/outage.ts'

proxiedTest('while PostgreSQL is unreachable', {}, ({ database, proxy, connection, suite }) => {
  it('responds to reads and writes with 503 and Retry-After, keeps the process alive, and recovers', async () => {
    const read = (url: string) => suite().app.inject({ url, headers: { accept: 'application/json' } })
    expect((await read('/packages.json')).statusCode).toBe(200)

    proxy().disconnect()
    // Cached responses are still available.
    expect((await read('/packages.json')).statusCode).toBe(200)
    for (const url of ['/packages.json?q=jar', '/states.json', '/readyz']) {
      const { statusCode, headers, json } = await read(url)
      expect(statusCode, url).toBe(503)
      expect(headers['retry-after']).toBe('5')
      expect(json()).toMatchObject({ status: 503, code: 'unavailable', detail: expect.stringContaining('try again') })
    }
    const placed = await suite().app.inject({
      method: 'POST',
      url: '/shopping-cart/product/add',
      headers: { ...suite().visitor(), accept: 'application/json' },
      payload: { id: 1, quantity: 1 },
    })
    expect(placed.statusCode).toBe(503)
    expect((await read('/healthz')).statusCode).toBe(200)

    proxy().restore()
    await expect.poll(async () => (await read('/readyz')).statusCode).toBe(200)
    expect((await read('/packages.json?q=jar')).statusCode).toBe(200)
  })

  it('responds with 503 when the database falls silent and uses the next connection that succeeds', async () => {
    const read = (url: string) => suite().app.inject({ url, headers: { accept: 'application/json' } })
    // Opens several connections so that some are idle when the silence begins.
    await Promise.all(['a', 'b', 'c'].map((word) => read(`/packages.json?q=silence-${word}`)))

    proxy().silence()
    for (const url of ['/packages.json?q=silence', '/readyz']) {
      const { statusCode, headers } = await read(url)
      expect(statusCode, url).toBe(503)
      expect(headers['retry-after']).toBe('5')
    }
    // Connections that were open stay silent forever; new ones work.
    proxy().restore()
    await expect.poll(async () => (await read('/readyz')).statusCode).toBe(200)

    proxy().silence()
    proxy().restore()
    // Nothing noticed the failure yet, but the connections that were open are dead.
    await expect.poll(async () => (await read('/packages.json?q=after')).statusCode).toBe(200)
  })

  it('does not cut a slow statement on a working connection', async () => {
    expect((await connection().pool.query('select 1 as one from pg_sleep(3)')).rows).toEqual([{ one: 1 }])
  })

  it('reconnects a change listener whose connection fell silent and treats everything as changed', async () => {
    const received: (string[] | 'all')[] = []
    const watch = await watchChanges(connection(), (tags) => received.push(tags), 300)
    try {
      proxy().silence()
      proxy().restore()
      await expect.poll(() => received).toEqual(['all'])
      await database().db.updateTable('states').set({ name: 'Jersey' }).where('code', '=', 'NJ').execute()
      await expect.poll(() => received).toEqual(['all', ['states']])
    } finally {
      await watch.close()
    }
  })

  it('serves no outdated figures from months in memory and includes later changes after recovery', async () => {
    const ana = await createMember(database(), { name: 'Ana' })
    const { get } = await signInAs(suite, database(), ana)
    const { network } = suite().services
    // The connections of the previous test are dead; each failure is noticed on first use.
    await expect.poll(async () => (await get('/account/sales.json')).statusCode).toBe(200)
    const queryCard = () => network.query({ name: 'card', month: monthOf(Date.now()), memberId: ana })
    expect((await get('/account/sales.json')).json().detail).toMatchObject({ total_pv: 0 })

    proxy().disconnect()
    await expect.poll(() => queryCard().catch(isOutage)).toBe(true)
    await createCountedOrder(database(), { member: ana, month: monthOf(Date.now()), cvCents: 5000, pv: 45 })
    expect((await get('/account/sales.json')).statusCode).toBe(503)

    proxy().restore()
    await expect.poll(async () => (await get('/account/sales.json')).statusCode).toBe(200)
    expect((await get('/account/sales.json')).json().detail).toMatchObject({ total_pv: 45 })
  })
})
