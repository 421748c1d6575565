import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { adjustStock } from '#server/stock/adjust-stock.ts'
import { browserOf } from '#test/browser.ts'
import { makeProduct } from '#test/factories.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import {
  fillContact,
  fillDelivery,
  makeMasque,
  nextStep,
  pressPlaceOrder,
  putInCart,
  readAmount,
} from '#test/page-checkout.ts'
import { holdPageRequests, interceptRequests } from '#test/page-requests.ts'
import { takeStep } from '#test/page-steps.ts'
import { PASSWORD, signIn, signUp } from '#test/sign-up.ts'

const shippingPath = '/checkout/shipping'
const NEW_PASSWORD = 'lavender tubes 10'

pageTest('the checkout', (app) => {
  let masque: { id: number; name: string }
  beforeAll(async () => {
    masque = await makeMasque(app().services.db)
  })
  afterEach(() => vi.useRealTimers())
  const main = () => within(screen.getByRole('main'))
  const findMainText = (text: string | RegExp) =>
    waitFor(() => expect(screen.getByRole('main').textContent).toMatch(text))

  async function openAsGuest(path: string, quantity = 1) {
    const browser = browserOf(app)
    await putInCart(browser, masque.id, quantity)
    return { browser, page: await openShopPage(browser, path) }
  }
  async function openAsMember(email: string, quantity = 1) {
    const browser = await signUp(app, email)
    await putInCart(browser, masque.id, quantity)
    return { browser, page: await openShopPage(browser, shippingPath) }
  }
  async function openReview(email: string) {
    const guest = await openAsGuest(shippingPath)
    await fillContact(guest.page, email)
    for (let step = 0; step < 2; step++) await nextStep(guest.page)
    return guest
  }

  it('names the current step in the breadcrumb', async () => {
    const { page } = await openAsGuest(shippingPath)
    const readCrumbs = () =>
      within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent.replace('/', ''))
    expect(readCrumbs()).toEqual(['Home', 'Shopping Cart', 'Shipping'])
    await fillContact(page, 'crumbs@example.com')
    await nextStep(page)
    expect(readCrumbs()).toEqual(['Home', 'Shopping Cart', 'Payment'])
    await nextStep(page)
    expect(readCrumbs()).toEqual(['Home', 'Shopping Cart', 'Review'])
  })

  it('redirects visitors without an order from the success page to the cart', async () => {
    const { path } = await openShopPage(browserOf(app), '/checkout/success')
    expect(path()).toBe('/checkout/cart')
  })

  it('redirects from every step to the cart after the product sold out', async () => {
    const { db } = app().services
    const product = await makeProduct(db, { name: 'Steam Brush', priceCents: 6450, stock: 40 })
    const browser = browserOf(app)
    await putInCart(browser, product.id)
    const count = { productId: product.id, kind: 'count', quantity: 0, reason: 'For the test' } as const
    await inTransaction(db, (trx) => adjustStock(trx, { kind: 'command_line' }, count))
    for (const step of ['shipping', 'payment', 'review']) {
      const { path } = await openShopPage(browser, `/checkout/${step}`)
      await screen.findByText(/Steam Brush is not available/)
      expect(path()).toBe('/checkout/cart')
    }
    const { user, path } = await openShopPage(browser, '/checkout/cart')
    await user.click(screen.getByRole('button', { name: 'Proceed to Checkout' }))
    expect(path()).toBe('/checkout/cart')
    await user.click(screen.getByRole('button', { name: /^Remove/ }))
    await screen.findByText('There are no items in your cart.')
  })

  it('never shows or uses the total of a pickup for a delivery', async () => {
    const { page } = await openAsGuest(shippingPath, 3)
    await waitFor(() => expect(readAmount('Total')).toBe('$114.00'))
    await fillContact(page, 'unknown-total@example.com')
    await page.user.click(screen.getByRole('radio', { name: /^Delivery/ }))
    expect(screen.getByRole('button', { name: 'Next Step' })).toHaveProperty('disabled', true)
    await page.fill(screen.getByLabelText('Zipcode'), '10001')
    await page.user.click(await screen.findByRole('radio', { name: /^Ground/ }))
    await waitFor(() => expect(readAmount('Insurance')).toBe('$3.40'))
    expect(readAmount('Shipping')).not.toBe('$0.00')
    expect(readAmount('Total')).toBe('–')

    await fillDelivery(page)
    await nextStep(page)
    // Quotes are fetched again after half a minute.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    vi.advanceTimersByTime(31_000)
    let isBroken = true
    interceptRequests(/\/checkout\/quotes\.json/, async (send) =>
      isBroken ? Response.json({}, { status: 503 }) : send(),
    )
    await nextStep(page)
    await waitFor(() => {
      // The browser tries again twice, after one and two seconds.
      vi.advanceTimersByTime(1_000)
      expect(screen.getByRole('main').textContent).toContain('Shipping quotes are not available (status 503).')
    })
    expect(readAmount('Total')).toBe('–')
    expect(screen.getByRole('button', { name: 'Place Order' })).toHaveProperty('disabled', true)
    isBroken = false
    await page.user.click(main().getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place Order' })).toHaveProperty('disabled', false))
    expect(readAmount('Total')).not.toBe('$114.00')
  })

  it('reports failed quotes and offers no next step', async () => {
    const { page } = await openAsGuest(shippingPath)
    await fillContact(page, 'no-quotes@example.com')
    await fillDelivery(page)
    interceptRequests(/\/checkout\/quotes\.json/, async () => new Response('', { status: 404 }))
    await page.fill(screen.getByLabelText('Zipcode'), '10001')
    expect((await screen.findByRole('alert')).textContent).toContain('404')
    expect(screen.queryByRole('radio', { name: /^Ground/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Next Step' })).toHaveProperty('disabled', true)
  })

  it('asks about a ZIP code of another state, and accepts either choice by keyboard', async () => {
    const { page } = await openAsGuest(shippingPath)
    await fillContact(page, 'zip-question@example.com')
    await fillDelivery(page)
    const address = within(screen.getByRole('group', { name: 'Delivery Address' }))
    const [state, zip] = [address.getByLabelText('State'), address.getByLabelText('Zipcode')]
    const press = async (name: string) => {
      address.getByRole('button', { name }).focus()
      await page.user.keyboard('{Enter}')
    }
    await page.fill(zip, '90210')
    await address.findByText(/ZIP 90210 is in California\./)
    await press('Change the state to California')
    await waitFor(() => expect(address.queryByText(/ZIP 90210 is in/)).toBeNull())
    expect(state).toHaveProperty('value', 'CA')
    expect(document.activeElement).toBe(state)

    await page.fill(zip, '07631')
    await address.findByText(/ZIP 07631 is in New Jersey\./)
    await press('Use it anyway')
    await waitFor(() => expect(address.queryByText(/ZIP 07631 is in/)).toBeNull())
    expect(document.activeElement).toBe(zip)
    expect(state).toHaveProperty('value', 'CA')

    // Each ZIP code gets a new question.
    await page.fill(zip, '07632')
    await address.findByText(/ZIP 07632 is in New Jersey\./)
    await page.fill(zip, '90210')
    await page.user.click(await screen.findByRole('radio', { name: /^Ground/ }))
    await nextStep(page)
  })

  it('shows at the top why an order is refused', async () => {
    const { page } = await openReview('refused-order@example.com')
    const detail = 'A price in your cart has changed. Please review your order.'
    interceptRequests(/\/checkout\/confirm/, async () =>
      Response.json({ title: 'No', status: 409, detail }, { status: 409 }),
    )
    const scrollTo = vi.spyOn(window, 'scrollTo')
    await pressPlaceOrder(page)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('A price in your cart has changed.')
    expect(scrollTo).toHaveBeenCalledWith({ top: 0 })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place Order' })).toHaveProperty('disabled', false))
  })

  it.each(['place again', 'look up'])(
    'finds an order whose response was lost, though the form changed: %s',
    async (action) => {
      const orders: number[] = []
      const loseFirstResponse = () =>
        interceptRequests(/\/checkout\/confirm/, async (send) => {
          const response = await send()
          if (response.ok) orders.push((await response.clone().json()).id)
          if (orders.length < 2 && response.ok) throw new TypeError('Failed to fetch')
          return response
        })
      const { page, browser } = await openReview('lost-response@example.com')
      loseFirstResponse()
      await pressPlaceOrder(page)
      await screen.findByRole('alert')
      await page.user.click(screen.getAllByRole('link', { name: /^Edit/ })[0] as HTMLElement)
      await page.fill(await screen.findByLabelText(/^Phone/), '2015550199')
      if (action === 'place again') {
        for (let step = 0; step < 2; step++) await nextStep(page)
        await pressPlaceOrder(page)
      } else {
        const { user } = await openShopPage(browser, '/checkout/cart')
        loseFirstResponse()
        await user.click(await screen.findByRole('button', { name: 'Check my order' }))
      }
      await screen.findByRole('heading', { name: 'Checkout Success' })
      expect((await browser.get('/checkout/order.json')).json().id).toBe(orders[0])
      expect(new Set(orders).size).toBe(1)
    },
  )

  it('keeps showing the placed order until the success page appears', async () => {
    const { page } = await openReview('slow-transition@example.com')
    // A browser with slow view transitions.
    const release = Promise.withResolvers<void>()
    const { startViewTransition } = document
    document.startViewTransition = ((update: () => unknown) => {
      const finished = release.promise.then(update)
      return { finished, ready: finished, updateCallbackDone: finished, skipTransition() {} }
    }) as never
    try {
      await pressPlaceOrder(page)
      // The cart is empty while the review is still fading out.
      await screen.findByRole('button', { name: 'Cart, 0 items' })
      screen.getByRole('heading', { level: 1, name: 'Review' })
      for (const text of [masque.name, 'Ana Reyes']) expect(screen.getByRole('main').textContent).toContain(text)
      release.resolve()
      await screen.findByRole('heading', { name: 'Checkout Success' })
      await screen.findByRole('button', { name: 'Cart, 0 items' })
    } finally {
      document.startViewTransition = startViewTransition
    }
  })

  /** Ends the page's session by changing the password in another browser. */
  async function endSession(email: string): Promise<void> {
    const other = browserOf(app)
    await signIn(other, email)
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD, confirmation: NEW_PASSWORD }
    expect((await other.post('/account/password/change', body)).statusCode).toBe(200)
  }
  async function signInAgain({ user, path }: Awaited<ReturnType<typeof openShopPage>>, email: string): Promise<void> {
    await user.click(await main().findByRole('link', { name: 'Log in' }))
    const password = await screen.findByLabelText('Password')
    expect(path()).toMatch(/^\/login\?next=%2Fcheckout%2F(review|shipping)$/)
    await user.type(main().getByLabelText('Email Address'), email)
    await user.type(password, NEW_PASSWORD)
    await user.click(main().getByRole('button', { name: 'Login' }))
  }

  it('lets a member whose session ends on the review page sign in again and place the order', async () => {
    const email = 'ended-at-review@example.com'
    const { page } = await openAsMember(email)
    for (let step = 0; step < 2; step++) await nextStep(page)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place Order' })).toHaveProperty('disabled', false))
    await endSession(email)
    await pressPlaceOrder(page)
    expect((await main().findByRole('alert')).textContent).toContain('Please log in.')
    expect(screen.getByRole('main').textContent).toContain(masque.name)
    await signInAgain(page, email)
    await screen.findByRole('heading', { level: 1, name: 'Review' })
    await pressPlaceOrder(page)
    await screen.findByRole('heading', { name: 'Checkout Success' })
  })

  it('lets a member whose session ends before the delivery is quoted sign in again and continue', async () => {
    const email = 'ended-before-quotes@example.com'
    const { page } = await openAsMember(email)
    expect((await screen.findByRole('group', { name: 'Your Details' })).textContent).toContain(email)
    await endSession(email)
    await page.user.click(screen.getByRole('radio', { name: /^Delivery/ }))
    expect((await main().findByRole('alert')).textContent).toContain('Please log in.')
    await signInAgain(page, email)
    expect(await screen.findByRole('radio', { name: /1 Main Street/ })).toHaveProperty('checked', true)
    await page.user.click(await screen.findByRole('radio', { name: /^Ground/ }))
    await nextStep(page)
  })

  it('lets a member whose session ends before the first total of a pickup sign in again and continue', async () => {
    const email = 'ended-before-totals@example.com'
    const browser = await signUp(app, email)
    await putInCart(browser, masque.id)
    const page = await openShopPage(browser, '/faqs')
    const release = holdPageRequests(/\/checkout\/totals\.json/)
    await page.navigate(shippingPath)
    for (let step = 0; step < 2; step++) await nextStep(page)
    await endSession(email)
    release()
    await findMainText('Please log in.')
    expect(screen.getByRole('main').textContent).not.toContain('There are no items in your cart.')
    await signInAgain(page, email)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place Order' })).toHaveProperty('disabled', false))
  })

  it('offers a guest who signs in here the saved address, and keeps the input', async () => {
    const email = 'checkout-sign-in@example.com'
    await signUp(app, email)
    const { page } = await openAsGuest(shippingPath)
    await fillContact(page, email)
    await page.fill(screen.getByLabelText(/^Comments/), 'Ring twice')
    await page.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Login' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Login' }))
    await page.fill(dialog.getByLabelText('Email Address'), email)
    await page.fill(dialog.getByLabelText('Password'), PASSWORD)
    await page.user.click(dialog.getByRole('button', { name: 'Login' }))
    await screen.findByRole('link', { name: 'Edit your details' })
    expect(screen.getByLabelText(/^Comments/)).toHaveProperty('value', 'Ring twice')
    await page.user.click(screen.getByRole('radio', { name: /^Delivery/ }))
    expect(await screen.findByRole('radio', { name: /1 Main Street/ })).toHaveProperty('checked', true)
  })

  it('shows a member the changed name and delivers to a saved address', async () => {
    const { page, browser } = await openAsMember('points@example.com', 3)
    const details = within(await screen.findByRole('group', { name: 'Your Details' }))
    details.getByText(/points@example\.com/)
    expect(details.queryByRole('textbox')).toBeNull()
    // The next steps show the name changed without a page load.
    await page.user.click(details.getByRole('link', { name: 'Edit your details' }))
    await page.fill(await screen.findByLabelText('Last Name'), 'Reyes-Kim')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved Successfully.')
    history.back()
    await waitFor(() => expect(screen.getByRole('group', { name: 'Your Details' }).textContent).toContain('Reyes-Kim'))
    await page.user.click(screen.getByRole('radio', { name: /^Delivery/ }))
    const savedAddress = await screen.findByRole('radio', { name: /1 Main Street/ })
    expect(savedAddress).toHaveProperty('checked', true)
    await page.user.click(screen.getByRole('radio', { name: /^Use a different address/ }))
    within(await screen.findByRole('group', { name: 'New Address' })).getByLabelText('City')
    await page.user.click(savedAddress)
    await page.user.click(await screen.findByRole('radio', { name: /^Ground/ }))
    await nextStep(page)
    await findMainText('Reyes-Kim')
    await nextStep(page)
    await findMainText('1 Main Street')
    await pressPlaceOrder(page)
    await screen.findByRole('heading', { name: 'Checkout Success' })
    const { addresses } = (await browser.get('/checkout/order.json')).json()
    expect(addresses).toMatchObject([{ address_1: '1 Main Street', zip: '07631' }])
  })

  it('charges the tax of the review page, and asks again when it has changed', async () => {
    await takeStep(app(), 'setTax', 'VT', 6125)
    const { page, browser } = await openAsMember('taxed@example.com', 2)
    await page.user.click(await screen.findByRole('radio', { name: /^Delivery/ }))
    await page.user.click(await screen.findByRole('radio', { name: /different address/i }))
    const vermont = {
      group: 'New Address',
      street: '7 Church Street',
      town: 'Burlington',
      state: 'Vermont',
      zip: '05401',
    }
    await fillDelivery(page, vermont)
    await screen.findByText('Tax (VT 6.125%)')
    for (let step = 0; step < 2; step++) await nextStep(page)
    await screen.findByText('Tax (VT 6.125%)')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place Order' })).toHaveProperty('disabled', false))
    await takeStep(app(), 'setTax', 'VT', 7000)
    await pressPlaceOrder(page)
    expect((await screen.findByRole('alert')).textContent).toContain('Your order total is now')
    await screen.findByText('Tax (VT 7%)')
    const shown = { total: readAmount('Total'), tax: readAmount('Tax (VT 7%)') }
    await pressPlaceOrder(page)
    await screen.findByRole('heading', { name: 'Checkout Success' })
    expect({ total: readAmount('Total'), tax: readAmount('Tax (VT 7%)') }).toEqual(shown)
    const { order_total, payment_reference } = (await browser.get('/checkout/order.json')).json()
    expect(`$${order_total.toFixed(2)}`).toBe(shown.total)
    await findMainText(/Pay \$|Send it from your bank/)
    // The buyer and staff see the same memo.
    expect(readAmount('Memo')).toBe(payment_reference)
  })
})
