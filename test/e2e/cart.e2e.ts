import { expect, test } from 'playwright/test'
import { addToCart, masque, waitUntilHydrated } from '#test/e2e-helpers.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a product goes into the cart and the cart can be read', async ({ page }) => {
    await page.goto(`/packages/${masque.id}`)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(page.getByRole('heading', { name: 'Your Cart (2)' })).toBeVisible()
    await expect(page.locator('main')).toContainText('$76.00')
  })
})

test('an empty cart or one under the minimum only scrolls to the top, and the page says why once', async ({ page }) => {
  await page.goto('/checkout/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(page.locator('main').getByText('There are no items in your cart.')).toHaveCount(1)
  // Visitors without a cart see it too.
  await expect(page.locator('main')).toContainText('Order minimum$25.00')

  const cheap = (await (await page.request.get('/packages.json?sort=price')).json()).data[0]
  expect(cheap.price).toBeLessThan(25)
  await addToCart(page, cheap.id)
  await page.goto('/checkout/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('main')).toContainText('$25.00')
})

test('quantities change and lines go, and the totals follow', async ({ page }) => {
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

test('the focus stays on the page when the keyboard uses a control that removes itself', async ({ page }) => {
  const cheap = (await (await page.request.get('/packages.json?sort=price')).json()).data[0]
  await addToCart(page, masque.id)
  await addToCart(page, cheap.id)
  await page.goto('/checkout/cart')
  const main = page.getByRole('main')
  const more = main.getByRole('button', { name: /^Increase/ }).first()
  const less = main.getByRole('button', { name: /^Decrease/ }).first()
  await waitUntilHydrated(more)
  await more.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your Cart (3)' })).toBeVisible()
  await less.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your Cart (2)' })).toBeVisible()
  await expect(less).toBeDisabled()
  await expect(less).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your Cart (2)' })).toBeVisible()

  const remove = main.getByRole('button', { name: /^Remove/ })
  const [first, second] = await main.getByRole('heading', { level: 3 }).allInnerTexts()
  await remove.first().press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()
  await expect(main.getByRole('status').filter({ hasText: `${first} was removed.` })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your Cart (0)' })).toBeFocused()
  await expect(main.getByRole('status').filter({ hasText: `${second} was removed.` })).toBeAttached()
})

test('hiding the added product by keyboard returns the focus to its button', async ({ page }) => {
  await page.goto(`/packages/${masque.id}`)
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  await waitUntilHydrated(add)
  const layer = page.getByRole('region', { name: 'Added to cart' })
  for (const key of ['Enter', 'Escape']) {
    await add.press('Enter')
    await layer.getByRole('button', { name: 'Hide' }).press(key)
    await expect(layer).toBeHidden()
    await expect(add).toBeFocused()
  }
})

test('the layer of the added product stays open while it has the focus, and hides after the focus has left', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(`/packages/${masque.id}`)
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  await waitUntilHydrated(add)
  await add.press('Enter')
  const layer = page.getByRole('region', { name: 'Added to cart' })
  const hide = layer.getByRole('button', { name: 'Hide' })
  await hide.focus()
  await page.clock.runFor(10_000)
  await expect(hide).toBeFocused()

  // Another window takes the focus: the page receives the event, and what had the focus is still its active element.
  await hide.evaluate((button) => button.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await page.clock.runFor(10_000)
  await expect(hide).toBeFocused()

  await add.focus()
  await page.clock.runFor(10_000)
  await expect(layer).toBeHidden()
  await expect(add).toBeFocused()
})

test('the focus returns to the button that added when what was added is replaced by another product', async ({
  page,
}) => {
  await page.goto('/packages')
  const [first, second] = await page.getByRole('button', { name: /^Add .* to cart$/ }).all()
  if (!first || !second) throw new Error('The listing has fewer than two products that can be added')
  const layer = page.getByRole('region', { name: 'Added to cart' })
  await waitUntilHydrated(second)
  await first.press('Enter')
  await expect(layer).toBeVisible()
  const answered = Promise.withResolvers<void>()
  await page.route('**/shopping-cart/product/add', async (route) => {
    await answered.promise
    await route.continue()
  })
  await second.press('Enter')
  await layer.getByRole('link', { name: 'Checkout' }).focus()
  const names = await layer.innerText()
  answered.resolve()
  await expect(layer).not.toHaveText(names)
  await expect(first).toBeFocused()
  await layer.getByRole('button', { name: 'Hide' }).press('Escape')
  await expect(second).toBeFocused()
})

test('a change the server refuses shows the specification’s message', async ({ page }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/cart')
  await page.route('**/shopping-cart/product/*', (route) => route.fulfill({ status: 422, json: {} }))
  const line = page.getByRole('listitem').filter({ hasText: masque.name })
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.accept()
  })
  const expectSentence = (sentence: string) =>
    expect.poll(async () => said.includes(sentence) || (await page.getByText(sentence).isVisible())).toBe(true)
  await line.getByRole('button', { name: /^Increase/ }).click()
  await expectSentence("You can't update this product!!")
  await line.getByRole('button', { name: /remove/i }).click()
  await expectSentence("You can't remove this product!!")
})

test('the mini cart opens and closes by keyboard, by its button and by a click outside', async ({ page }) => {
  await page.goto('/')
  const bag = page.getByRole('button', { name: /^Cart/ })
  const dropdown = page.getByRole('dialog', { name: 'Your cart' })
  await bag.click()
  await expect(dropdown).toContainText('There are no items in your cart.')
  await page.keyboard.press('Escape')
  await expect(dropdown).toBeHidden()
  await bag.click()
  await dropdown.getByRole('button', { name: /close/i }).click()
  await expect(dropdown).toBeHidden()
  await addToCart(page, masque.id, 3)
  await expect(page.getByRole('button', { name: /^Cart, 3/ })).toBeVisible()
  await page.getByRole('button', { name: /^Cart/ }).click()
  await expect(dropdown).toContainText('$114.00')
  await page.mouse.click(20, 700)
  await expect(dropdown).toBeHidden()
})
