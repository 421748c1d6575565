import { expect, test } from 'playwright/test'
import { runCommand } from '#test/e2e-helpers.ts'
import { pickupForm } from '#test/order-forms.ts'
import { closePages, dialog, nextButton, openOrderAs, orderHeader, placeOrderAsGuest } from '#test/order-page.ts'
import { signInStaff } from '#test/staff-pages.ts'

test.afterEach(closePages)

test('a dialog opened by a shortcut returns the focus to the button of the shortcut, or to the next action', async ({
  browser,
}) => {
  const id = await placeOrderAsGuest(browser, { form: pickupForm })
  await runCommand('order', 'set', String(id), '--paid')
  const page = await openOrderAs(browser, 'clerk', id)
  await nextButton(page, 'Pack').click()
  await nextButton(page, 'Ready for pickup').click()
  const handOverButton = nextButton(page, 'Hand over')
  await expect(handOverButton).toBeVisible()

  // After a reload, nothing has the focus yet.
  await page.reload()
  await expect(handOverButton).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Picked up by')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(handOverButton).toBeFocused()

  await page.keyboard.press('n')
  await expect(page.getByLabel('Picked up by')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(orderHeader(page)).toContainText('Picked up')
  await expect(nextButton(page, 'Complete')).toBeFocused()
})

test('the menu is labeled, its links are in lists, and its counts have accessible names', async ({ page }) => {
  await signInStaff(page, 'owner')
  const menu = page.getByRole('complementary', { name: 'Menu' })
  for (const name of ['Back office', 'You']) {
    const links = menu.getByRole('navigation', { name }).getByRole('list').getByRole('listitem').getByRole('link')
    await expect(links.first()).toBeVisible()
    expect(await menu.getByRole('navigation', { name }).getByRole('link').count()).toBe(await links.count())
  }
  await expect(menu.getByRole('link', { name: /^Orders \d+ to do$/ })).toBeVisible()
})

test('the day filter of the audit log has a visible label', async ({ page }) => {
  await signInStaff(page, 'owner', '/admin/audit')
  const label = page.locator('label').filter({ has: page.getByLabel('Day') })
  await expect(label.getByText('Day', { exact: true })).toBeVisible()
})
