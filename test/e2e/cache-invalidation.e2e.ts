import { expect, test } from 'playwright/test'
import { runCommand } from '#test/e2e-helpers.ts'

test('changes from the command line appear on cached pages', async ({ page }) => {
  await page.goto('/faqs')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('(201) 555-0148')
  await runCommand('settings', 'set', 'shop_phone', '(201) 555-0199')
  await expect.poll(async () => (await page.request.get('/faqs')).text()).toContain('(201) 555-0199')
})
