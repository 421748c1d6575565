import { expect, test } from 'playwright/test'
import { runCommand, signUp } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const licenseImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a member renews the license with an image without scripts, and staff approve it', async ({ browser, page }) => {
  const email = `licensed-${Date.now()}@example.com`
  await signUp(page, email, 'a long enough one 4471')
  // A license is approved for one account only.
  await page.goto('/account/license')
  const number = `NY 20-${Date.now()}`
  await page.getByLabel('Cosmetology Id').fill(number)
  await page.getByRole('button', { name: 'Save license' }).click()
  await expect(page.getByRole('region', { name: 'On file' })).toContainText(number)
  await runCommand('user', 'set', email, '--license', 'approved', '--expires', '2038-01-31')

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: false })
  await context.addCookies(await page.context().cookies())
  const noScriptPage = await context.newPage()
  await noScriptPage.goto('/account/license')
  await noScriptPage.getByLabel('Expires').fill('2040-01-31')
  await noScriptPage
    .getByLabel('Photo or PDF of your license')
    .setInputFiles({ name: 'new license.png', mimeType: 'image/png', buffer: licenseImage })
  await noScriptPage.getByRole('button', { name: 'Send renewal' }).click()
  await expect(noScriptPage.getByRole('region', { name: 'Your renewal is under review' })).toContainText(
    'new license.png',
  )
  await expect(noScriptPage.getByText('Your license expires')).toHaveCount(0)

  const managerPage = await (await browser.newContext()).newPage()
  await signInStaff(managerPage, 'manager', `/admin/members?only=license&search=${email.slice(0, 20)}`)
  await managerPage.locator('[data-row]').filter({ hasText: email }).getByRole('link').first().click()
  await expect(managerPage.getByText('Renewal until January 31, 2040')).toBeVisible()
  // The image is rendered, not only linked.
  await expect
    .poll(() => managerPage.locator('section img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(1)
  await managerPage.getByRole('button', { name: 'Approve the renewal' }).click()
  await findModal(managerPage).getByRole('button', { name: 'Approve and email' }).click()
  await expect(managerPage.getByText('Valid until January 31, 2040')).toBeVisible()
  await page.goto('/account/license')
  await expect(page.getByRole('region', { name: 'Approved' })).toContainText('January 31, 2040')
  await context.close()
  await managerPage.context().close()
})
