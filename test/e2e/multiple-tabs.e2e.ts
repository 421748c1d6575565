import { expect, type Page, test } from 'playwright/test'
import { addToCart, fillContact, masque, nextStep, postFromPage, signUp } from '#test/e2e-helpers.ts'

const PASSWORD = 'lavender tubes 9'

async function goToReview(page: Page): Promise<void> {
  for (let step = 0; step < 2; step++) await nextStep(page)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
}

test('a line removed in another tab disappears when it is changed in this tab', async ({ page, context }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/cart')
  const other = await context.newPage()
  for (const action of [/^Increase/, /^Remove/]) {
    await addToCart(other, masque.id)
    await page.reload()
    await other.goto('/checkout/cart')
    await other.getByRole('button', { name: /^Remove/ }).click()
    await expect(other.getByRole('heading', { name: 'Your Cart (0)' })).toBeVisible()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: action }).click()
    await expect(main.getByRole('alert')).toContainText(/^You can't (update|remove) this product!!/)
    await expect(main.getByRole('heading', { name: 'Your Cart (0)' })).toBeVisible()
    await expect(main).not.toContainText(masque.name)
    await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
  }
})

test('the review page reports an order placed in another tab and links to it', async ({ page, context }) => {
  await addToCart(page, masque.id)
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await tab.goto('/checkout/shipping')
    await fillContact(tab, 'two-tabs@example.com')
    await goToReview(tab)
  }
  const [first, second] = tabs as [Page, Page]
  await first.getByRole('button', { name: 'Place Order' }).click()
  await expect(first.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  const { id } = await (await page.request.get('/checkout/order.json')).json()

  await second.getByRole('button', { name: 'Place Order' }).click()
  const alert = second.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('There are no items in your cart.')
  await expect(second.getByRole('main')).not.toContainText(masque.name)
  await expect(second.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
  await expect(second.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
  await alert.getByRole('link', { name: `View your last order, ${id}` }).click()
  await expect(second.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  await expect(second.getByRole('main')).toContainText(String(id))
})

test('a cart emptied in another tab is empty on the review page as well', async ({ page, context }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'emptied@example.com')
  await goToReview(page)
  const other = await context.newPage()
  await other.goto('/checkout/cart')
  await other.getByRole('button', { name: /^Remove/ }).click()
  await expect(other.getByRole('heading', { name: 'Your Cart (0)' })).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByRole('main').getByRole('alert').getByRole('link', { name: 'Go to your cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart (0)' })).toBeVisible()
})

test('an address removed in another tab is no longer offered', async ({ page }) => {
  await signUp(page, 'removed-address@example.com', PASSWORD)
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await expect(page.getByRole('radio', { name: /1 Main Street/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Ground/ }).check()
  await goToReview(page)
  const { addresses } = await (await page.request.get('/account/user.json')).json()
  expect(await postFromPage(page, '/account/address/remove', { address_id: addresses[0].id })).toBe(200)
  await page.getByRole('button', { name: 'Place Order' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Please choose an address.')
  await alert.getByRole('link', { name: 'Edit Shipping' }).click()
  await expect(page.getByRole('group', { name: 'Delivery Address' }).getByLabel('City')).toBeVisible()
  await expect(page.getByRole('radio', { name: /1 Main Street/ })).toHaveCount(0)
  await expect(
    page
      .getByRole('term')
      .filter({ hasText: /^Total$/ })
      .locator('+ dd'),
  ).toHaveText('–')
})
