import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fillCart } from '#test/owned-resources.ts'
import { makeGuestOrderPath } from './guest-link.ts'

const DAY = 86_400_000

databaseTest('a guest’s link to an order', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  const signer = () => suite().services.signer
  let buyerCount = 0

  async function placeOrder(): Promise<{ id: number; url: string; email: string }> {
    const browser = browserOf(suite)
    await fillCart(browser, connection().db)
    const email = `linked${++buyerCount}@example.com`
    const { id, url } = (await browser.post('/checkout/confirm', { ...pickupForm, user_email: email })).json()
    return { id, url, email }
  }
  const json = (url: string) => browserOf(suite).get(url.replace('?', '.json?'))
  const getKey = (url: string) => new URL(url, 'http://shop.test').searchParams.get('key') ?? ''
  const requestLink = (id: number, key: string, ip = '192.0.2.1') =>
    browserOf(suite).post(`/orders/${id}/link`, { key }, ip)
  const mails = async () =>
    (await connection().pool.query(`select data from pgboss.job where data->>'mail' = 'order_link'`)).rows.map(
      ({ data }) => data.order_id,
    )

  it('works for 180 days and then reports that it has expired', async () => {
    const { id, url } = await placeOrder()
    expect((await json(url)).statusCode).toBe(200)
    expect((await json(makeGuestOrderPath(signer(), { id, corrections: 0 }, Date.now() - 180 * DAY))).statusCode).toBe(
      200,
    )
    const expiredLink = makeGuestOrderPath(signer(), { id, corrections: 0 }, Date.now() - 181 * DAY)
    const response = await json(expiredLink)
    expect([response.statusCode, response.json().code, response.json().detail]).toEqual([
      410,
      'order_link_expired',
      'This link has expired. Order links work for 180 days.',
    ])
    expect((await browserOf(suite).get(expiredLink.replace('?', '/invoice.pdf?'))).statusCode).toBe(410)
    // A later day needs another signature.
    const day = Number(/key=(\d+)\./.exec(expiredLink)?.[1])
    expect((await json(expiredLink.replace(`key=${day}.`, `key=${day + 100}.`))).statusCode).toBe(404)
    expect((await json(expiredLink.replace(`/${id}`, `/${id - 1}`))).statusCode).toBe(404)
  })

  it('without a day, from an older release, works until 180 days after its order', async () => {
    const { id } = await placeOrder()
    const oldLink = `/orders/${id}?key=${signer().sign('guest order', String(id))}`
    expect((await json(oldLink)).statusCode).toBe(200)
    await connection().pool.query(`update orders set created_at = now() - interval '181 days' where id = $1`, [id])
    expect((await json(oldLink)).statusCode).toBe(410)
  })

  it('is replaced by email once expired, without revealing anything to the requester', async () => {
    const { id } = await placeOrder()
    const expiredLink = getKey(makeGuestOrderPath(signer(), { id, corrections: 0 }, Date.now() - 200 * DAY))
    const responses = [
      await requestLink(id, expiredLink),
      await requestLink(id, 'made up'),
      await requestLink(999_999, expiredLink),
      await requestLink(id - 1, expiredLink),
    ]
    for (const { statusCode, json } of responses) {
      expect([statusCode, json().message]).toEqual([
        200,
        'If the link was valid, we’ve emailed a new one to the address on the order.',
      ])
    }
    expect(await mails()).toEqual([id])
    for (let n = 0; n < 4; n++) expect((await requestLink(id, expiredLink, `192.0.2.${50 + n}`)).statusCode).toBe(200)
    expect((await requestLink(id, expiredLink, '192.0.2.60')).statusCode).toBe(200)
    expect(await mails(), 'five an hour for one order').toHaveLength(5)
    for (let n = 4; n < 20; n++) expect((await requestLink(id - 1, 'guess')).statusCode).toBe(200)
    expect((await requestLink(id - 1, 'guess')).statusCode, 'twenty an hour from one IP address').toBe(429)
  })
})
