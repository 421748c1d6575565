import { expect, type Page } from 'playwright/test'
import { nextStep } from './e2e-helpers.ts'

/** Continues from the completed shipping step and places the order. */
export async function completeCheckout(page: Page): Promise<void> {
  await nextStep(page)
  await nextStep(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
}
