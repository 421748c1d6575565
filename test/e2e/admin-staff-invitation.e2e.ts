import { expect, test } from 'playwright/test'
import { findLink, waitForEmails } from '#test/e2e-helpers.ts'
import { findModal, signInStaff, submitStaffSignIn } from '#test/staff-pages.ts'

const PASSWORD = 'lavender tubes 9'

test('an invited staff member sets a password through the email, signs in, and is signed out when deactivated', async ({
  browser,
  page,
}) => {
  const email = `new-clerk-${Date.now()}@salonfront.example`
  await signInStaff(page, 'owner', '/admin/staff')
  await page.getByRole('button', { name: 'Add staff' }).focus()
  await page.keyboard.press('Enter')
  await findModal(page).getByLabel('Email').fill(email)
  await findModal(page).getByLabel('Name').fill('Noor Bakker')
  await findModal(page).getByLabel('Reason').fill('Works on Saturdays')
  await findModal(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Invitation sent.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Password not set yet')

  const [message = ''] = await waitForEmails(email, 1)
  const clerk = await (await browser.newContext()).newPage()
  const link = findLink(message, '/admin/set-password/')
  await clerk.goto(link)
  await clerk.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await clerk.getByLabel('Confirm password').fill('something else 1')
  await clerk.getByRole('button', { name: 'Save' }).click()
  await expect(clerk.getByLabel('Confirm password')).toHaveAttribute('aria-invalid', 'true')
  await clerk.getByLabel('Confirm password').fill(PASSWORD)
  await clerk.getByRole('button', { name: 'Save' }).click()
  await clerk.getByRole('link', { name: 'Sign in' }).click()
  await submitStaffSignIn(clerk, email, PASSWORD)
  await expect(clerk.getByRole('heading', { level: 1 })).toHaveText('Today')
  await clerk.goto('/admin/staff')
  await expect(clerk.getByText('You don’t have access to this')).toBeVisible()
  // The link works only once.
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(stranger.getByLabel('Confirm password')).toBeHidden()
  await stranger.context().close()

  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Edit' }).click()
  await findModal(page).getByLabel('Can sign in').uncheck()
  await findModal(page).getByLabel('Reason').fill('Left the company')
  await findModal(page).getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Not active')
  // On the clerk's page, the next poll is refused and redirects to sign-in.
  await expect(clerk.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await clerk.context().close()
})
