import { TOTP } from 'otpauth'
import { expect, type Page, test } from 'playwright/test'
import { findLink, runCommand, waitForEmails } from '#test/e2e-helpers.ts'
import { readDemoStaff, submitStaffSignIn } from '#test/staff-pages.ts'

const PASSWORD = 'lavender tubes 9'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Signs in and opens the approvals. */
async function openApprovals(
  page: Page,
  ...signIn: Parameters<typeof submitStaffSignIn> extends [Page, ...infer Rest] ? Rest : never
) {
  await submitStaffSignIn(page, ...signIn)
  await page.goto('/admin/approvals')
  await expect(heading(page)).toHaveText('Approvals')
}

test('a second owner is approved by two people, one of whom signs in with an app, and joins by email', async ({
  page,
  browser,
}) => {
  const [owner, manager] = [await readDemoStaff('owner'), await readDemoStaff('manager')]
  const email = 'second-owner@example.com'
  const args = ['staff', 'add', email, '--role', 'owner', '--reason', 'For the new counter']
  expect(await runCommand(...args, '--by', owner.email)).toMatch(/^This needs two people: approval \d+ is pending/)

  const managerPage = await browser.newPage()
  await openApprovals(managerPage, manager.email, manager.password)
  const card = managerPage.getByRole('article').filter({ hasText: email })
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(card).toContainText('You approved it.')
  const { totpSecret = '' } = owner
  await openApprovals(page, owner.email, owner.password, () => new TOTP({ secret: totpSecret }).generate())
  await page.getByRole('article').filter({ hasText: email }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved and executed.', { exact: true })).toBeVisible()
  await expect(card).toContainText('Approved and executed')
  // The keyboard focus stays on the card.
  await expect(card.getByRole('heading')).toBeFocused()
  await managerPage.close()

  const [message = ''] = await waitForEmails(email, 1)
  await page.goto(findLink(message, '/admin/set-password/'))
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Save' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allInnerTexts()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  await openApprovals(page, email, PASSWORD, () => recoveryCode)
})
