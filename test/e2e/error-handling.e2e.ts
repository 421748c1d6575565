import { expect, test } from 'playwright/test'
import { openLogin } from '#test/e2e-helpers.ts'

test('a form shows that it is being submitted, cannot be submitted twice, and keeps the focus', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let requestCount = 0
  await page.route('**/password/forgot', async (route) => {
    requestCount++
    await released
    await route.continue()
  })
  await page.goto('/faqs')
  await openLogin(page)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot Password' })
  await dialog.getByLabel('Email Address').fill('nobody@example.com')
  await dialog.getByRole('button', { name: 'Send Link' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Sending…' })).toHaveJSProperty('disabled', true)
  await page.keyboard.press('Enter')
  release()
  await expect(dialog.getByRole('button', { name: 'Send Link' })).toBeFocused()
  expect(requestCount).toBe(1)
})

test('the button of a product card keeps the focus and can be used again', async ({ page }) => {
  await page.goto('/packages')
  const addButton = page
    .getByRole('main')
    .getByRole('button', { name: /^Add .+ to cart$/ })
    .first()
  for (const cartLabel of ['1 item', '2 items']) {
    await addButton.press('Enter')
    await expect(page.getByRole('button', { name: `Cart, ${cartLabel}` })).toBeVisible()
    await expect(addButton).toBeFocused()
  }
})
