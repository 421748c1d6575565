import { expect, test } from 'playwright/test'
import { findModal, signInStaff } from '#test/staff-pages.ts'

/** A demo product that no other end-to-end test buys or counts. */
const product = 'Rose Mist Toner'

test('a manager finds a product, counts it, receives a delivery, and opens its editor', async ({ page }) => {
  await signInStaff(page, 'manager', '/admin/stock')
  await page.keyboard.press('/')
  await page.keyboard.type(product)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Count a shelf' }).click()
  await page.getByLabel(`Count of ${product}`).fill('40')
  await page.keyboard.press('Enter')
  await expect(page.getByText('40 saved')).toBeVisible()
  await page.getByRole('button', { name: 'Finish counting' }).click()
  await page.getByRole('link', { name: product }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product)
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await findModal(page).getByLabel('Quantity received').fill('12')
  await findModal(page).getByLabel('Reason').fill('Delivery 4471')
  await findModal(page).getByRole('button', { name: 'Save receipt' }).click()
  await expect(page.getByRole('table', { name: 'Movements' })).toContainText('Delivery 4471')
  await page.getByRole('link', { name: 'Product', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(product)
})
