import { expect, type Page, test } from 'playwright/test'
import { addToCart, fillContact, masque, nextStep, signUp } from '#test/journey.ts'

const PASSWORD = 'lavender tubes 9'

async function expectInvoice(page: Page): Promise<void> {
  const href = await page.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
}

/** Compares the printed content with the screen. */
async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  for (const part of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('navigation'),
    page.getByRole('button'),
    page.getByRole('complementary', { name: 'Notice' }),
    page.getByRole('link', { name: 'Skip to content' }),
    page.getByRole('link', { name: 'Invoice (PDF)' }),
  ]) {
    await expect(part.filter({ visible: true })).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
  await expect(page.getByText(masque.name)).toBeVisible()
  await expect(page.getByText('48 Dean Street').first()).toBeVisible()
  const ink = await page.evaluate(() => getComputedStyle(document.body).color)
  expect(ink).toBe('rgb(33, 28, 25)')
}

/** Signed-in users need no contact details. */
async function placeOrder(page: Page, guestEmail?: string): Promise<void> {
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  if (guestEmail !== undefined) await fillContact(page, guestEmail)
  await nextStep(page)
  await nextStep(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
}

test.use({ colorScheme: 'dark' })

test('a guest prints an order and opens its invoice', async ({ page }) => {
  await placeOrder(page, 'paper@example.com')
  const { url } = await (await page.request.get('/checkout/order.json')).json()
  await page.goto(url)
  await expectInvoice(page)
  await expectPrintable(page)
})

test('a user prints an order and opens its invoice', async ({ page }) => {
  await signUp(page, 'paper-user@example.com', PASSWORD)
  await placeOrder(page)
  await page.goto('/account/orders')
  await page.getByRole('link', { name: /^Detail/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Detail')
  await expectInvoice(page)
  await expectPrintable(page)
})
