import { expect, test } from 'playwright/test'
import { shopCommand } from '#test/journey.ts'
import { pickupForm } from '#test/order-forms.ts'
import { closePages, dialog, guestOrder, head, next, openAs } from '#test/order-journey.ts'
import { signInStaff } from '#test/staff-journey.ts'

test.afterEach(closePages)

test('a dialog opened by a shortcut returns the focus to the button of the shortcut, or to the next action', async ({
  browser,
}) => {
  const id = await guestOrder(browser, { form: pickupForm })
  await shopCommand('order', 'set', String(id), '--paid')
  const page = await openAs(browser, 'clerk', id)
  await next(page, 'Pack').click()
  await next(page, 'Ready for pickup').click()
  const handOverButton = next(page, 'Hand over')
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
  await expect(head(page)).toContainText('Picked up')
  await expect(next(page, 'Complete')).toBeFocused()
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
