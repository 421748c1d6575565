import { expect, type Page, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillContact, masque, signUp } from '#test/e2e-helpers.ts'

const PASSWORD = 'lavender tubes 9'

async function expectInvoice(page: Page): Promise<void> {
  const href = await page.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')
  const response = await page.request.get(href ?? '')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect((await response.body()).subarray(0, 5).toString()).toBe('%PDF-')
}

/** Compares the printed content with the screen. */
async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  for (const element of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('navigation'),
    page.getByRole('button'),
    page.getByRole('complementary', { name: 'Notice' }),
    page.getByRole('link', { name: 'Skip to content' }),
    page.getByRole('link', { name: 'Invoice (PDF)' }),
  ]) {
    await expect(element.filter({ visible: true })).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
  await expect(page.getByText(masque.name)).toBeVisible()
  await expect(page.getByText('48 Dean Street').first()).toBeVisible()
  const textColor = await page.evaluate(() => getComputedStyle(document.body).color)
  expect(textColor).toBe('rgb(33, 28, 25)')
}

/** Places an order; signed-in users need no contact details. */
async function placeOrder(page: Page, guestEmail?: string): Promise<void> {
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  if (guestEmail !== undefined) await fillContact(page, guestEmail)
  await completeCheckout(page)
}

test.use({ colorScheme: 'dark' })

test('a guest prints an order and opens its invoice', async ({ page }) => {
  await placeOrder(page, 'print-guest@example.com')
  const { url } = await (await page.request.get('/checkout/order.json')).json()
  await page.goto(url)
  await expectInvoice(page)
  await expectPrintable(page)
})

test('a user prints an order and opens its invoice', async ({ page }) => {
  await signUp(page, 'print-user@example.com', PASSWORD)
  await placeOrder(page)
  await page.goto('/account/orders')
  await page.getByRole('link', { name: /^Detail/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Detail')
  await expectInvoice(page)
  await expectPrintable(page)
})
