import { expect, type Page, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillContact, masque } from '#test/e2e-helpers.ts'

/** Places a guest's pickup order payable by Quick Pay; returns its id and link. */
async function placeGuestOrder(page: Page, email: string): Promise<{ id: number; url: string }> {
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, email)
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  await completeCheckout(page)
  const { id, url } = await (await page.request.get('/checkout/order.json')).json()
  return { id, url }
}

const REPORTED = /You told us on .+ that you sent payment\. We’re looking for it\./

/** Fills and submits the page's form. */
async function reportPayment(page: Page): Promise<void> {
  await page.getByText('I’ve sent payment', { exact: true }).click()
  await page.getByLabel('How did you pay?').selectOption('Check')
  await page.getByLabel('Details that help us find it').fill('Check 1204, on Friday')
  await page.getByRole('button', { name: 'Tell us you’ve paid' }).click()
}

async function expectReportedOnce(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText(REPORTED)
  await expect(page.getByText('I’ve sent payment', { exact: true })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('main')).toContainText(REPORTED)
  await expect(page.getByText('I’ve sent payment', { exact: true })).toBeHidden()
}

test('a guest reports a payment without scripts', async ({ page, browser }) => {
  const { url } = await placeGuestOrder(page, 'paid.bare@example.com')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: false })
  const noScriptPage = await context.newPage()
  await noScriptPage.goto(url)
  await reportPayment(noScriptPage)
  await expect(noScriptPage).toHaveURL(url)
  await expectReportedOnce(noScriptPage)
  await context.close()
})
