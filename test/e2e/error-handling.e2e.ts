import { expect, type Page, test } from 'playwright/test'
import {
  addToCart,
  fillContact,
  fillDelivery,
  masque,
  nextStep,
  openLogin,
  postFromPage,
  signUp,
} from '#test/e2e-helpers.ts'
import { holdRequests } from '#test/hold-requests.ts'
import { signInStaff } from '#test/staff-pages.ts'

const PASSWORD = 'lavender tubes 9'
const RETRY_MESSAGE = 'There is an error, please try again later.'

const respondWith = (page: Page, path: string, status: number, detail = 'The service is unavailable.') =>
  page.route(`**${path}`, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ title: 'No', status, detail }),
    }),
  )

test('an address that cannot be saved or removed shows an error', async ({ page }) => {
  await signUp(page, 'address-fails@example.com', PASSWORD)
  await page.goto('/account/addresses')
  await respondWith(page, '/account/address/*', 500)
  await page.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Address' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(RETRY_MESSAGE)
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  const messages: string[] = []
  page.on('dialog', (prompt) => {
    messages.push(prompt.message())
    void prompt.accept()
  })
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect.poll(() => messages).toEqual(['Are you sure to remove this address?', "You can't remove this address"])
  await expect(page.getByRole('main').locator('address')).toHaveCount(1)

  // Removed in another tab in the meantime.
  await page.unrouteAll()
  const { addresses } = await (await page.request.get('/account/user.json')).json()
  expect(await postFromPage(page, '/account/address/remove', { address_id: addresses[0].id })).toBe(200)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('No Address found')).toBeVisible()
})

test('a profile that cannot be saved shows an error', async ({ page }) => {
  await signUp(page, 'profile-fails@example.com', PASSWORD)
  await page.goto('/account')
  await respondWith(page, '/account/profile/save', 500)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText(RETRY_MESSAGE)
  await page.unrouteAll()
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').getByRole('paragraph')).toHaveText([RETRY_MESSAGE, 'Please log in.'])
})

test('a password that cannot be saved shows an error', async ({ page }) => {
  await signUp(page, 'password-fails@example.com', PASSWORD)
  await page.goto('/account/password')
  await respondWith(page, '/account/password/change', 503)
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByLabel('New Password').fill('lavender tubes 10')
  await page.getByLabel('Password Confirmation').fill('lavender tubes 10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText(RETRY_MESSAGE)
})

test('a member has no My Orders in the navigation', async ({ page }) => {
  await signUp(page, 'no-orders@example.com', PASSWORD)
  const navigation = page.getByRole('navigation', { name: 'My Account' })
  await page.goto('/account')
  await expect(navigation.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await page.route('**/account/user.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), type: 'member' } })
  })
  await page.reload()
  await expect(navigation.getByRole('link', { name: 'My Addresses' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'My Orders' })).toHaveCount(0)
})

test('only a spinner is shown until the user is loaded', async ({ page }) => {
  await signUp(page, 'spinner@example.com', PASSWORD)
  const release = await holdRequests(page, '**/account/user.json')
  await page.goto('/account')
  const main = page.getByRole('main')
  await expect(main.getByText('Loading your account')).toBeAttached()
  await expect(main.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'My Account' })).toHaveCount(0)
  release()
  await expect(main.getByLabel('First Name')).toHaveValue('Ana')
})

test('a form shows that it is being submitted, cannot be submitted twice, and keeps the focus', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let requestCount = 0
  await page.route('**/password/forgot', async (route) => {
    requestCount++
    await released
    await route.continue()
  })
  await page.goto('/faqs')
  await openLogin(page)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot Password' })
  await dialog.getByLabel('Email Address').fill('nobody@example.com')
  await dialog.getByRole('button', { name: 'Send Link' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Sending…' })).toHaveJSProperty('disabled', true)
  await page.keyboard.press('Enter')
  release()
  await expect(dialog.getByRole('button', { name: 'Send Link' })).toBeFocused()
  expect(requestCount).toBe(1)
})

test('the button of a product card keeps the focus and can be used again', async ({ page }) => {
  await page.goto('/packages')
  const addButton = page
    .getByRole('main')
    .getByRole('button', { name: /^Add .+ to cart$/ })
    .first()
  for (const cartLabel of ['1 item', '2 items']) {
    await addButton.press('Enter')
    await expect(page.getByRole('button', { name: `Cart, ${cartLabel}` })).toBeVisible()
    await expect(addButton).toBeFocused()
  }
})

test('a page of an outdated session is reloaded and then adds to the cart', async ({ page }) => {
  await page.goto(`/packages/${masque.id}`)
  const addButton = page.getByRole('button', { name: 'Add to Cart', exact: true })
  await expect(addButton).toBeEnabled()
  // Simulates signing in or out in another tab.
  await page.context().clearCookies()
  const reloaded = page.waitForEvent('load')
  await addButton.click()
  await reloaded
  await addButton.click()
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
})

test('earlier payouts stay while the list is refetched', async ({ page }) => {
  await signUp(page, 'earlier-payouts@example.com', PASSWORD)
  const payout = (month: string) => ({
    month,
    amount: 20,
    corrected: 0,
    state: 'sent',
    month_paid: true,
    reason: '',
    sent: { method: 'check', on: '2026-05-04', destination: '1 Pine St' },
  })
  const emptyPayouts = { method: null, carried: 0, carried_minimum: 10, minimum_payout: 10, years: [] }
  await page.route('**/account/payouts.json*', (route) => {
    const isFirst = !route.request().url().includes('before=')
    const [months, next] = isFirst ? [['2026-04', '2026-03'], '2026-03'] : [['2026-02', '2026-01'], null]
    return route.fulfill({ json: { ...emptyPayouts, payouts: months.map(payout), next } })
  })
  await page.clock.install()
  await page.goto('/account/payouts')
  await page.getByRole('button', { name: 'Show more payouts' }).click()
  await expect(page.getByText('Showing all payouts.')).toBeFocused()
  await expect(page.getByRole('row')).toHaveCount(5)
  await page.clock.fastForward(31_000)
  const refetch = page.waitForResponse(/payouts\.json\?before=2026-03/)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await refetch
  await expect(page.getByRole('row')).toHaveCount(5)
})

test('a refused registration shows the reason', async ({ page }) => {
  await page.goto('/register')
  await respondWith(page, '/register', 422, 'Registration is closed today.')
  const form = page.getByRole('main')
  for (const [label, text] of Object.entries({
    'First Name': 'Ana',
    'Last Name': 'Reyes',
    'Email Address': 'refused@example.com',
    'Phone Number': '2015550100',
    'Cosmetology Id': 'NJ-1',
    City: 'Englewood',
    'Zip Code': '07631',
  })) {
    await form.getByLabel(label).fill(text)
  }
  await form.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await form.getByLabel('State').selectOption('New Jersey')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(form.getByRole('alert')).toHaveText('Registration is closed today.')
})

test('a failed subscription shows an error', async ({ page }) => {
  await page.goto('/faqs')
  await respondWith(page, '/newsletter/subscribe', 500, RETRY_MESSAGE)
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email Address').fill('reader@example.com')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('alert')).toHaveText(RETRY_MESSAGE)
})

test('a product that cannot be added restores the button without a message', async ({ page }) => {
  await page.goto(`/packages/${masque.id}`)
  await respondWith(page, '/shopping-cart/product/add', 422)
  const addButton = page.getByRole('button', { name: 'Add to Cart', exact: true })
  await addButton.click()
  // Screen readers get a message.
  await expect(page.getByRole('main').getByText('The service is unavailable.')).toBeAttached()
  await expect(addButton).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Added to cart' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
})

test('a refused order shows the reason at the top of the page', async ({ page }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'refused-order@example.com')
  for (let step = 0; step < 2; step++) await nextStep(page)
  await respondWith(page, '/checkout/confirm', 409, 'A price in your cart has changed. Please review your order.')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert')).toContainText('A price in your cart has changed.')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
})

test('an order whose response was lost is found even if the form has changed since', async ({ page }) => {
  const orders: number[] = []
  await page.route('**/checkout/confirm', async (route) => {
    const response = await route.fetch()
    if (response.ok()) orders.push((await response.json()).id)
    return orders.length < 2 && response.ok() ? route.abort('connectionreset') : route.fulfill({ response })
  })
  for (const action of ['place again', 'look up']) {
    orders.length = 0
    await addToCart(page, masque.id)
    await page.goto('/checkout/shipping')
    await fillContact(page, 'lost-response@example.com')
    for (let step = 0; step < 2; step++) await nextStep(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('link', { name: /^Edit/ }).first().click()
    await page.getByLabel('Phone').fill('2015550199')
    if (action === 'place again') {
      for (let step = 0; step < 2; step++) await nextStep(page)
      await page.getByRole('button', { name: 'Place Order' }).click()
    } else {
      await page.goto('/checkout/cart')
      await page.getByRole('button', { name: 'Check my order' }).click()
    }
    await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
    expect([action, (await (await page.request.get('/checkout/order.json')).json()).id]).toEqual([action, orders[0]])
    expect(new Set(orders).size).toBe(1)
  }
})

test('failed quotes are reported as a status message', async ({ page }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'no-quotes@example.com')
  await fillDelivery(page)
  await page.route('**/checkout/quotes.json*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByLabel('Zipcode').fill('10001')
  await expect(page.getByRole('alert')).toContainText('404')
  await expect(page.getByRole('radio', { name: /^Ground/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Next Step' })).toBeDisabled()
})

test('a failed refetch keeps the displayed data and the input', async ({ page }) => {
  await signUp(page, 'fetched-again@example.com', PASSWORD)
  await page.clock.install()
  await page.goto('/account/payouts')
  await page.getByRole('button', { name: 'Choose payout method' }).click()
  const phone = page.getByRole('textbox', { name: 'Phone number' })
  await phone.fill('2015550177')
  let requestCount = 0
  await page.route('**/account/payouts.json*', (route) => {
    requestCount++
    return route.fulfill({ status: 503, body: '' })
  })
  // Returning to a tab after half a minute refetches its figures, with up to three attempts.
  await page.clock.fastForward(31_000)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return requestCount
    })
    .toBe(3)
  await page.clock.fastForward(5_000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(phone).toHaveValue('2015550177')
})

test('a back-office record that fails to load keeps the page titles, and loads on retry', async ({ page }) => {
  await signInStaff(page, 'owner')
  // Disables polling, which would refetch the page on changes by other clerks; here only the button does.
  await page.route('**/admin/changes.json', (route) => route.fulfill({ json: { data: [] } }))
  const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>()
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
  await page.route('**/admin/settings/mails/*.json', async (route) => {
    markRequested()
    await failed
    await route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{"detail":"Not today."}' })
  })
  await page.goto('/admin/settings/mails/order_placed')
  await requested
  await expect(page.getByRole('status', { name: 'The email text is loading' })).toBeVisible()
  await expect(page).toHaveTitle('The email text is loading – Back office')
  fail()
  await expect(page.getByRole('heading', { level: 1, name: 'The email text could not be loaded' })).toBeVisible()
  await expect(page).toHaveTitle('The email text could not be loaded – Back office')
  await page.unroute('**/admin/settings/mails/*.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Subject')).toBeVisible()
})
