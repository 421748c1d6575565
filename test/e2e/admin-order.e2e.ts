import { expect, test } from 'playwright/test'
import {
  closePages,
  dialog,
  nextButton,
  openOrderAs,
  orderHeader,
  placeOrderAsGuest,
  readLedger,
} from '#test/order-page.ts'

test.afterEach(closePages)

test('a clerk books a payment, packs, ships with tracking and completes by keyboard alone', async ({ browser }) => {
  const id = await placeOrderAsGuest(browser)
  const page = await openOrderAs(browser, 'clerk', id)
  await expect(nextButton(page, 'Record payment')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog(page)).toContainText('is due')
  await expect(page.getByLabel('Amount received')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(orderHeader(page)).toContainText('Paid')
  const { sum, balance } = await readLedger(page)
  expect([sum, balance]).toEqual([0, 0])

  // Packs everything open in one step.
  await expect(nextButton(page, 'Pack')).toBeVisible()
  await page.keyboard.press('n')
  await expect(orderHeader(page)).toContainText('Packed')

  // Ships with tracking: shortcut, number, Enter.
  await expect(nextButton(page, 'Ship')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Tracking number')).toBeFocused()
  await page.keyboard.type('1Z999AA10123456784')
  await expect(dialog(page)).toContainText('UPS (detected)')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /1Z999AA10123456784/ })).toHaveAttribute('href', /ups\.com/)

  await expect(nextButton(page, 'Complete')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog(page)).toContainText('Everything has been handed over.')
  await expect(dialog(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(orderHeader(page)).toContainText('Completed')
  await expect(nextButton(page, /Record payment|Pack|Ship|Complete/)).toHaveCount(0)
  await page.getByRole('link', { name: /Staff history/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('marked shipment 1 as shipped.')).toBeVisible()
  // Actions without permission are not rendered.
  await expect(page.getByRole('button', { name: 'Return items' })).toHaveCount(0)
})
