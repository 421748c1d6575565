import { type Browser, expect, test } from 'playwright/test'
import { addToCart, fillContact, findLink, masque, nextStep, signUp, waitForEmails } from '#test/e2e-helpers.ts'

const EMAIL = 'earlier.orders@example.com'

async function orderAsGuest(browser: Browser): Promise<number> {
  const page = await (await browser.newContext()).newPage()
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, EMAIL)
  await nextStep(page)
  await nextStep(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  return (await (await page.request.get('/checkout/order.json')).json()).id
}

test('orders placed as a guest are added after the email is verified, with a message', async ({ page, browser }) => {
  const first = await orderAsGuest(browser)
  await signUp(page, EMAIL, 'lavender tubes 9')
  await page.goto('/account/orders')
  const find = page.getByRole('button', { name: 'Find my orders' })
  await find.click()
  await expect(page.getByText('We sent you an email.')).toBeVisible()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()

  const mails = await waitForEmails(EMAIL, 2)
  await page.goto(findLink(mails.find((mail) => mail.includes('/email/prove/')) ?? '', '/email/prove/'))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('One order was added.')).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(String(first))

  const second = await orderAsGuest(browser)
  await find.click()
  await expect(page.getByText('One order was added.')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(String(second))
  await find.click()
  await expect(page.getByText('We found no other orders with your email address.')).toBeVisible()
})
