import { expect, test } from 'playwright/test'
import { addToCart, masque } from '#test/journey.ts'

test('a line that was removed in another tab goes when it is changed here', async ({ page, context }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/cart')
  const other = await context.newPage()
  for (const change of [/^More/, /^Remove/]) {
    await addToCart(other, masque.id)
    await page.reload()
    await other.goto('/checkout/cart')
    await other.getByRole('button', { name: /^Remove/ }).click()
    await expect(other.getByRole('heading', { name: 'Your Cart (0)' })).toBeVisible()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: change }).click()
    await expect(main.getByRole('alert')).toContainText(/^You can't (update|remove) this product!!/)
    await expect(main.getByRole('heading', { name: 'Your Cart (0)' })).toBeVisible()
    await expect(main).not.toContainText(masque.name)
    await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
  }
})
