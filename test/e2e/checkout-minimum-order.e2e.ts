import { expect, type Page, test } from 'playwright/test'
import { addToCart, fillContact, masque, nextStep } from '#test/journey.ts'

const reason = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'The minimum order is $25.00' })

test('every step redirects a cart under the minimum to the cart page, which shows the reason until it is enough', async ({
  page,
}) => {
  const cheap = (await (await page.request.get('/packages.json?sort=price')).json()).data[0]
  expect(cheap.price).toBeLessThan(25)
  await addToCart(page, cheap.id)
  await page.getByRole('region', { name: 'Added to cart' }).getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(reason(page)).toHaveCount(1)
  await expect(reason(page)).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: /^Cart, 1/ }).click()
  await page.getByRole('dialog', { name: 'Your cart' }).getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(reason(page)).toBeVisible()

  for (const step of ['shipping', 'payment', 'review']) {
    await page.goto(`/checkout/${step}`)
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(reason(page)).toBeVisible()
  }

  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'enough@example.com')
  await nextStep(page)
  await expect(page).toHaveURL(/\/checkout\/payment$/)
})

test('a pending quantity increase counts immediately and prevents the redirect', async ({ page }) => {
  const cheap = (await (await page.request.get('/packages.json?sort=price')).json()).data[0]
  const enough = Math.ceil(25 / cheap.price)
  await addToCart(page, cheap.id, enough - 1)
  await page.goto('/checkout/cart')
  await page.route('**/shopping-cart/product/update', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByRole('button', { name: /^Increase/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('group', { name: 'Your Details' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Cart, ${enough} items` })).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
})

test('the review shows the placed order until the next page appears', async ({ page }) => {
  // Simulates a browser with slow view transitions.
  await page.addInitScript(() => {
    Object.assign(document, {
      startViewTransition(update: () => unknown) {
        const done = new Promise((resolve) => setTimeout(resolve, 700)).then(update)
        return { finished: done, ready: done, updateCallbackDone: done, skipTransition() {} }
      },
    })
  })
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'still-there@example.com')
  for (let step = 0; step < 2; step++) await nextStep(page)
  await page.evaluate((name) => {
    const watched = window as typeof window & { emptied: boolean }
    watched.emptied = false
    new MutationObserver(() => {
      const main = document.querySelector('main')
      const review = main?.querySelector('h1')?.textContent === 'Review'
      if (review && !(main.innerText.includes(name) && main.innerText.includes('Ana Reyes'))) watched.emptied = true
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, masque.name)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
  expect(await page.evaluate(() => (window as typeof window & { emptied?: boolean }).emptied)).toBe(false)
})
