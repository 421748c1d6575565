import { expect, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { signUp } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

test('a member is edited concurrently, and the license is rejected with a reason and then approved', async ({
  browser,
  page,
}) => {
  const email = `members-${Date.now()}@example.com`
  const visitor = await (await browser.newContext()).newPage()
  await signUp(visitor, email, 'a long enough one 4471')

  await signInStaff(page, 'manager', '/admin/members')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('/')
  await page.keyboard.type(email.slice(0, 18))
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.locator('[data-row]').filter({ hasText: email }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'License' })).toBeVisible()
  await expectAccessible(page)
  const path = new URL(page.url()).pathname

  const other = await (await browser.newContext()).newPage()
  await signInStaff(other, 'owner', path)
  for (const staffPage of [page, other]) await staffPage.getByRole('button', { name: 'Change', exact: true }).click()
  await expectAccessible(page)
  await findModal(other).getByLabel('Type').selectOption('Member')
  await findModal(other).getByLabel('Reason').fill('Agreed on by phone')
  await findModal(other).getByRole('button', { name: 'Save' }).click()
  await expect(findModal(other)).toHaveCount(0)
  // Keyboard only.
  await findModal(page).getByLabel('Last name').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Ferrara')
  await findModal(page).getByLabel('Reason').focus()
  await page.keyboard.type('Married')
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByRole('alert')).toContainText('Someone else changed this member')
  await expect(findModal(page).getByRole('status')).toContainText('Type: changed from Franchise to Member.')
  await expect(findModal(page).getByLabel('Last name')).toHaveValue('Ferrara')
  await page.keyboard.press('Enter')
  await findModal(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ferrara')
  await expect(page.getByText('Member', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Reject license' }).click()
  await expectAccessible(page)
  await findModal(page).getByRole('button', { name: 'Reject and email' }).click()
  await expect(findModal(page).getByLabel('Reason (the member sees this)')).toHaveAttribute('aria-invalid', 'true')
  await findModal(page).getByLabel('Reason (the member sees this)').fill('The number is not in the register.')
  await findModal(page).getByRole('button', { name: 'Reject and email' }).click()
  await expect(page.getByText('The number is not in the register.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve the license' }).click()
  await expectAccessible(page)
  await findModal(page).getByRole('button', { name: 'Approve and email' }).click()
  await expect(findModal(page).getByLabel('Expiration date')).toHaveAttribute('aria-invalid', 'true')
  await findModal(page).getByLabel('Expiration date').fill('2039-12-31')
  await findModal(page).getByRole('button', { name: 'Approve and email' }).click()
  await expect(page.getByText('Valid until December 31, 2039')).toBeVisible()
})

test('a resale certificate is recorded, listed in its queue and approved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInStaff(page, 'manager', '/admin/members')
  await page.locator('[data-row]').first().getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'License' })).toBeVisible()
  const path = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Add certificate' }).click()
  await expectAccessible(page)
  const number = `RC-${Date.now()}`
  await findModal(page).getByLabel('State').selectOption('PA')
  await findModal(page).getByLabel('Number').fill(number)
  await findModal(page).getByLabel('Expiration date').fill('2031-12-31')
  await findModal(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(`PA ${number}`)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/members?only=newsletter')
  await expect(
    page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^Subscribed/ }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/members?only=certificates')
  await expect(page.locator('[data-row]').filter({ hasText: number })).toHaveCount(1)
  await expectAccessible(page)
  await page.goto(path)
  await page.getByRole('listitem').filter({ hasText: number }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: number })).toContainText('Approved')
  // The member gets an email, which can be opened from the member's page.
  const emails = page.getByRole('region', { name: 'Emails' })
  await emails
    .getByRole('button', { name: /certificate/i })
    .first()
    .click()
  await expect(findModal(page).getByTitle('The email as its recipient sees it')).toBeVisible()
  await expectAccessible(page)
})

test("a member's page links to all orders placed with their email", async ({ page }) => {
  await signInStaff(page, 'clerk', '/admin/members?search=renata.delgado')
  await page.locator('[data-row]').getByRole('link').first().click()
  const latestOrders = page.getByRole('region', { name: 'Latest orders' })
  await expect(latestOrders.getByRole('row')).toHaveCount(11)
  await latestOrders.getByRole('link', { name: 'All with this email' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await expect(page.getByRole('searchbox')).toHaveValue('renata.delgado@salonfront.example')
  const rows = page.locator('[data-row]')
  await expect(rows.nth(10)).toBeVisible()
  for (const row of await rows.all()) await expect(row).toContainText('Renata Delgado')
})
