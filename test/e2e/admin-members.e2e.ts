import { expect, test } from 'playwright/test'
import { signUp } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

test('a new member is found, changed, and gets an email about the approved license', async ({ browser, page }) => {
  const email = `members-${Date.now()}@example.com`
  const visitor = await (await browser.newContext()).newPage()
  await signUp(visitor, email, 'a long enough one 4471')

  await signInStaff(page, 'manager', '/admin/members')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(email.slice(0, 18))
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.locator('[data-row]').filter({ hasText: email }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await findModal(page).getByLabel('Last name').fill('Ferrara')
  await findModal(page).getByLabel('Reason').fill('Married')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ferrara')
  await page.getByRole('button', { name: 'Approve the license' }).click()
  await findModal(page).getByLabel('Expiration date').fill('2039-12-31')
  await findModal(page).getByRole('button', { name: 'Approve and email' }).click()
  await expect(page.getByText('Valid until December 31, 2039')).toBeVisible()
  // The member gets an email, which can be opened from the member's page.
  const emails = page.getByRole('region', { name: 'Emails' })
  await emails
    .getByRole('button', { name: /license/i })
    .first()
    .click()
  await expect(findModal(page).getByTitle('The email as its recipient sees it')).toBeVisible()
})
