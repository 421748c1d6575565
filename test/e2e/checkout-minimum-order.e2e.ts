import { expect, type Page, test } from 'playwright/test'
import { addToCart, fillContact, masque, nextStep } from '#test/e2e-helpers.ts'

const minimumNotice = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'The minimum order is $25.00' })

test('every checkout step redirects a cart below the minimum to the cart page, which states the minimum', async ({
  page,
}) => {
  const cheapest = (await (await page.request.get('/packages.json?sort=price')).json()).data[0]
  expect(cheapest.price).toBeLessThan(25)
  await addToCart(page, cheapest.id)
  await page.getByRole('region', { name: 'Added to cart' }).getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(minimumNotice(page)).toHaveCount(1)
  await expect(minimumNotice(page)).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: /^Cart, 1/ }).click()
  await page.getByRole('dialog', { name: 'Your cart' }).getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(minimumNotice(page)).toBeVisible()

  for (const step of ['shipping', 'payment', 'review']) {
    await page.goto(`/checkout/${step}`)
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(minimumNotice(page)).toBeVisible()
  }

  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'above-minimum@example.com')
  await nextStep(page)
  await expect(page).toHaveURL(/\/checkout\/payment$/)
})

test('a pending quantity increase counts immediately and prevents the redirect', async ({ page }) => {
  const cheapest = (await (await page.request.get('/packages.json?sort=price')).json()).data[0]
  const minimumQuantity = Math.ceil(25 / cheapest.price)
  await addToCart(page, cheapest.id, minimumQuantity - 1)
  await page.goto('/checkout/cart')
  await page.route('**/shopping-cart/product/update', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByRole('button', { name: /^Increase/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('group', { name: 'Your Details' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Cart, ${minimumQuantity} items` })).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
})

test('the review page keeps showing the placed order until the success page appears', async ({ page }) => {
  // Simulates a browser with slow view transitions.
  await page.addInitScript(() => {
    Object.assign(document, {
      startViewTransition(update: () => unknown) {
        const finished = new Promise((resolve) => setTimeout(resolve, 700)).then(update)
        return { finished: finished, ready: finished, updateCallbackDone: finished, skipTransition() {} }
      },
    })
  })
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'slow-transition@example.com')
  for (let step = 0; step < 2; step++) await nextStep(page)
  await page.evaluate((name) => {
    const observedWindow = window as typeof window & { wasEmptied: boolean }
    observedWindow.wasEmptied = false
    new MutationObserver(() => {
      const main = document.querySelector('main')
      const isReview = main?.querySelector('h1')?.textContent === 'Review'
      if (isReview && !(main.innerText.includes(name) && main.innerText.includes('Ana Reyes')))
        observedWindow.wasEmptied = true
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, masque.name)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
  expect(await page.evaluate(() => (window as typeof window & { wasEmptied?: boolean }).wasEmptied)).toBe(false)
})
