import { expect, test } from 'playwright/test'
import { addToCart, fillContact, logIn, masque, openLogin, signUpWithoutPage } from '#test/journey.ts'

const PASSWORD = 'lavender tubes 9'

test('a guest who signs in at the checkout gets their first address', async ({ page, browser }) => {
  const email = 'signs-in-there@example.com'
  const elsewhere = await browser.newContext()
  await signUpWithoutPage(elsewhere.request, email, PASSWORD)
  await elsewhere.close()
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, email)
  await page.getByLabel('Comments').fill('Ring twice')
  await openLogin(page)
  await logIn(page, email, PASSWORD)
  await expect(page.getByRole('link', { name: 'Edit your details' })).toBeVisible()
  await expect(page.getByLabel('Comments')).toHaveValue('Ring twice')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await expect(page.getByRole('radio', { name: /1 Main Street/ })).toBeChecked()
})
