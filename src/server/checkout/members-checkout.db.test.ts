import { expect, it } from 'vitest'
import { openSession } from '#server/customers/sessions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'

const { first_name: _, last_name: __, user_email: ___, phone_number: ____, ...pickup } = pickupForm
const deliverTo = (addressId: number) => ({
  ...pickup,
  type: 'D',
  shipping: { address_id: addressId },
  shipping_method: 'ground',
})
const MISSING = 2_000_000_000

databaseTest('member checkout', (connection) => {
  const suite = appForSuite(connection)
  const guest = () => browserOf(suite)
  const member = async () => {
    const user = await makeUser(connection().db)
    const browser = guest()
    browser.jar.set('session', await inTransaction(connection().db, (trx) => openSession(trx, user.id)))
    return { ...browser, user }
  }
  type Browser = ReturnType<typeof guest>
  const fill = async (browser: Browser) => {
    const product = await makeProduct(connection().db, { pv: 7 })
    await browser.post('/shopping-cart/product/add', { id: product.id, quantity: 2 })
  }
  const saveAddress = async (browser: Browser, city = 'Englewood'): Promise<number> =>
    (await browser.post('/account/address/save', { ...deliveryForm.shipping, address_id: undefined, city }))
      .json()
      .addresses.at(-1).id
  const orderRow = async (id: number) =>
    (await connection().pool.query('select user_id, credited_user_id from orders where id = $1', [id])).rows[0]

  it('needs no contact data, and delivers to a saved address, of which the order keeps a copy', async () => {
    const ana = await member()
    await fill(ana)
    const addressId = await saveAddress(ana, 'Tenafly')
    const response = await ana.post('/checkout/confirm', deliverTo(addressId))
    expect([response.statusCode, response.json()]).toMatchObject([
      201,
      { user_email: ana.user.email, first_name: 'Ana', addresses: [{ city: 'Tenafly', zip: '07631' }] },
    ])
    await ana.post('/account/address/remove', { address_id: addressId })
    const { id } = response.json()
    expect((await ana.get(`/account/orders/${id}.json`)).json().addresses).toMatchObject([{ city: 'Tenafly' }])
    expect(await orderRow(id)).toEqual({ user_id: ana.user.id, credited_user_id: ana.user.id })
  })

  it('accepts a new address with the same validation messages as for guests', async () => {
    const ana = await member()
    await fill(ana)
    const form = { ...pickup, type: 'D', shipping: { address_id: 0, zip: '0763' }, shipping_method: 'ground' }
    expect((await ana.post('/checkout/confirm', form)).json().errors).toEqual({
      'shipping.first_name': 'First Name is required.',
      'shipping.last_name': 'Last Name is required.',
      'shipping.phone_number': 'Phone Number is required.',
      'shipping.address_1': 'Address is required.',
      'shipping.city': 'City is required.',
      'shipping.state': 'State is required.',
      'shipping.zip': 'Zipcode is invalid.',
    })
    const response = await ana.post('/checkout/confirm', { ...form, shipping: deliveryForm.shipping })
    expect(response.statusCode).toBe(201)
  })

  it('treats another user’s address like a missing one, for members and guests, and reveals nothing of it', async () => {
    const [ana, bea, visitor] = [await member(), await member(), guest()]
    const otherAddressId = await saveAddress(bea, 'Secaucus')
    for (const browser of [ana, visitor]) {
      await fill(browser)
      const contact = browser === visitor ? pickupForm : {}
      const readResponses = async (id: number) => {
        const order = await browser.post('/checkout/confirm', { ...contact, ...deliverTo(id) })
        const quotes = await browser.get(`/checkout/quotes.json?address_id=${id}`)
        return [order.statusCode, order.json(), quotes.statusCode, quotes.json()]
      }
      const responses = await readResponses(otherAddressId)
      expect(responses).toEqual(await readResponses(MISSING))
      expect([responses[0], responses[2]]).toEqual([422, 404])
      expect(responses[1]).toMatchObject({ errors: { 'shipping.address_id': 'Please choose an address.' } })
      expect(JSON.stringify(responses)).not.toContain('Secaucus')
    }
  })

  it('from a page that shows a member is never a guest order after their session has ended', async () => {
    const ana = await member()
    await fill(ana)
    const addressId = await saveAddress(ana)
    await connection().pool.query('delete from sessions where user_id = $1', [ana.user.id])
    const pickupTotal = () => ana.get('/checkout/totals.json?type=P')
    expect((await pickupTotal()).json()).toMatchObject({ status: 401, code: 'not_signed_in', detail: 'Please log in.' })
    // The browser filled a guest cart in the meantime, and the form has a guest's details.
    await fill(ana)
    const order = (headers: object) => ana.post('/checkout/confirm', pickupForm, '127.0.0.1', headers)
    const signIn = { status: 401, code: 'not_signed_in', detail: 'Please log in.' }
    expect((await order({ 'x-buyer': String(ana.user.id) })).json()).toMatchObject(signIn)
    expect((await ana.get(`/checkout/quotes.json?address_id=${addressId}`)).json()).toMatchObject(signIn)
    const delivery = `type=D&address_id=${addressId}&shipping_method=ground`
    expect((await ana.get(`/checkout/totals.json?${delivery}`)).json()).toMatchObject(signIn)
    expect((await pickupTotal()).statusCode).toBe(200)
    // A page that shows no user places a guest order, even if the browser still has the cookie of an ended session.
    expect((await order({})).statusCode).toBe(201)
  })

  it('gets a cart that contains the user with addresses; a guest’s cart contains no user', async () => {
    const [ana, visitor] = [await member(), guest()]
    const id = await saveAddress(ana)
    await fill(ana)
    await fill(visitor)
    expect((await ana.get('/cart.json')).json().user).toMatchObject({ id: ana.user.id, addresses: [{ id }] })
    expect((await visitor.get('/cart.json')).json().user).toBeNull()
  })

  it('gets the same quotes for a saved address as for its ZIP', async () => {
    const ana = await member()
    await fill(ana)
    const byAddress = await ana.get(`/checkout/quotes.json?address_id=${await saveAddress(ana)}`)
    expect(byAddress.json()).toEqual((await ana.get('/checkout/quotes.json?zipcode=07631')).json())
    expect(byAddress.json().length).toBeGreaterThan(0)
    expect((await ana.get('/checkout/quotes.json')).json().errors).toEqual({ zipcode: 'Zipcode is required.' })
  })

  it('requires contact data from guests', async () => {
    const visitor = guest()
    await fill(visitor)
    const { statusCode, json } = await visitor.post('/checkout/confirm', pickup)
    expect([statusCode, json().errors]).toEqual([
      422,
      {
        first_name: 'First Name is required.',
        last_name: 'Last Name is required.',
        user_email: 'Email Address is required.',
        phone_number: 'Phone Number is required.',
      },
    ])
  })

  it('credits a guest’s purchase to the member whose link they followed, and a member’s purchase to that member', async () => {
    const [ana, bea, visitor] = [await member(), await member(), guest()]
    visitor.jar.set('ref', ana.user.referral_code.toLowerCase())
    await fill(visitor)
    const { id } = (await visitor.post('/checkout/confirm', pickupForm)).json()
    expect(await orderRow(id)).toEqual({ user_id: null, credited_user_id: ana.user.id })

    bea.jar.set('ref', ana.user.referral_code)
    await fill(bea)
    const memberOrder = (await bea.post('/checkout/confirm', pickup)).json()
    expect(await orderRow(memberOrder.id)).toEqual({ user_id: bea.user.id, credited_user_id: bea.user.id })

    visitor.jar.set('ref', 'NOBODY')
    await fill(visitor)
    const uncreditedOrder = (await visitor.post('/checkout/confirm', pickupForm)).json()
    expect(await orderRow(uncreditedOrder.id)).toEqual({ user_id: null, credited_user_id: null })
  })

  it('keeps the credit for an earlier link when a later link is mistyped', async () => {
    const [ana, bea, visitor] = [await member(), await member(), guest()]
    const readCreditedMember = async () => {
      await fill(visitor)
      const { id } = (await visitor.post('/checkout/confirm', pickupForm)).json()
      return (await orderRow(id))?.credited_user_id
    }
    await visitor.get(`/a-page?ref=${ana.user.referral_code}`)
    await visitor.get('/a-page?ref=NOBODY')
    expect(await readCreditedMember()).toBe(ana.user.id)
    await visitor.get(`/a-page?ref=${bea.user.referral_code.toLowerCase()}`)
    await visitor.get('/a-page?ref=NOR1THIS')
    expect(await readCreditedMember()).toBe(bea.user.id)
  })
})
