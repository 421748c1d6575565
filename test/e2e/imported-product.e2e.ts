import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillContact, runCommand } from '#test/e2e-helpers.ts'

/** Format of a Shopify export: one handle with two options, whose second row contains only what differs. */
const csv = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status
brow-lamination-kit,Brow Lamination Kit,<p>Lifts and sets.</p>,Arden,Kits,brow,TRUE,Size,Small,BLK-S,240,12,64.50,,,active
brow-lamination-kit,,,,,,,,Large,BLK-L,410,3,118.00,,,active
`

test('a product imported from a Shopify export can be found and bought', async ({ page }) => {
  const path = join(await mkdtemp(join(tmpdir(), 'import-')), 'products.csv')
  await writeFile(path, csv)
  await runCommand('import', 'products', path)

  await page.goto('/packages?q=brow+lamination')
  await page.getByRole('link', { name: 'Brow Lamination Kit – Large' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Brow Lamination Kit – Large' })).toBeVisible()
  await addToCart(page, Number(new URL(page.url()).pathname.split('/').at(-1)), 2)

  await page.goto('/checkout/shipping')
  await fillContact(page, 'import@example.com')
  await completeCheckout(page)
  const order = await (await page.request.get('/checkout/order.json')).json()
  expect(order).toMatchObject({ type: 'P', order_total: 236, products: [{ quantity: 2, price: 118 }] })
})
