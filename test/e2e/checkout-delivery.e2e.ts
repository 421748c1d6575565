import { expect, test } from 'playwright/test'
import { addToCart, fillContact, fillDelivery, masque, nextStep, runCommand, waitForEmails } from '#test/e2e-helpers.ts'

test('a guest orders with delivery', { tag: '@core' }, async ({ page }) => {
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
