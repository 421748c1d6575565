import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { guestOrder } from '#test/order-journey.ts'
import { modalOf, signInStaff } from '#test/staff-journey.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

/** Answers the browser's own question before a reload by staying. */
async function reloadAndStay(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  const reloaded = page.evaluate(() => window.location.reload())
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reloaded
}

for (const [what, path] of [
  ['a newsletter', '/admin/members/newsletters/new'],
  ['the text of an email', '/admin/settings/mails/order_completed'],
  ['the terms', '/admin/settings/terms'],
] as const) {
  test(`${what} that is not saved is kept until somebody says that it may go`, async ({ page }) => {
    await signInStaff(page, 'owner', path)
    const text = page.getByLabel('Text', { exact: true })
    await text.press('ControlOrMeta+End')
    await text.pressSequentially(' Not saved yet.')
    const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Orders' }).first().click()
    await leave()
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(question(page)).toHaveCount(0)
    await expect(page).toHaveURL(path)
    await expect(text).toHaveValue(/ Not saved yet\.$/)
    await reloadAndStay(page)
    await expect(text).toHaveValue(/ Not saved yet\.$/)
    await leave()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/admin/orders')
  })
}

test('an edit of an order is kept after Escape and the way back until somebody says that it may go', async ({
  browser,
  page,
}) => {
  const id = await guestOrder(browser, { quantity: 2 })
  await signInStaff(page, 'manager', `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  await modalOf(page).getByLabel('Reason', { exact: true }).fill('One more')
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(modalOf(page).getByLabel('Reason', { exact: true })).toHaveValue('One more')
  }
  await expect(question(page)).toHaveCount(0)
  await modalOf(page).getByLabel('Reason', { exact: true }).press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(modalOf(page)).toHaveCount(0)
})
