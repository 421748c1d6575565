import { expect, type Page, test } from 'playwright/test'
import { addToCart, masque, nextStep, shopCommand, signUp } from '#test/journey.ts'

/** Labeled amounts of an order on a page. */
const figures = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('dl > div', { has: page.locator('dt') })
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((part) => part.textContent ?? ''))),
  )

test('the tax on the review page is charged, and a paid order requests nothing', async ({ page, browser }) => {
  // A state that no other test ships to.
  await shopCommand('tax', 'set', 'VT', '6.125', '--goods', '--shipping')
  await signUp(page, 'paid.order@example.com', 'lavender tubes 9')
  await addToCart(page, masque.id, 2)
  await page.goto('/checkout/shipping')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByRole('radio', { name: /different address/i }).check()
  const address = page.getByRole('group', { name: 'New Address' })
  for (const [label, text] of [
    ['First Name', 'Ana'],
    ['Last Name', 'Reyes'],
    ['City', 'Burlington'],
    ['Zipcode', '05401'],
    ['Phone Number', '2015550100'],
  ] as const) {
    await address.getByLabel(label).fill(text)
  }
  await address.getByLabel('Address', { exact: true }).fill('7 Church Street')
  await address.getByLabel('State').selectOption('Vermont')
  await page.getByRole('radio', { name: /^Ground/ }).check()
  await expect(page.getByText('Tax (VT 6.125%)')).toBeVisible()
  // Each step refetches the total: the review still shows the one from before the change.
  for (let step = 0; step < 2; step++) {
    const answered = page.waitForResponse((response) => response.url().includes('/checkout/totals.json'))
    await nextStep(page)
    await answered
  }
  await expect(page.getByText('Tax (VT 6.125%)')).toBeVisible()

  await shopCommand('tax', 'set', 'VT', '7', '--goods', '--shipping')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert')).toContainText('Your order total is now')
  await expect(page.getByText('Tax (VT 7%)')).toBeVisible()
  const { Total: total, 'Tax (VT 7%)': tax } = await figures(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  expect(await figures(page)).toMatchObject({ Total: total, 'Tax (VT 7%)': tax })
  const { id, url, order_total, memo_code } = await (await page.request.get('/checkout/order.json')).json()
  expect(`$${order_total.toFixed(2)}`).toBe(total)

  const asks = /Pay \$|Send it from your bank/
  await expect(page.getByRole('main')).toContainText(asks)
  // The memo that the buyer writes is the one staff see with the payment.
  expect(await figures(page)).toMatchObject({ Memo: memo_code })
  await shopCommand('order', 'set', memo_code, '--paid')
  const guest = await (await browser.newContext()).newPage()
  for (const [where, path] of [
    [page, '/checkout/success'],
    [page, `/account/orders/${id}`],
    [guest, url],
  ] as const) {
    await where.goto(path)
    await expect(where.getByRole('heading', { name: /^Paid on / })).toBeVisible()
    await expect(where.getByRole('main')).toContainText('By Quick Pay. Paid in full.')
    await expect(where.getByRole('main')).not.toContainText(asks)
  }
  await shopCommand('order', 'set', String(id), '--status', 'canceled')
  await guest.reload()
  await expect(guest.getByRole('main')).toContainText('Canceled')
  await expect(guest.getByRole('main')).not.toContainText(asks)
})
