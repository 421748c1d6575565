import { expect, test } from 'playwright/test'
import { addToCart, masque, waitUntilHydrated } from '#test/e2e-helpers.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a product can be added and the cart viewed', { tag: '@core' }, async ({ page }) => {
    await page.goto(`/packages/${masque.id}`)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(page.getByRole('heading', { name: 'Your Cart (2)' })).toBeVisible()
    await expect(page.locator('main')).toContainText('$76.00')
  })
})

test('the added-to-cart panel stays open while it has the focus, and hides after losing it', async ({ page }) => {
  await page.clock.install()
  await page.goto(`/packages/${masque.id}`)
  const addButton = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  await waitUntilHydrated(addButton)
  await addButton.press('Enter')
  const panel = page.getByRole('region', { name: 'Added to cart' })
  const hideButton = panel.getByRole('button', { name: 'Hide' })
  await hideButton.focus()
  await page.clock.runFor(10_000)
  await expect(hideButton).toBeFocused()

  // When another window takes the focus, the page gets a focusout event but keeps its active element.
  await hideButton.evaluate((button) => button.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await page.clock.runFor(10_000)
  await expect(hideButton).toBeFocused()

  await addButton.focus()
  await page.clock.runFor(10_000)
  await expect(panel).toBeHidden()
  await expect(addButton).toBeFocused()
})

test('the mini cart opens and closes by keyboard, by its button and by a click outside', async ({ page }) => {
  await page.goto('/')
  const cartButton = page.getByRole('button', { name: /^Cart/ })
  const dropdown = page.getByRole('dialog', { name: 'Your cart' })
  await cartButton.click()
  await expect(dropdown).toContainText('There are no items in your cart.')
  await page.keyboard.press('Escape')
  await expect(dropdown).toBeHidden()
  await cartButton.click()
  await dropdown.getByRole('button', { name: /close/i }).click()
  await expect(dropdown).toBeHidden()
  await addToCart(page, masque.id, 3)
  await expect(page.getByRole('button', { name: /^Cart, 3/ })).toBeVisible()
  await page.getByRole('button', { name: /^Cart/ }).click()
  await expect(dropdown).toContainText('$114.00')
  await page.mouse.click(20, 700)
  await expect(dropdown).toBeHidden()
})
