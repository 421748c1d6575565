import { expect, it } from 'vitest'
import { monthOf } from '#domain/month.ts'
import { plantMember, plantOrder, signInAs } from '#test/planted-network.ts'
import { wiredTest } from '#test/wire.ts'
import { watchChanges } from './platform/database/changes.ts'
import { isOutage } from './platform/database/outage.ts'

wiredTest('while PostgreSQL cannot be reached', {}, ({ database, wire, connection, suite }) => {
  it('reads and changes are answered with 503 and when to come back, the process lives, and then all is well again', async () => {
    const read = (url: string) => suite().app.inject({ url, headers: { accept: 'application/json' } })
    expect((await read('/packages.json')).statusCode).toBe(200)

    wire().cut()
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

    wire().mend()
    await expect.poll(async () => (await read('/readyz')).statusCode).toBe(200)
    expect((await read('/packages.json?q=jar')).statusCode).toBe(200)
  })

  it('a database that falls silent is answered with 503, and the next connection that goes through is used', async () => {
    const read = (url: string) => suite().app.inject({ url, headers: { accept: 'application/json' } })
    // Several, so that some lie idle when the silence begins.
    await Promise.all(['a', 'b', 'c'].map((word) => read(`/packages.json?q=silence-${word}`)))

    wire().hush()
    for (const url of ['/packages.json?q=silence', '/readyz']) {
      const { statusCode, headers } = await read(url)
      expect(statusCode, url).toBe(503)
      expect(headers['retry-after']).toBe('5')
    }
    // What was open stays silent for ever; what is opened now goes through.
    wire().mend()
    await expect.poll(async () => (await read('/readyz')).statusCode).toBe(200)

    wire().hush()
    wire().mend()
    // Nobody noticed; the wires that were open are dead all the same.
    await expect.poll(async () => (await read('/packages.json?q=after')).statusCode).toBe(200)
  })

  it('a statement that takes its time over a wire that works is not cut', async () => {
    expect((await connection().pool.query('select 1 as one from pg_sleep(3)')).rows).toEqual([{ one: 1 }])
  })

  it('a watch over changes whose wire fell silent listens again, and takes everything for changed', async () => {
    const heard: (string[] | 'all')[] = []
    const watch = await watchChanges(connection(), (tags) => heard.push(tags), 300)
    try {
      wire().hush()
      wire().mend()
      await expect.poll(() => heard).toEqual(['all'])
      await database().db.updateTable('states').set({ name: 'Jersey' }).where('code', '=', 'NJ').execute()
      await expect.poll(() => heard).toEqual(['all', ['states']])
    } finally {
      await watch.close()
    }
  })

  it('months in memory tell no old figures, and know afterwards what happened meanwhile', async () => {
    const ana = await plantMember(database(), { name: 'Ana' })
    const { get } = await signInAs(suite, database(), ana)
    const { network } = suite().services
    // The wires of the test before are dead; each is noticed when it is used.
    await expect.poll(async () => (await get('/account/sales.json')).statusCode).toBe(200)
    const ask = () => network.ask({ name: 'card', month: monthOf(Date.now()), memberId: ana })
    expect((await get('/account/sales.json')).json().detail).toMatchObject({ total_pv: 0 })

    wire().cut()
    await expect.poll(() => ask().catch(isOutage)).toBe(true)
    await plantOrder(database(), { member: ana, month: monthOf(Date.now()), cvCents: 5000, pv: 45 })
    expect((await get('/account/sales.json')).statusCode).toBe(503)

    wire().mend()
    await expect.poll(async () => (await get('/account/sales.json')).statusCode).toBe(200)
    expect((await get('/account/sales.json')).json().detail).toMatchObject({ total_pv: 45 })
  })
})
