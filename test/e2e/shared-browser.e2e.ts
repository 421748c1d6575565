import { expect, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillContact, masque, signUp } from '#test/e2e-helpers.ts'

const PASSWORD = 'lavender tubes 9'

test('after a sign-out, the next user of the browser sees neither the last order nor its input', async ({ page }) => {
  await signUp(page, 'shared@browser.example', PASSWORD)
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await completeCheckout(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /log ?out/i })
    .click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/checkout/success')
  await expect(page).toHaveURL('/checkout/cart')

  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'typed@browser.example')
  await signUp(page, 'second@browser.example', PASSWORD)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /log ?out/i })
    .click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('checkout-form'))).toBeNull()
})
