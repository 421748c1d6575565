import { expect, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

test('an owner views the status with explanations and instructions; other roles have no access', async ({
  page,
  browser,
}) => {
  await signInStaff(page, 'owner')
  if ((page.viewportSize()?.width ?? 0) < 1000) await page.goto('/admin/status')
  else {
    // Keyboard only, once the shortcuts are active.
    await expect(page.getByRole('link', { name: 'Status' })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
  }
  await expect(page.getByRole('heading', { name: 'Status', exact: true })).toBeVisible()
  const backup = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Backup' }) })
  await expect(backup).toContainText('No backup has been made yet.')
  await expect(backup).toContainText('npm run shop -- backup FILE')
  await expect(page.getByRole('status').filter({ hasText: /needs? attention|broken/ })).toBeVisible()
  const refreshButton = page.getByRole('button', { name: 'Refresh' })
  await Promise.all([page.waitForResponse('**/admin/status.json'), refreshButton.press('Enter')])
  await expect(refreshButton).toBeEnabled()
  await expect(refreshButton).toBeFocused()
  await expect(backup).toBeVisible()

  const manager = await (await browser.newContext()).newPage()
  await signInStaff(manager, 'manager')
  await expect(manager.getByRole('link', { name: 'Status' })).toHaveCount(0)
  await manager.goto('/admin/status')
  await expect(manager.getByRole('heading', { name: 'You don’t have access to this' })).toBeVisible()
})
