import { expect, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

test('a reload with unsaved changes asks in the browser’s own prompt', async ({ page }) => {
  await signInStaff(page, 'owner', '/admin/settings/terms')
  const text = page.getByLabel('Text', { exact: true })
  await text.press('ControlOrMeta+End')
  await text.pressSequentially(' Not saved yet.')
  const dialogEvent = page.waitForEvent('dialog')
  const reload = page.evaluate(() => window.location.reload())
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reload
  await expect(text).toHaveValue(/ Not saved yet\.$/)
})
