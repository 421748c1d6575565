import { expect, type Page, test } from 'playwright/test'
import { masque, signUpWithoutPage } from '#test/e2e-helpers.ts'
import { pickupForm } from '#test/order-forms.ts'
import { placeOrder } from '#test/place-order.ts'

const PASSWORD = 'lavender tubes 9'

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

test.use({ colorScheme: 'dark' })

test('a guest prints an order', async ({ page }) => {
  await placeOrder(page.request, { form: pickupForm })
  const { url } = await (await page.request.get('/checkout/order.json')).json()
  await page.goto(url)
  await expectPrintable(page)
})

test('a user prints an order', async ({ page }) => {
  await signUpWithoutPage(page.request, 'print-user@example.com', PASSWORD)
  const id = await placeOrder(page.request, { form: pickupForm })
  await page.goto(`/account/orders/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Detail')
  await expectPrintable(page)
})
