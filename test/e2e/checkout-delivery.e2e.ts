import { expect, test } from 'playwright/test'
import { addToCart, fillContact, fillDelivery, masque, nextStep, runCommand, waitForEmails } from '#test/e2e-helpers.ts'

test('a guest orders with delivery', async ({ page }) => {
  const email = 'delivery@example.com'
  await addToCart(page, masque.id, 6)
  await expect(page.getByRole('region', { name: 'Added to cart' })).toContainText('$228.00')
  await expect(page.getByRole('region', { name: 'Added to cart' })).toBeHidden()

  await page.goto('/checkout/cart')
  await expect(page.getByRole('heading', { name: 'Your Cart (6)' })).toBeVisible()
  await page
    .getByRole('button', { name: 'Proceed to Checkout' })
    .or(page.getByRole('link', { name: 'Proceed to Checkout' }))
    .click()
  await expect(page).toHaveURL(/\/checkout\/shipping$/)

  await fillContact(page, email)
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await expect(page.getByRole('button', { name: 'Next Step' })).toBeDisabled()
  await fillDelivery(page)
  await nextStep(page)

  await expect(page).toHaveURL(/\/checkout\/payment$/)
  await expect(page.locator('main')).toContainText('Salonfront Supply LLC')
  await nextStep(page)

  // 228.00 is below 300, so insurance is 4.50. Six masques ship by weight.
  await expect(page).toHaveURL(/\/checkout\/review$/)
  const main = page.locator('main')
  await expect(main).toContainText('$228.00')
  await expect(main).toContainText('$4.50')
  await expect(main).toContainText('Reyes Beauty Studio')
  await page.getByRole('button', { name: 'Place Order' }).click()

  await expect(page).toHaveURL(/\/checkout\/success$/)
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  const order = await (await page.request.get('/checkout/order.json')).json()
  expect(order).toMatchObject({ sub_total: 228, insurance: 4.5, tax: 0, status: 'processing', type: 'D' })
  expect(Math.round(order.order_total * 100)).toBe(Math.round((228 + 4.5 + order.shipping_price) * 100))
  await expect(page.locator('main')).toContainText(String(order.id))
  await expect(page.locator('main').getByRole('link', { name: /orders/i })).toHaveAttribute('href', '/account/orders')

  const cart = await (await page.request.get('/cart.json')).json()
  expect(cart).toMatchObject({ line_items: [], quantity: 0, sub_total: 0 })

  const [message] = await waitForEmails(email, 1)
  expect(message).toContain(`Subject: Your order ${order.id}`)
  expect(message).toContain('Reyes Beauty Studio')

  const stranger = await page.context().browser()?.newPage()
  await stranger?.goto(order.url)
  await expect(stranger?.locator('main') ?? page.locator('none')).toContainText('Reyes Beauty Studio 1 Main Street')
  const wrongKey = await stranger?.goto(order.url.replace(/key=../, 'key=xx'))
  expect(wrongKey?.status()).toBe(404)

  expect(await runCommand('verify')).toContain('orders')
})

test('a delivery never shows or uses the total of a previously selected pickup', async ({ page }) => {
  await page.clock.install()
  await addToCart(page, masque.id, 3)
  await page.goto('/checkout/shipping')
  const summaryAmount = (name: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('+ dd')
  await expect(summaryAmount('Total')).toHaveText('$114.00')
  await fillContact(page, 'unknown-total@example.com')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByLabel('Zipcode').fill('10001')
  await page.getByRole('radio', { name: /^Ground/ }).check()
  await expect(summaryAmount('Insurance')).toHaveText('$3.40')
  await expect(summaryAmount('Shipping')).not.toHaveText('$0.00')
  await expect(summaryAmount('Total')).toHaveText('–')

  await fillDelivery(page)
  await nextStep(page)
  await page.clock.fastForward(31_000)
  await page.route('**/checkout/quotes.json*', (route) => route.fulfill({ status: 503, json: {} }))
  await nextStep(page)
  const main = page.getByRole('main')
  await expect(main).toContainText('Shipping quotes are not available (status 503).')
  await expect(summaryAmount('Total')).toHaveText('–')
  await expect(main.getByRole('button', { name: 'Place Order' })).toBeDisabled()
  await page.unrouteAll()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  await expect(summaryAmount('Total')).not.toHaveText('$114.00')
})
