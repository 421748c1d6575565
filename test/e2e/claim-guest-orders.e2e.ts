import { type Browser, expect, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillContact, findLink, masque, signUp, waitForEmails } from '#test/e2e-helpers.ts'

const EMAIL = 'earlier.orders@example.com'

async function placeGuestOrder(browser: Browser): Promise<number> {
  const page = await (await browser.newContext()).newPage()
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, EMAIL)
  await completeCheckout(page)
  return (await (await page.request.get('/checkout/order.json')).json()).id
}

test('guest orders are added to the account after the email is verified', async ({ page, browser }) => {
  const firstId = await placeGuestOrder(browser)
  await signUp(page, EMAIL, 'lavender tubes 9')
  await page.goto('/account/orders')
  const findButton = page.getByRole('button', { name: 'Find my orders' })
  await findButton.click()
  await expect(page.getByText('We sent you an email.')).toBeVisible()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()

  const messages = await waitForEmails(EMAIL, 2)
  await page.goto(findLink(messages.find((message) => message.includes('/email/prove/')) ?? '', '/email/prove/'))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('One order was added.')).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(String(firstId))

  const secondId = await placeGuestOrder(browser)
  await findButton.click()
  await expect(page.getByText('One order was added.')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(String(secondId))
  await findButton.click()
  await expect(page.getByText('We found no other orders with your email address.')).toBeVisible()
})
