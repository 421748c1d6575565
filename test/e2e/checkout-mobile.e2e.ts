import { expect, test } from 'playwright/test'
import { addToCart, fillContact, masque, nextStep } from '#test/e2e-helpers.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('on phones, each step starts with an expandable total and links back to completed steps', async ({ page }) => {
  await addToCart(page, masque.id, 2)
  await page.goto('/checkout/shipping')
  const collapsedTotal = page.getByRole('main').locator('summary')
  await expect(collapsedTotal).toContainText('$76.00')
  await expect(page.getByRole('term').filter({ hasText: 'Total' })).toHaveCount(0)
  await collapsedTotal.click()
  await expect(page.getByRole('link', { name: masque.name })).toBeVisible()
  await fillContact(page, 'phone@example.com')
  await nextStep(page)

  const steps = page.getByRole('navigation', { name: 'Steps' })
  await expect(steps.locator('[aria-current=step]')).toHaveText(/Payment/)
  await expect(steps.getByRole('link')).toHaveText(['Shipping, done'])
  await nextStep(page)
  await expect(page.getByText('2 items')).toContainText('$76.00')

  await steps.getByRole('link', { name: /^Shipping/ }).click()
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
  await expect(page.getByLabel('Email Address').first()).toHaveValue('phone@example.com')
})
