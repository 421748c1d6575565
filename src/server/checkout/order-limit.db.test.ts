import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { signInNewMember } from '#test/member.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fillCart } from '#test/owned-resources.ts'

databaseTest('the order limit', (connection, engine) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  const keyHeader = { 'idempotency-key': 'one' }
  const placeOrder = async (email: string, ip: string, browser = browserOf(suite)) => {
    await fillCart(browser, connection().db)
    return browser.post('/checkout/confirm', { ...pickupForm, user_email: email }, ip, keyHeader)
  }
  const count = async () => (await connection().pool.query('select count(*)::int as n from orders')).rows[0].n

  it('allows twenty an hour from one IP address, across all emails; repeated submissions do not count', async () => {
    const first = browserOf(suite)
    expect((await placeOrder('buyer0@example.com', '192.0.2.1', first)).statusCode).toBe(201)
    // Neither refused nor repeated submissions are placements.
    for (let n = 0; n < 25; n++) {
      const repeated = await first.post(
        '/checkout/confirm',
        { ...pickupForm, user_email: 'buyer0@example.com' },
        '192.0.2.1',
        keyHeader,
      )
      expect(repeated.statusCode).toBe(201)
      expect((await browserOf(suite).post('/checkout/confirm', pickupForm, '192.0.2.1')).statusCode).toBe(422)
    }
    for (let n = 1; n < 20; n++) expect((await placeOrder(`buyer${n}@example.com`, '192.0.2.1')).statusCode).toBe(201)

    const lastBrowser = browserOf(suite)
    const before = await count()
    const refusal = await placeOrder('buyer20@example.com', '192.0.2.1', lastBrowser)
    expect(refusal.json()).toMatchObject({ status: 429, code: 'too_many_orders' })
    expect(refusal.json().detail).toMatch(
      /^You can place up to 20 orders an hour\. Please try again in \d+ minutes, or call us\.$/,
    )
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3500)
    expect(await count()).toBe(before)
    expect((await placeOrder('buyer20@example.com', '192.0.2.2', lastBrowser)).statusCode, 'the cart was kept').toBe(
      201,
    )

    await connection().pool.query(
      `update placement_counts set placed_at = array(select at - interval '1 hour' from unnest(placed_at) at)`,
    )
    expect((await placeOrder('buyer21@example.com', '192.0.2.1')).statusCode).toBe(201)
  })

  it('allows twenty an hour for one email, from any number of IP addresses and concurrently', async () => {
    const browsers = Array.from({ length: 24 }, () => browserOf(suite))
    for (const browser of browsers) await fillCart(browser, connection().db)
    const form = { ...pickupForm, user_email: 'Same@example.com' }
    const send = (n: number) => browsers[n]?.post('/checkout/confirm', form, `192.0.2.${100 + n}`)
    const responses = []
    if (engine === 'postgres') responses.push(...(await Promise.all(browsers.map((_, n) => send(n)))))
    else for (const n of browsers.keys()) responses.push(await send(n))
    expect(responses.filter((response) => response?.statusCode === 201)).toHaveLength(20)
    expect(responses.filter((response) => response?.statusCode === 429)).toHaveLength(4)
  })

  it('counts guest orders with a member’s email separately from the member’s own twenty', async () => {
    const ana = await signInNewMember(suite, connection, { email: 'ana.limit@example.com' })
    await connection().pool.query(`insert into placement_counts (kind, key, placed_at)
      values ('of', 'ana.limit@example.com', array_fill(now(), array[20]))`)
    expect((await placeOrder('ana.limit@example.com', '192.0.2.201')).statusCode).toBe(429)
    for (let n = 0; n < 20; n++) {
      await fillCart(ana, connection().db)
      expect((await ana.post('/checkout/confirm', pickupForm, `192.0.2.${202 + n}`)).statusCode).toBe(201)
    }
    await fillCart(ana, connection().db)
    expect((await ana.post('/checkout/confirm', pickupForm, '192.0.2.240')).statusCode).toBe(429)
  })
})

databaseTest('without limits', (connection) => {
  const suite = appForSuite(connection)

  it('any number of orders can be placed', async () => {
    for (let n = 0; n < 22; n++) {
      const browser = browserOf(suite)
      await fillCart(browser, connection().db)
      expect((await browser.post('/checkout/confirm', pickupForm)).statusCode).toBe(201)
    }
  })
})
