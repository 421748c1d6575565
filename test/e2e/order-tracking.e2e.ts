import { expect, type Page, test } from 'playwright/test'
import { createPoster, masque, runCommand, shopStep } from '#test/e2e-helpers.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'

/** Places a guest order for two units of one product and one of another. */
async function placeOrder(
  page: Page,
  form: typeof deliveryForm | typeof pickupForm,
): Promise<{ id: number; url: string }> {
  const post = await createPoster(page.request)
  for (const [id, quantity] of [
    [masque.id, 2],
    [2, 1],
  ]) {
    expect(await post('/shopping-cart/product/add', { id, quantity })).toBe(200)
  }
  expect(await post('/checkout/confirm', form)).toBe(201)
  const { id, url } = await (await page.request.get('/checkout/order.json')).json()
  return { id, url }
}

/** Reads the amounts of the ledger, in cents. */
const readLedger = async (page: Page): Promise<number[]> => {
  const texts = await page.getByRole('region', { name: 'Payment' }).locator('dd.whitespace-nowrap').allTextContents()
  return texts.map((text) => Math.round(Number(text.replace('−', '-').replaceAll(/[$+,]/g, '')) * 100))
}

async function expectConsistentLedger(page: Page, rows: number): Promise<void> {
  const amounts = await readLedger(page)
  expect(amounts).toHaveLength(rows)
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1))
}

test('an order paid and shipped in parts is described correctly at every step', async ({ page }) => {
  const { id, url } = await placeOrder(page, deliveryForm)
  const payment = page.getByRole('region', { name: 'Payment' })
  const shipments = page.getByRole('region', { name: 'Shipments' })
  const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')

  await page.goto(url)
  await expect(payment).toContainText(
    /Due by .+\. If we haven’t received payment by then, we’ll cancel the order at noon on .+\./,
  )
  await expect(shipments).toBeHidden()

  await shopStep('pay', id, 50, 'quickpay')
  await page.reload()
  await expect(payment.getByRole('heading')).toHaveText(/^Pay the remaining \$[\d.]+ by Quick Pay$/)
  await expect(payment).not.toContainText('canceled')
  await expectConsistentLedger(page, 3)

  await shopStep('pay', id, 300, 'check')
  await shopStep('ship', id, { lines: [{ position: 0, quantity: 1 }], trackingNumber: '1Z999AA10123456784' })
  await page.reload()
  await expect(payment.getByRole('heading')).toHaveText(/^We’ll refund \$[\d.]+$/)
  await expectConsistentLedger(page, 4)
  await expect(page.getByText('Processing · Refund due · Partly shipped')).toBeVisible()
  const link = shipments.getByRole('link', { name: 'Track 1Z999AA10123456784' })
  await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999AA10123456784')
  await expect(link).toHaveAttribute('rel', 'noreferrer')
  await expect(shipments.getByText(`1 × ${masque.name}`)).toHaveCount(2)
  await expect(shipments.getByRole('heading')).toHaveText(['Shipment', 'Still to come'])

  await shopStep('ship', id, {})
  await page.reload()
  await expect(shipments.getByRole('heading')).toHaveText(['Shipment 1', 'Shipment 2'])
  await expect(timeline).toHaveText([
    /Order placed\.$/,
    /We received \$50\.00 by Quick Pay\.$/,
    /We received \$300\.00 by check\.$/,
    /Shipment 1: shipped with UPS\.$/,
    /Shipment 2: shipped with USPS\.$/,
  ])
})

test('a pickup order shows when it is ready and who picked it up', async ({ page }) => {
  const { id, url } = await placeOrder(page, pickupForm)
  await shopStep('makeReady', id)
  await page.goto(url)
  const shipments = page.getByRole('region', { name: 'Shipments' })
  await expect(shipments).toContainText(/Ready for pickup since /)
  await expect(page.getByText('Processing · Awaiting payment · Ready for pickup')).toBeVisible()
  await shopStep('pickUp', id, 'Bea Kim')
  await page.reload()
  await expect(shipments).toContainText(/Picked up on .+ by Bea Kim/)
})

test('a canceled order announces the refund of its payments', async ({ page }) => {
  const { id, url } = await placeOrder(page, pickupForm)
  await shopStep('pay', id, 20, 'quickpay')
  await runCommand('order', 'set', String(id), '--status', 'canceled')
  await page.goto(url)
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment.getByRole('heading')).toHaveText('We’ll refund $20.00')
  await expectConsistentLedger(page, 4)
})
