import { expect, type Page, test } from 'playwright/test'
import { addToCart, expectTakenOver, fillContact, masque, nextStep, shopCommand, signUp } from '#test/journey.ts'

/** Places a guest's pickup order with quick pay; returns the path of its link. */
async function placeAsGuest(page: Page, email: string): Promise<{ id: number; url: string }> {
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, email)
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  await nextStep(page)
  await nextStep(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  const { id, url } = await (await page.request.get('/checkout/order.json')).json()
  return { id, url }
}

const SAID = /You told us on .+ that you sent payment\. We’re looking for it\./

/** Fills and submits the page's form. */
async function sayPaid(page: Page): Promise<void> {
  await page.getByText('I’ve sent payment', { exact: true }).click()
  await page.getByLabel('How did you pay?').selectOption('Check')
  await page.getByLabel('Details that help us find it').fill('Check 1204, on Friday')
  await page.getByRole('button', { name: 'Tell us you’ve paid' }).click()
}

async function expectSaidOnce(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText(SAID)
  await expect(page.getByText('I’ve sent payment', { exact: true })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('main')).toContainText(SAID)
  await expect(page.getByText('I’ve sent payment', { exact: true })).toBeHidden()
}

test('a guest reports an order as paid, and is not asked again', async ({ page }) => {
  const { url } = await placeAsGuest(page, 'paid.guest@example.com')
  await page.goto(url)
  await expectTakenOver(page.getByRole('button', { name: 'Print' }))
  await sayPaid(page)
  await expect(page.getByText(SAID)).toBeFocused()
  await expectSaidOnce(page)
})

test('a guest reports it without scripts, on the linked page', async ({ page, browser }) => {
  const { url } = await placeAsGuest(page, 'paid.bare@example.com')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: false })
  const bare = await context.newPage()
  await bare.goto(url)
  await sayPaid(bare)
  await expect(bare).toHaveURL(url)
  await expectSaidOnce(bare)
  await context.close()
})

test('a user reports their own order as paid; a concurrent cancellation is shown next to the button', async ({
  page,
}) => {
  await signUp(page, 'paid.member@example.com', 'lavender tubes 9')
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  await nextStep(page)
  await nextStep(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  const { id } = await (await page.request.get('/checkout/order.json')).json()
  await page.goto(`/account/orders/${id}`)
  await page.getByText('I’ve sent payment', { exact: true }).click()
  await page.route(`**/account/orders/${id}/paid`, (route) => route.abort())
  await page.getByRole('button', { name: 'Tell us you’ve paid' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute(`**/account/orders/${id}/paid`)
  await shopCommand('order', 'set', String(id), '--status', 'canceled')
  await page.getByRole('button', { name: 'Tell us you’ve paid' }).click()
  await expect(page.getByRole('alert')).toHaveText('Nothing is due on this order anymore.')
  await shopCommand('order', 'reinstate', String(id))
  await page.getByRole('button', { name: 'Tell us you’ve paid' }).click()
  await expectSaidOnce(page)
})
