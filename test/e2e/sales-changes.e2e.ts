import { expect, test } from 'playwright/test'
import { signInAsLeader } from '#test/e2e-helpers.ts'

test('Escape closes the changes since yesterday and returns the focus, and losses are red', async ({ page }) => {
  await signInAsLeader(page)
  await page.route('**/account/sales/changes.json*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const { after } = body.difference
    const before = { ...after, sales_bonus: after.sales_bonus + 10, total_bonus: after.total_bonus + 10 }
    const change = { total_sales: 0, total_pv: 0, sales_bonus: -10, level_bonus: 0, total_bonus: -10 }
    await route.fulfill({ json: { ...body, difference: { ...body.difference, before, change } } })
  })
  await page.goto('/account/sales')
  const button = page.getByRole('button', { name: 'What changed since yesterday?' })
  await button.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'What changed' })
  const total = drawer.getByRole('listitem').filter({ hasText: /^Total bonus/ })
  await expect(total.getByText('−$10.00')).toHaveCSS('color', 'rgb(151, 38, 44)')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(button).toBeFocused()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
