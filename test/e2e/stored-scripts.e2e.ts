import { join } from 'node:path'
import { expect } from 'playwright/test'
import { addressFields } from '#domain/addresses/address.ts'
import { readHtmlEmails } from '#test/html-emails.ts'
import { childForm, registrationForm } from '#test/member-forms.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { MAX_FIELD_LENGTH, PASSWORD, test } from '#test/script-injection-shop.ts'
import { nameAttempts, packAttempts, roundRobin, scriptAttempts } from '#test/script-payloads.ts'
import { openVisitor } from '#test/shop-visitor.ts'

/** Maximum lengths of order comments and of a search (docs/product §10.3). */
const COMMENTS_LENGTH = 2000
const SEARCH_LENGTH = 200
/** Link in the invitation email. */
const DECLINE_LINK = 'Decline the invitation'

const NAME_FIELDS = ['first_name', 'last_name'] as const
/** Phone numbers and ZIPs consist of digits and accept no such text. */
const validFields = { state: 'NJ', zip: '07631', phone_number: '(201) 555-0100' }
/** Names have separate rules: no links and no control characters. */
const ADDRESS_FIELDS = addressFields.filter(
  (field) => !(field in validFields || ['first_name', 'last_name'].includes(field)),
)
/** The registration address has one line. */
const REGISTRATION_FIELDS = ADDRESS_FIELDS.filter((field) => field !== 'address_2')

/**
 * docs/security G8: every field that takes text receives every attempt, and nothing may execute where it is displayed,
 * even without the Content-Security-Policy. To cover another sink, add a test: fill it, then `visit` or `show` its
 * output.
 */
test.describe('no stored script runs from a field', () => {
  test('from registration and profile, in the account and on every page', async ({ page, shop, watch, signUp }) => {
    const texts = roundRobin(packAttempts(MAX_FIELD_LENGTH))
    const names = roundRobin(packAttempts(MAX_FIELD_LENGTH, nameAttempts))
    const documents: string[] = []
    for (let n = 0; !texts.isDone() || !names.isDone(); n++) {
      const user = await signUp({
        ...names.fields(['first_name']),
        ...texts.fields(['cosmetology_id', ...REGISTRATION_FIELDS]),
      })
      await user.post('/account/profile/save', { ...names.fields(['first_name', 'last_name']), email: user.email })
      await user.post('/account/license/save', { ...texts.fields(['cosmetology_id']), license_state: 'NJ' })
      for (const path of ['/account', '/faqs']) documents.push((await user.get(path)).body)
      if (n % 4 === 0) {
        await page.context().addCookies(user.cookies())
        for (const path of ['/account', '/account/addresses', '/checkout/shipping'])
          await watch.visit(`${shop.url}${path}`)
      }
    }
    await watch.render(documents)
    expect([...watch.executed]).toEqual([])
  })

  test('from saved addresses, including where their HTML is rendered', async ({ page, shop, watch, signUp }) => {
    const texts = roundRobin(scriptAttempts)
    const names = roundRobin(nameAttempts)
    const addressHtml: string[] = []
    while (!texts.isDone()) {
      const user = await signUp()
      for (let n = 0; n < 49 && !texts.isDone(); n++) {
        await user.post('/account/address/save', {
          ...names.fields(NAME_FIELDS),
          ...texts.fields(ADDRESS_FIELDS),
          ...validFields,
        })
      }
      const { addresses } = JSON.parse((await user.get('/account/user.json')).body)
      addressHtml.push(...addresses.map(({ full_address }: { full_address: string }) => full_address))
      await page.context().addCookies(user.cookies())
      await watch.visit(`${shop.url}/account/addresses`)
      await page.getByRole('button', { name: /^Edit/ }).last().click()
      await expect(page.getByRole('dialog', { name: 'Address' })).toBeVisible()
    }
    expect(addressHtml.length).toBeGreaterThan(scriptAttempts.length / addressFields.length)
    await watch.render(addressHtml)
    expect([...watch.executed]).toEqual([])
  })

  test('from orders: review, success, the guest’s page, the account and the emails', async ({
    page,
    shop,
    products,
    watch,
    signUp,
  }) => {
    const texts = roundRobin(packAttempts(MAX_FIELD_LENGTH))
    const names = roundRobin(packAttempts(MAX_FIELD_LENGTH, nameAttempts))
    const comments = roundRobin(packAttempts(COMMENTS_LENGTH))
    const orders: number[] = []
    while (!texts.isDone() || !comments.isDone()) {
      const user = await signUp()
      const form = {
        ...deliveryForm,
        ...names.fields(NAME_FIELDS),
        comments: comments.next(),
        shipping: { ...names.fields(NAME_FIELDS), ...texts.fields(ADDRESS_FIELDS), ...validFields },
      }
      await user.post('/shopping-cart/product/add', { id: products[orders.length % products.length], quantity: 1 })
      await page.context().addCookies(user.cookies())
      await watch.visit(`${shop.url}/checkout/shipping`)
      await page.evaluate((storedForm) => sessionStorage.setItem('checkout-form', storedForm), JSON.stringify(form))
      await watch.visit(`${shop.url}/checkout/review`)
      await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
      const order = await user.post('/checkout/confirm', form)
      orders.push(order.id)
      await page.context().addCookies(user.cookies())
      for (const path of ['/checkout/success', order.url, `/account/orders/${order.id}`])
        await watch.visit(`${shop.url}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Detail')
    }
    // The tests of a worker share a shop, and each places its own orders.
    const fetchEmails = async () =>
      (await readHtmlEmails(join(shop.dataDir, 'outbox'))).filter(
        (html) => /View (?:your|the) order/.test(html) && orders.some((id) => html.includes(String(id))),
      )
    await expect.poll(async () => (await fetchEmails()).length).toBe(2 * orders.length)
    await watch.render(await fetchEmails())
    expect([...watch.executed]).toEqual([])
  })

  test('from registration without a password, in the welcome email', async ({ shop, watch }) => {
    const texts = roundRobin(packAttempts(MAX_FIELD_LENGTH, nameAttempts))
    const outbox = join(shop.dataDir, 'outbox')
    const visitor = await openVisitor(shop.port)
    for (let n = 0; !texts.isDone(); n++) {
      const form = { ...registrationForm(`welcome${n}@example.com`, PASSWORD), franchise: 'N' }
      await visitor.post('/register', { ...form, first_name: texts.next() })
    }
    visitor.close()
    const fetchWelcomeEmails = async () =>
      (await readHtmlEmails(outbox)).filter((html) => html.includes('Set your password'))
    await expect
      .poll(async () => (await fetchWelcomeEmails()).length)
      .toBe(packAttempts(MAX_FIELD_LENGTH, nameAttempts).length)
    await watch.render(await fetchWelcomeEmails())
    expect([...watch.executed]).toEqual([])
  })

  test('from Add User: direct line, explanations, explorer, search and the email', async ({
    page,
    shop,
    watch,
    signUp,
  }) => {
    const texts = roundRobin(packAttempts(MAX_FIELD_LENGTH))
    const names = roundRobin(packAttempts(MAX_FIELD_LENGTH, nameAttempts))
    const nextName = () => names.fields(['first_name', 'last_name'])
    const outbox = join(shop.dataDir, 'outbox')
    let addedCount = 0
    while (!texts.isDone() || !names.isDone()) {
      const user = await signUp(nextName())
      const { detail } = JSON.parse((await user.get('/account/sales.json')).body)
      // One page of the direct line, below the hourly limit: members first, then invitations.
      for (let n = 0; n < 10; n++) await signUp({ ...nextName(), ref: detail.referral_code })
      for (let n = 0; n < 25; n++) {
        const form = {
          ...childForm(`below-${addedCount++}@example.com`),
          ...texts.fields(ADDRESS_FIELDS),
          ...nextName(),
        }
        await user.post('/account/child/add', form)
      }
      await page.context().addCookies(user.cookies())
      await watch.visit(`${shop.url}/account/sales`)
      await page.getByRole('button', { name: /^Total PV/ }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').nth(1)).toBeVisible()
      await watch.inspect()
      await watch.visit(`${shop.url}/account/sales/downline`)
      await page.getByRole('main').getByText('no one below').first().click()
      await page.getByLabel('Search your downline').fill('<')
      await expect(page.getByText(/found\.|the first|No one in your downline/)).toBeVisible()
      await watch.inspect()
    }
    const fetchEmails = async () => (await readHtmlEmails(outbox)).filter((html) => html.includes(DECLINE_LINK))
    await expect.poll(async () => (await fetchEmails()).length).toBe(addedCount)
    await watch.render(await fetchEmails())
    expect([...watch.executed]).toEqual([])
  })

  test('from products: listing, product page, cart and its layers', async ({ page, shop, products, watch }) => {
    const visitor = await openVisitor(shop.port)
    const documents = []
    for (const id of products) documents.push((await visitor.get(`/packages/${id}`)).body)
    for (const id of products.slice(0, 30)) await visitor.post('/shopping-cart/product/add', { id, quantity: 1 })
    await watch.render(documents)
    await page.context().addCookies(visitor.cookies())
    for (let n = 1; n <= Math.ceil(products.length / 20); n++) await watch.visit(`${shop.url}/packages?page=${n}`)
    for (const id of products.slice(0, 3)) await watch.visit(`${shop.url}/packages/${id}`)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Added to cart' })).toBeVisible()
    await watch.visit(`${shop.url}/checkout/cart`)
    visitor.close()
    expect([...watch.executed]).toEqual([])
  })

  test('from search queries and unknown URLs', async ({ shop, watch }) => {
    const visitor = await openVisitor(shop.port)
    const documents = []
    for (const [n, text] of packAttempts(SEARCH_LENGTH).entries()) {
      const query = encodeURIComponent(text)
      const { status, body } = await visitor.get(`/packages?q=${query}`)
      expect(status).toBe(200)
      documents.push(body)
      if (n % 30 === 0) await watch.visit(`${shop.url}/packages?q=${query}`)
    }
    await watch.render(documents)
    const statuses = new Set<number>()
    for (const attempt of scriptAttempts) {
      const email = `${attempt}@example.com`
      const requests = ['/newsletter/subscribe', '/password/forgot'].map((path) =>
        visitor.postForStatus(path, { email }),
      )
      for (const status of await Promise.all(requests)) statuses.add(status)
    }
    visitor.close()
    expect([...statuses]).toEqual([422])
    expect([...watch.executed]).toEqual([])
  })
})
