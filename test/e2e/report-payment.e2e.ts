import { expect, type Page, test } from 'playwright/test'
import { pickupForm } from '#test/order-forms.ts'
import { placeOrder } from '#test/place-order.ts'

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
  await placeOrder(page.request, { form: pickupForm })
  const { url } = await (await page.request.get('/checkout/order.json')).json()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const noScriptPage = await context.newPage()
  await noScriptPage.goto(url)
  await reportPayment(noScriptPage)
  await expect(noScriptPage).toHaveURL(url)
  await expectReportedOnce(noScriptPage)
  await context.close()
})
