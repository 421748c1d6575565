import { expect, type Page, test } from 'playwright/test'
import { placeOrderAsGuest } from '#test/order-page.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const leaveDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

/** Reloads, and stays on the page in the browser's own prompt. */
async function reloadAndStay(page: Page): Promise<void> {
  const dialogEvent = page.waitForEvent('dialog')
  const reload = page.evaluate(() => window.location.reload())
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reload
}

for (const [label, path] of [
  ['a newsletter', '/admin/members/newsletters/new'],
  ['an email template', '/admin/settings/mails/order_completed'],
  ['the terms', '/admin/settings/terms'],
] as const) {
  test(`leaving ${label} with unsaved changes asks before discarding them`, async ({ page }) => {
    await signInStaff(page, 'owner', path)
    const text = page.getByLabel('Text', { exact: true })
    await text.press('ControlOrMeta+End')
    await text.pressSequentially(' Not saved yet.')
    const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Orders' }).first().click()
    await leave()
    await expect(leaveDialog(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(leaveDialog(page)).toHaveCount(0)
    await expect(page).toHaveURL(path)
    await expect(text).toHaveValue(/ Not saved yet\.$/)
    await reloadAndStay(page)
    await expect(text).toHaveValue(/ Not saved yet\.$/)
    await leave()
    await leaveDialog(page).getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/admin/orders')
  })
}

test('an order edit survives Escape and the Back button until it is discarded', async ({ browser, page }) => {
  const id = await placeOrderAsGuest(browser, { quantity: 2 })
  await signInStaff(page, 'manager', `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  await findModal(page).getByLabel('Reason', { exact: true }).fill('One more')
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave()
    await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(findModal(page).getByLabel('Reason', { exact: true })).toHaveValue('One more')
  }
  await expect(leaveDialog(page)).toHaveCount(0)
  await findModal(page).getByLabel('Reason', { exact: true }).press('Escape')
  await leaveDialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(findModal(page)).toHaveCount(0)
})
