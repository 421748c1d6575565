import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { signInNewMember } from '#test/member.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fillCart } from '#test/owned-resources.ts'

databaseTest('claims that an order is paid', (connection) => {
  const suite = appForSuite(connection, { RATE_LIMITS: 'on' })
  let memberCount = 0

  const signUpMember = () => signInNewMember(suite, connection)

  async function placeOrder(browser: ReturnType<typeof browserOf>) {
    await fillCart(browser, connection().db)
    const response = await browser.post('/checkout/confirm', {
      ...pickupForm,
      user_email: `guest${++memberCount}@example.com`,
    })
    const { id, url } = response.json()
    return { id, key: new URL(url, 'http://shop.test').searchParams.get('key') ?? '' }
  }
  const claims = async (id: number) =>
    (await connection().pool.query('select method, note from payment_claims where order_id = $1', [id])).rows

  it('are made by a guest with the link’s key, and repeating one changes nothing', async () => {
    const browser = browserOf(suite)
    const { id, key } = await placeOrder(browser)
    const claim = (body: object, sender = browser) => sender.post(`/orders/${id}/paid`, body)
    const response = await claim({ key, method: 'cash', note: ' Handed over on Friday ' })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({ id, claimed_at: expect.any(String), cancels_at: null, due_on: expect.any(String) }),
    ])
    expect((await claim({ key, note: 'Again' })).json().claimed_at).toBe(response.json().claimed_at)
    expect(await claims(id)).toEqual([{ method: 'cash', note: 'Handed over on Friday' }])
    expect((await claim({ key: `${key}0` })).statusCode).toBe(404)
    expect((await claim({}, browserOf(suite))).statusCode).toBe(404)
    expect((await claim({ key, note: 'x'.repeat(501) })).statusCode).toBe(422)
    expect((await claim({ key, method: 'gold' })).statusCode).toBe(422)
  })

  it('are made by users for their own orders only', async () => {
    const owner = await signUpMember()
    const { id } = await placeOrder(owner)
    const otherMember = await signUpMember()
    expect((await otherMember.post(`/account/orders/${id}/paid`, {})).statusCode).toBe(404)
    expect((await browserOf(suite).post(`/account/orders/${id}/paid`, {})).statusCode).toBe(401)
    expect(await claims(id)).toEqual([])
    expect((await owner.post(`/account/orders/${id}/paid`, {})).json()).toMatchObject({ id, cancels_at: null })
    expect(await claims(id)).toHaveLength(1)
  })

  it('are refused when nothing is due anymore', async () => {
    const owner = await signUpMember()
    const { id } = await placeOrder(owner)
    await connection().pool.query(`update orders set status = 'canceled', canceled_at = now() where id = $1`, [id])
    const response = await owner.post(`/account/orders/${id}/paid`, {})
    expect([response.statusCode, response.json().detail]).toEqual([409, 'Nothing is due on this order anymore.'])
  })

  it('are rate limited per IP address', async () => {
    const browser = browserOf(suite)
    const { id, key } = await placeOrder(browser)
    const codes = new Set<number>()
    for (let n = 0; n < 21; n++) codes.add((await browser.post(`/orders/${id}/paid`, { key }, '192.0.2.77')).statusCode)
    expect([...codes]).toEqual([200, 429])
  })
})
