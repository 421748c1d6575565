import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { address as filled } from '#test/address.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { MAX_ADDRESSES } from './address.queries.ts'
import { openSession } from './sessions.ts'

const address = { ...filled, company: 'Reyes & Kim', address_1: '1 <b>Main</b> Street' }
const MISSING = 2_000_000_000

databaseTest('the account', (connection) => {
  const suite = appForSuite(connection)
  const guest = () => browserOf(suite)
  const member = async (type: 'member' | 'franchise' = 'member') => {
    const user = await makeUser(connection().db, { type })
    const browser = guest()
    browser.jar.set('session', await inTransaction(connection().db, (trx) => openSession(trx, user.id)))
    return { ...browser, user }
  }
  const order = async (browser: ReturnType<typeof guest>): Promise<number> => {
    const product = await makeProduct(connection().db)
    await browser.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    return (await browser.post('/checkout/confirm', pickupForm)).json().id
  }
  const savedAddress = async (browser: ReturnType<typeof guest>): Promise<number> =>
    (await browser.post('/account/address/save', address)).json().addresses.at(-1).id

  it('addresses can be added, changed and removed, and the response is the whole user', async () => {
    const ana = await member()
    const added = (await ana.post('/account/address/save', address)).json()
    expect(added).toMatchObject({ id: ana.user.id, addresses: [address] })
    const [{ id, full_address }] = added.addresses
    expect(full_address).toContain('Reyes &amp; Kim<br>1 &lt;b&gt;Main&lt;/b&gt; Street')
    const changed = (await ana.post('/account/address/save', { ...address, id, city: 'Tenafly' })).json()
    expect(changed.addresses).toMatchObject([{ id, city: 'Tenafly' }])
    expect((await ana.post('/account/address/remove', { address_id: id })).json().addresses).toEqual([])
    for (let n = 0; n < MAX_ADDRESSES; n++) await ana.post('/account/address/save', address)
    expect((await ana.post('/account/address/save', address)).json()).toMatchObject({
      status: 422,
      code: 'too_many_addresses',
    })
  })

  it.each([undefined, null, '', ' '])('an address may have a company; %j means none', async (company) => {
    const ana = await member()
    const withCompany = (await ana.post('/account/address/save', address)).json().addresses[0]
    expect(withCompany).toMatchObject({ company: 'Reyes & Kim' })
    const cleared = (await ana.post('/account/address/save', { ...address, id: withCompany.id, company })).json()
      .addresses[0]
    expect([cleared.company, cleared.full_address]).toEqual([null, expect.stringContaining('Ana Reyes<br>1 &lt;b&gt;')])
  })

  it('a company has at most 255 characters', async () => {
    for (const company of ['x'.repeat(256), 7, ['Kim']]) {
      const response = await (await member()).post('/account/address/save', { ...address, company })
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['company']])
    }
  })

  it.each([
    ['first_name', 'First Name is required.'],
    ['last_name', 'Last Name is required.'],
    ['phone_number', 'Phone Number is required.'],
    ['address_1', 'Address is required.'],
    ['city', 'City is required.'],
    ['state', 'State is required.'],
    ['zip', 'Zip Code is required.'],
  ])('an address requires %s', async (field, message) => {
    const response = await (await member()).post('/account/address/save', { ...address, [field]: '' })
    expect([response.statusCode, response.json().errors]).toEqual([422, { [field]: message }])
  })

  it('orders are listed newest first, twenty per page; an offset beyond the end returns an empty page', async () => {
    const ana = await member('franchise')
    const { rows } = await connection().pool.query(
      `insert into orders (user_id, type, first_name, last_name, email, phone_number, sub_total_cents,
         shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
       select $1, 'P', 'Ana', 'Reyes', 'a@example.com', '1', n, 0, 0, 0, n, 0, 0, 'Pickup', 'check'
         from generate_series(1, 45) n returning id`,
      [ana.user.id],
    )
    const ids = rows.map(({ id }) => id).reverse()
    const page = async (offset: number) => (await ana.get(`/account/orders.json?offset=${offset}`)).json()
    expect((await page(0)).data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 20))
    expect(await page(40)).toMatchObject({
      page_count: 3,
      data: [{ order_total: 0.05 }, {}, {}, {}, { order_total: 0.01 }],
    })
    expect(await page(60)).toEqual({ page_count: 3, data: [] })
    for (const invalidOffset of ['-1', '1.5', 'x']) {
      expect((await ana.get(`/account/orders.json?offset=${invalidOffset}`)).statusCode).toBe(422)
    }
  })

  it('another user’s or a guest’s order or address gets the same response as a missing one, and nothing changes', async () => {
    const [ana, bea, visitor] = [await member(), await member('franchise'), guest()]
    const orders = [await order(bea), await order(visitor)]
    const addressId = await savedAddress(bea)
    const summarize = async (response: ReturnType<typeof ana.get>) => {
      const { statusCode, json } = await response
      return [statusCode, json()]
    }
    for (const id of orders) {
      expect(await summarize(ana.get(`/account/orders/${id}.json`))).toEqual(
        await summarize(ana.get(`/account/orders/${MISSING}.json`)),
      )
    }
    expect((await bea.get(`/account/orders/${orders[0]}.json`)).json()).toMatchObject({ id: orders[0] })
    for (const [url, createBody] of [
      ['/account/address/save', (id: number) => ({ ...address, id })],
      ['/account/address/remove', (id: number) => ({ address_id: id })],
    ] as const) {
      const foreign = await summarize(ana.post(url, createBody(addressId)))
      expect(foreign).toEqual(await summarize(ana.post(url, createBody(MISSING))))
      expect(foreign[0]).toBe(404)
    }
    expect((await bea.get('/account/user.json')).json().addresses).toMatchObject([{ id: addressId, city: 'Englewood' }])
  })

  it('saving only the name starts no email change', async () => {
    const ana = await member()
    const count = async () => (await connection().pool.query('select count(*)::int as n from email_changes')).rows[0].n
    const before = await count()
    const { email } = ana.user
    await ana.post('/account/profile/save', { first_name: 'Anna', last_name: 'Reyes', email: email.toUpperCase() })
    expect((await ana.get('/account/user.json')).json()).toMatchObject({ first_name: 'Anna', email })
    expect(await count()).toBe(before)
  })

  it('every call under /account requires a sign-in', async () => {
    const { paths } = (await guest().get('/openapi.json')).json()
    const calls = Object.keys(paths).filter((path) => path.startsWith('/account'))
    expect(calls.length).toBeGreaterThan(5)
    for (const path of calls) {
      const url = path.replace(/\{\w+\}/, '100001')
      const response = paths[path].get ? await guest().get(url) : await guest().post(url, {})
      expect([path, response.statusCode]).toEqual([path, 401])
    }
  })
})
