import { expect, type Page, test } from 'playwright/test'
import { addToCart, masque, nextStep, runCommand, shopStep, signUp } from '#test/e2e-helpers.ts'

/** Reads the labeled amounts of an order on a page. */
const readAmounts = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('dl > div', { has: page.locator('dt') })
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''))),
  )

test('the tax shown on the review page is charged, and a paid order requests no payment', async ({ page, browser }) => {
  // A state that no other test ships to.
  await shopStep('setTax', 'VT', 6125)
  await signUp(page, 'paid.order@example.com', 'lavender tubes 9')
  await addToCart(page, masque.id, 2)
  await page.goto('/checkout/shipping')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByRole('radio', { name: /different address/i }).check()
  const address = page.getByRole('group', { name: 'New Address' })
  for (const [label, value] of [
    ['First Name', 'Ana'],
    ['Last Name', 'Reyes'],
    ['City', 'Burlington'],
    ['Zipcode', '05401'],
    ['Phone Number', '2015550100'],
  ] as const) {
    await address.getByLabel(label).fill(value)
  }
  await address.getByLabel('Address', { exact: true }).fill('7 Church Street')
  await address.getByLabel('State').selectOption('Vermont')
  await page.getByRole('radio', { name: /^Ground/ }).check()
  await expect(page.getByText('Tax (VT 6.125%)')).toBeVisible()
  // Each step refetches the total: the review still shows the total from before the change.
  for (let step = 0; step < 2; step++) {
    const totalsResponse = page.waitForResponse((response) => response.url().includes('/checkout/totals.json'))
    await nextStep(page)
    await totalsResponse
  }
  await expect(page.getByText('Tax (VT 6.125%)')).toBeVisible()

  await shopStep('setTax', 'VT', 7000)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert')).toContainText('Your order total is now')
  await expect(page.getByText('Tax (VT 7%)')).toBeVisible()
  const { Total: total, 'Tax (VT 7%)': tax } = await readAmounts(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  expect(await readAmounts(page)).toMatchObject({ Total: total, 'Tax (VT 7%)': tax })
  const { id, url, order_total, payment_reference } = await (await page.request.get('/checkout/order.json')).json()
  expect(`$${order_total.toFixed(2)}`).toBe(total)

  const paymentRequest = /Pay \$|Send it from your bank/
  await expect(page.getByRole('main')).toContainText(paymentRequest)
  // The buyer and staff see the same memo.
  expect(await readAmounts(page)).toMatchObject({ Memo: payment_reference })
  await runCommand('order', 'set', payment_reference, '--paid')
  const guest = await (await browser.newContext()).newPage()
  for (const [target, path] of [
    [page, '/checkout/success'],
    [page, `/account/orders/${id}`],
    [guest, url],
  ] as const) {
    await target.goto(path)
    await expect(target.getByRole('heading', { name: /^Paid on / })).toBeVisible()
    await expect(target.getByRole('main')).toContainText('By Quick Pay. Paid in full.')
    await expect(target.getByRole('main')).not.toContainText(paymentRequest)
  }
  await runCommand('order', 'set', String(id), '--status', 'canceled')
  await guest.reload()
  await expect(guest.getByRole('main')).toContainText('Canceled')
  await expect(guest.getByRole('main')).not.toContainText(paymentRequest)
})
