import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { postFromPage } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

/** Demo products that no other end-to-end test buys or counts. */
const shelf = { search: 'Gel Lacquer', first: 'Gel Lacquer Oxblood', second: 'Gel Lacquer Bare Porcelain' }
const singleProduct = 'Rose Mist Toner'

const row = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text })

/** Fetches the current stock with the page's session. */
const fetchStock = (page: Page, name: string): Promise<{ product_id: number; stock: number }> =>
  page.evaluate(async (name) => {
    const { data } = await (await fetch(`/admin/stock.json?search=${encodeURIComponent(name)}`)).json()
    return data[0]
  }, name)

test('a clerk views the stock and finds low products, but cannot change anything', async ({ page }) => {
  await signInStaff(page, 'clerk', '/admin/stock')
  await expect(row(page, 'Blowout Bar Set')).toContainText('Flexible Finish Spray')
  await expectAccessible(page)
  await page.keyboard.press('/')
  await page.keyboard.type('Brow Tint')
  await expect(row(page, 'Brow Tint Palette')).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Count a shelf' })).toHaveCount(0)
  await page.goto('/admin/stock?only=low')
  await expect(row(page, 'ORL-1510')).toContainText('low')
  await expectAccessible(page)
  await page.goto('/admin/stock?only=due')
  await expect(page.getByText('Nothing to count')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/stock?search=Flexible')
  await page.getByRole('link', { name: 'Flexible Finish Spray' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flexible Finish Spray')
  await expect(page.getByRole('table', { name: 'Movements' })).toContainText('Opening stock')
  for (const name of ['Receive', 'Count', 'Correct', 'Damaged'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)

  // Sales data is shown on the same page and links to the package that contains the product.
  const storeSection = page.getByRole('region', { name: 'In the store' })
  await expect(storeSection).toContainText(/\$\d+\.\d\d/)
  await expect(storeSection).toContainText(/\d+ PV · \$\d+\.\d\d CV/)
  await expect(storeSection.getByRole('img').first()).toBeVisible()
  await storeSection.getByText('Show', { exact: true }).click()
  await expectAccessible(page)
  await storeSection.getByRole('link', { name: 'Blowout Bar Set' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blowout Bar Set')
  await expect(storeSection.getByRole('link', { name: 'Flexible Finish Spray' })).toBeVisible()
  await storeSection.getByRole('link', { name: 'View in store' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blowout Bar Set')
  await expect(page).toHaveURL(/\/packages\/\d+$/)

  const { product_id } = await fetchStock(page, 'Flexible Finish Spray')
  const body = { quantity: 1, reason: 'x', expected_stock: 3 }
  expect(await postFromPage(page, `/admin/stock/${product_id}/receive`, body)).toBe(403)
})

test('a manager counts a shelf by keyboard; a concurrent change is shown, and the entered number is kept', async ({
  page,
}) => {
  await signInStaff(page, 'manager', `/admin/stock?search=${encodeURIComponent(shelf.search)}`)
  const [first, second] = [await fetchStock(page, shelf.first), await fetchStock(page, shelf.second)]
  await page.getByRole('button', { name: 'Count a shelf' }).click()
  await page.getByLabel('Reason for all counts').fill('Counted on Tuesday')
  await expectAccessible(page)
  const countField = (name: string) => page.getByLabel(`Count of ${name}`)
  await countField(shelf.first).focus()
  await page.keyboard.type(String(first.stock - 2))
  await page.keyboard.press('Enter')
  await expect(countField(shelf.second)).toBeFocused()
  await expect(row(page, shelf.first)).toContainText(`${first.stock - 2} saved`)

  await page.keyboard.type(String(second.stock + 3))
  // A concurrent count.
  const concurrentCount = { quantity: second.stock + 10, reason: 'Counted before', expected_stock: second.stock }
  expect(await postFromPage(page, `/admin/stock/${second.product_id}/count`, concurrentCount)).toBe(200)
  await page.keyboard.press('Enter')
  await expect(row(page, shelf.second).getByRole('alert')).toContainText(`${second.stock + 10} on hand`)
  await expect(countField(shelf.second)).toHaveValue(String(second.stock + 3))
  await expect(countField(shelf.second)).toBeFocused()
  await expectAccessible(page)
  await expect(countField(shelf.second)).toHaveValue(String(second.stock + 3))
  await countField(shelf.second).press('Enter')
  await expect(row(page, shelf.second)).toContainText(`${second.stock + 3} saved`)
  expect((await fetchStock(page, shelf.second)).stock).toBe(second.stock + 3)

  await countField(shelf.first).fill('many')
  await countField(shelf.first).press('Enter')
  await expect(row(page, shelf.first).getByRole('alert')).toHaveText('Enter a quantity.')
})

test('receipt, correction and damage are booked with their reasons, and the history adds up', async ({ page }) => {
  await signInStaff(page, 'manager')
  const { product_id, stock } = await fetchStock(page, singleProduct)
  await page.goto(`/admin/stock/${product_id}`)
  const dialog = findModal(page)
  const recordMovement = async (button: string, quantity: string, reason: string, submit: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await dialog.getByRole('textbox').first().fill(quantity)
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: submit }).click()
  }
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await dialog.getByLabel('Quantity received').fill('12')
  await expect(dialog).toContainText(String(stock + 12))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save receipt' }).click()
  await expect(dialog.getByText('Enter a reason.')).toHaveCount(1)
  await dialog.getByLabel('Reason').fill('Delivery 4471')
  // A concurrent change.
  const concurrentDamage = { quantity: 1, reason: 'A broken one', expected_stock: stock }
  expect(await postFromPage(page, `/admin/stock/${product_id}/damage`, concurrentDamage)).toBe(200)
  await dialog.getByRole('button', { name: 'Save receipt' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`${stock - 1} on hand now`)
  await expect(dialog.getByLabel('Quantity received')).toHaveValue('12')
  await expect(dialog).toContainText(String(stock + 11))
  await dialog.getByRole('button', { name: 'Save receipt' }).click()
  await expect(page.getByText(`${singleProduct}: ${stock + 11} on hand now.`)).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await recordMovement('Correct', '-1', 'Booked one too many', 'Save correction')
  await expect(dialog).toHaveCount(0)
  await recordMovement('Damaged', '2', 'The shelf fell', 'Write off')
  await expect(dialog).toHaveCount(0)
  await recordMovement('Count', String(stock), 'Shelf count', 'Save count')
  await expect(dialog).toHaveCount(0)

  const history = page.getByRole('table', { name: 'Movements' }).getByRole('row')
  await expect(history.nth(1)).toContainText(/Counted.*Shelf count.*−8/s)
  await expect(history.nth(1)).toContainText(String(stock))
  await expect(history.nth(2)).toContainText(/Damaged.*The shelf fell.*−2/s)
  await expect(history.nth(3)).toContainText(/Corrected.*−1/s)
  await expect(history.nth(4)).toContainText(/Received.*Delivery 4471.*manager@.*\+12/s)
  await expectAccessible(page)
})
