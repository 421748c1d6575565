import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { signInNewMember } from '#test/member.ts'
import { childForm, registrationForm } from '#test/member-forms.ts'
import { deliveryForm } from '#test/order-forms.ts'

const TYPED = { phone_number: '+1 201.555.0142', zip: '07631-1234' }
const STORED = { phone_number: '(201) 555-0142', zip: '07631' }

databaseTest('contact fields', (connection) => {
  const suite = appForSuite(connection)
  const createBuyer = async () => {
    const browser = browserOf(suite)
    const { id } = await makeProduct(connection().db)
    await browser.post('/shopping-cart/product/add', { id, quantity: 1 })
    return browser
  }
  const readAddresses = async (email: string) =>
    (
      await connection().pool.query(
        'select a.phone_number, a.zip from user_addresses a join users u on u.id = a.user_id where u.email = $1',
        [email],
      )
    ).rows

  it('are normalized in an order: phone numbers have one format, and a ZIP+4 becomes five digits, which price the shipping', async () => {
    const form = { ...deliveryForm, ...TYPED, shipping: { ...deliveryForm.shipping, ...TYPED } }
    const response = await (await createBuyer()).post('/checkout/confirm', form)
    expect(response.statusCode).toBe(201)
    expect(response.json().addresses).toMatchObject([STORED])
    const { rows } = await connection().pool.query('select phone_number from orders where id = $1', [
      response.json().id,
    ])
    expect(rows).toEqual([{ phone_number: STORED.phone_number }])
  })

  it('are normalized in an address of the account', async () => {
    const ana = await signInNewMember(suite, connection)
    const saved = await ana.post('/account/address/save', { ...deliveryForm.shipping, ...TYPED })
    expect(saved.json().addresses).toMatchObject([STORED])
  })

  it('are normalized at registration', async () => {
    const form = { ...registrationForm('stored@example.com', 'lavender tubes'), ...TYPED }
    expect((await browserOf(suite).post('/register', form)).statusCode).toBe(201)
    expect(await readAddresses('stored@example.com')).toEqual([STORED])
  })

  it.each([
    ['/register', registrationForm('none@example.com', 'lavender tubes')],
    ['/account/child/add', childForm('none@example.com')],
    ['/account/address/save', deliveryForm.shipping],
    ['/checkout/confirm', deliveryForm],
  ])('%s refuses an invalid phone number with a message at its field', async (url, form) => {
    const ana = url.startsWith('/account') ? await signInNewMember(suite, connection) : await createBuyer()
    const response = await ana.post(url, { ...form, phone_number: 'ask for Ana' })
    expect([response.statusCode, response.json().errors]).toEqual([422, { phone_number: 'Phone Number is invalid.' }])
  })

  it.each([null, 5, ['Ana'], '\u200b\u00ad'])(
    'reports %j as a missing name with the message of the field',
    async (wrong) => {
      const browser = await createBuyer()
      const response = await browser.post('/checkout/confirm', {
        ...deliveryForm,
        first_name: wrong,
        shipping: { ...deliveryForm.shipping, last_name: wrong, city: wrong },
      })
      expect([response.statusCode, response.json().errors]).toEqual([
        422,
        {
          first_name: 'First Name is required.',
          'shipping.last_name': 'Last Name is required.',
          'shipping.city': 'City is required.',
        },
      ])
    },
  )

  it('prices shipping quotes by the five digits of a ZIP or ZIP+4 and refuses shorter ones', async () => {
    const browser = await createBuyer()
    const [five, nine, four] = await Promise.all(
      ['07631', '07631-1234', '0763'].map((zipcode) => browser.get(`/checkout/quotes.json?zipcode=${zipcode}`)),
    )
    expect([five?.statusCode, nine?.statusCode, nine?.json()]).toEqual([200, 200, five?.json()])
    expect([four?.statusCode, four?.json().errors]).toEqual([422, { zipcode: 'Zipcode is invalid.' }])
  })
})
