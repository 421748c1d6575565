import { expect, test } from 'playwright/test'
import { shopCommand } from '#test/journey.ts'
import { pickupForm } from '#test/order-forms.ts'
import { closePages, dialog, guestOrder, head, next, openAs } from '#test/order-journey.ts'
import { signInStaff } from '#test/staff-journey.ts'

test.afterEach(closePages)

test('a dialog that a key opened gives the focus back to the button of that key, or to what is next', async ({
  browser,
}) => {
  const id = await guestOrder(browser, { form: pickupForm })
  await shopCommand('order', 'set', String(id), '--paid')
  const page = await openAs(browser, 'clerk', id)
  await next(page, 'Pack').click()
  await next(page, 'Ready for pickup').click()
  const handOver = next(page, 'Hand over')
  await expect(handOver).toBeVisible()

  // After a reload, nothing has the focus yet.
  await page.reload()
  await expect(handOver).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Picked up by')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(handOver).toBeFocused()

  await page.keyboard.press('n')
  await expect(page.getByLabel('Picked up by')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(head(page)).toContainText('Picked up')
  await expect(next(page, 'Complete')).toBeFocused()
})

test('the menu has a name, its links are lists, and its counts say what they count', async ({ page }) => {
  await signInStaff(page, 'owner')
  const menu = page.getByRole('complementary', { name: 'Menu' })
  for (const name of ['Back office', 'You']) {
    const links = menu.getByRole('navigation', { name }).getByRole('list').getByRole('listitem').getByRole('link')
    await expect(links.first()).toBeVisible()
    expect(await menu.getByRole('navigation', { name }).getByRole('link').count()).toBe(await links.count())
  }
  await expect(menu.getByRole('link', { name: /^Orders \d+ to do$/ })).toBeVisible()
})

test('the day by which the audit log is filtered has a visible label', async ({ page }) => {
  await signInStaff(page, 'owner', '/admin/audit')
  const label = page.locator('label').filter({ has: page.getByLabel('Day') })
  await expect(label.getByText('Day', { exact: true })).toBeVisible()
})
