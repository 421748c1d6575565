import { expect, test } from 'playwright/test'
import { addToCart, fillContact, logIn, masque, signUp } from '#test/e2e-helpers.ts'
import { holdRequests } from '#test/hold-requests.ts'

const PASSWORD = 'a long enough one 4471'

test('a click on Login before hydration returns to its page after sign-in', async ({ page, browser }) => {
  await signUp(page, 'early-click@example.com', PASSWORD)
  // Caches the login page, as in production.
  await page.request.get('/login')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const earlyPage = await context.newPage()
  await earlyPage.route('**/*.js', (route) => route.abort())
  await earlyPage.goto(`/packages/${masque.id}`)
  await earlyPage.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(earlyPage).toHaveURL(/\/login\?next=/)
  await earlyPage.unroute('**/*.js')
  await earlyPage.reload()
  await logIn(earlyPage, 'early-click@example.com', PASSWORD)
  await expect(earlyPage).toHaveURL(new RegExp(`/packages/${masque.id}$`))
  await expect(earlyPage.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible()
  await context.close()
})

test('a login form submitted before hydration continues to the requested page', async ({ page, browser }) => {
  await signUp(page, 'early-form@example.com', PASSWORD)
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: false })
  const noScriptPage = await context.newPage()
  await noScriptPage.goto('/login?next=/faqs')
  await logIn(noScriptPage, 'early-form@example.com', PASSWORD)
  await expect(noScriptPage).toHaveURL('/faqs')
  expect((await noScriptPage.request.get('/account/orders.json')).status()).toBe(200)
  await context.close()
})

test('a form submitted before hydration waits for scripts, and shows errors next to the input', async ({ page }) => {
  const release = await holdRequests(page, '**/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await logIn(page, 'nobody@example.com', PASSWORD)
  release()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Incorrect email or password.')
  await expect(page.getByRole('main').getByLabel('Email Address')).toHaveValue('nobody@example.com')
})

test('a quantity typed before hydration is kept and added', async ({ page }) => {
  const release = await holdRequests(page, '**/*.js')
  await page.goto(`/packages/${masque.id}`, { waitUntil: 'commit' })
  const quantityField = page.getByRole('spinbutton', { name: 'Quantity' })
  await quantityField.fill('3')
  release()
  // The buttons next to the field work after hydration.
  await expect(page.getByRole('button', { name: 'Increase: Quantity' })).toBeEnabled()
  await expect(quantityField).toHaveValue('3')
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('button', { name: /^Cart, 3/ })).toBeVisible()
})

test('a click on a card before its hydration stays on the page and adds its product', async ({ page }) => {
  // Delays the hydration of the last card as long as possible.
  await page.addInitScript(() =>
    addEventListener('hydrated', () => document.querySelector<HTMLElement>('li:last-child button[name=id]')?.click()),
  )
  await page.goto('/packages')
  await expect(page.getByRole('region', { name: 'Added to cart' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cart, 1 / })).toBeVisible()
  await expect(page).toHaveURL('/packages')
})

test("every script request carries the page's CSRF token", async ({ page }) => {
  const requests: [path: string, token: string | undefined][] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch')
      requests.push([new URL(request.url()).pathname, request.headers()['x-csrf-token']])
  })
  await page.addInitScript(() =>
    addEventListener('hydrated', () => document.documentElement.setAttribute('data-hydrated', '')),
  )
  await addToCart(page, masque.id)
  await page.goto('/packages')
  // Before hydration, the browser follows links itself and no script sends requests.
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  const product = page.getByRole('main').locator('a[href^="/packages/"]').first()
  const path = await product.getAttribute('href')
  await product.click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect.poll(() => requests.some(([requestedPath]) => requestedPath === `${path}.json`)).toBe(true)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'token@example.com')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByLabel('Zipcode').fill('07631-1234')
  await expect(page.getByLabel('Zipcode')).toHaveValue('07631')
  await expect(page.getByRole('radio', { name: /^Ground/ })).toBeVisible()
  const token = await page.locator('meta[name="csrf-token"]').getAttribute('content')
  expect(requests.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/checkout/quotes.json', '/shopping-cart/product/add']),
  )
  expect(requests.filter(([, requestToken]) => requestToken !== token)).toEqual([])
})
