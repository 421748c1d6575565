import { expect, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillContact, masque, nextStep, waitForEmails } from '#test/e2e-helpers.ts'

test('a guest orders a pickup, returns to a step, reloads, and pays by check', { tag: '@core' }, async ({ page }) => {
  const email = 'pickup@example.com'
  await addToCart(page, masque.id, 1)
  await page.getByRole('region', { name: 'Added to cart' }).getByRole('link', { name: 'Checkout' }).click()

  await fillContact(page, email)
  await page.getByLabel('Comments').fill('Back door, please')
  await page.reload()
  await expect(page.getByRole('group', { name: 'Your Details' }).getByLabel('Email Address')).toHaveValue(email)
  await expect(page.getByRole('radio', { name: /^Pickup/ })).toBeChecked()
  await expect(page.locator('main')).toContainText('48 Dean Street')
  await nextStep(page)

  await page.getByRole('radio', { name: /check/i }).check()
  await nextStep(page)
  await expect(page).toHaveURL(/\/checkout\/review$/)
  await page
    .getByRole('link', { name: /Edit/ })
    .first()
    .or(page.getByRole('button', { name: /Edit/ }).first())
    .first()
    .click()
  await expect(page.getByRole('group', { name: 'Your Details' }).getByLabel('First Name')).toHaveValue('Ana')
  await completeCheckout(page)
  const order = await (await page.request.get('/checkout/order.json')).json()
  expect(order).toMatchObject({
    type: 'P',
    order_total: masque.price,
    insurance: 0,
    shipping_price: 0,
    comments: 'Back door, please',
    payment: { payment_type: 'check' },
  })
  await waitForEmails(email, 1)
})
