import { expect, test } from 'playwright/test'
import { addToCart, masque, waitUntilHydrated } from '#test/e2e-helpers.ts'
import { holdRequests } from '#test/hold-requests.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a product can be added and the cart viewed', async ({ page }) => {
    await page.goto(`/packages/${masque.id}`)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(page.getByRole('heading', { name: 'Your Cart (2)' })).toBeVisible()
    await expect(page.locator('main')).toContainText('$76.00')
  })
})

test('checking out an empty cart or one below the minimum scrolls to the top and shows the reason once', async ({
  page,
}) => {
  await page.goto('/checkout/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(page.locator('main').getByText('There are no items in your cart.')).toHaveCount(1)
  // Visitors without a cart see it too.
  await expect(page.locator('main')).toContainText('Order minimum$25.00')

  const cheapest = (await (await page.request.get('/packages.json?sort=price')).json()).data[0]
  expect(cheapest.price).toBeLessThan(25)
  await addToCart(page, cheapest.id)
  await page.goto('/checkout/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('main')).toContainText('$25.00')
})

test('changing a quantity or removing a line updates the totals', async ({ page }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/cart')
  const line = page.getByRole('listitem').filter({ hasText: masque.name })
  await expect(line.getByRole('button', { name: /^Decrease/ })).toBeDisabled()
  await line.getByRole('button', { name: /^Increase/ }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart (2)' })).toBeVisible()
  await expect(page.locator('main')).toContainText('$76.00')
  await line.getByRole('button', { name: /remove/i }).click()
  await expect(page.locator('main')).toContainText('There are no items in your cart.')
})

test('the focus stays on the page when a control operated by keyboard disappears', async ({ page }) => {
  const cheapest = (await (await page.request.get('/packages.json?sort=price')).json()).data[0]
  await addToCart(page, masque.id)
  await addToCart(page, cheapest.id)
  await page.goto('/checkout/cart')
  const main = page.getByRole('main')
  const increase = main.getByRole('button', { name: /^Increase/ }).first()
  const decrease = main.getByRole('button', { name: /^Decrease/ }).first()
  await waitUntilHydrated(increase)
  await increase.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your Cart (3)' })).toBeVisible()
  await decrease.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your Cart (2)' })).toBeVisible()
  await expect(decrease).toBeDisabled()
  await expect(decrease).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your Cart (2)' })).toBeVisible()

  const removeButton = main.getByRole('button', { name: /^Remove/ })
  const [first, second] = await main.getByRole('heading', { level: 3 }).allInnerTexts()
  await removeButton.first().press('Enter')
  await expect(removeButton).toHaveCount(1)
  await expect(removeButton).toBeFocused()
  await expect(main.getByRole('status').filter({ hasText: `${first} was removed.` })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your Cart (0)' })).toBeFocused()
  await expect(main.getByRole('status').filter({ hasText: `${second} was removed.` })).toBeAttached()
})

test('hiding the added-to-cart panel by keyboard returns the focus to the Add button', async ({ page }) => {
  await page.goto(`/packages/${masque.id}`)
  const addButton = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  await waitUntilHydrated(addButton)
  const panel = page.getByRole('region', { name: 'Added to cart' })
  for (const key of ['Enter', 'Escape']) {
    await addButton.press('Enter')
    await panel.getByRole('button', { name: 'Hide' }).press(key)
    await expect(panel).toBeHidden()
    await expect(addButton).toBeFocused()
  }
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

test('the focus returns to the Add button when another product replaces the added one', async ({ page }) => {
  await page.goto('/packages')
  const [first, second] = await page.getByRole('button', { name: /^Add .* to cart$/ }).all()
  if (!first || !second) throw new Error('The listing has fewer than two products that can be added')
  const panel = page.getByRole('region', { name: 'Added to cart' })
  await waitUntilHydrated(second)
  await first.press('Enter')
  await expect(panel).toBeVisible()
  const release = await holdRequests(page, '**/shopping-cart/product/add')
  await second.press('Enter')
  await panel.getByRole('link', { name: 'Checkout' }).focus()
  const names = await panel.innerText()
  release()
  await expect(panel).not.toHaveText(names)
  await expect(first).toBeFocused()
  await panel.getByRole('button', { name: 'Hide' }).press('Escape')
  await expect(second).toBeFocused()
})

test('a change refused by the server shows the specification’s message', async ({ page }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/cart')
  await page.route('**/shopping-cart/product/*', (route) => route.fulfill({ status: 422, json: {} }))
  const line = page.getByRole('listitem').filter({ hasText: masque.name })
  const messages: string[] = []
  page.on('dialog', (dialog) => {
    messages.push(dialog.message())
    void dialog.accept()
  })
  const expectMessage = (message: string) =>
    expect.poll(async () => messages.includes(message) || (await page.getByText(message).isVisible())).toBe(true)
  await line.getByRole('button', { name: /^Increase/ }).click()
  await expectMessage("You can't update this product!!")
  await line.getByRole('button', { name: /remove/i }).click()
  await expectMessage("You can't remove this product!!")
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
