import { join } from 'node:path'
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

test('the demo shop’s owner signs in with a code from an authenticator app', async ({ page }) => {
  const { email, password, totpSecret = '' } = await readDemoStaff('owner')
  await openApprovals(page, email, password, () => new TOTP({ secret: totpSecret }).generate())
})

test('a second owner is approved by two people and joins by email; a plan needs two approvals as well', async ({
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
  await expect(card).toContainText('Awaiting approval')
  await expect(card).toContainText('For the new counter')
  await card.getByRole('button', { name: 'Approve' }).click()
  // The command line has no staff identity, so another approval is required.
  await expect(card).toContainText('You approved it.')
  await expect(card.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const nextCode = () => new TOTP({ secret: owner.totpSecret ?? '' }).generate({ timestamp: Date.now() + 30_000 })
  await openApprovals(page, owner.email, owner.password, nextCode)
  await page.getByRole('article').filter({ hasText: email }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved and executed.', { exact: true })).toBeVisible()
  await expect(card).toContainText('Approved and executed')
  await expect(card.getByRole('button')).toHaveCount(0)
  // The keyboard focus stays on the card.
  await expect(card.getByRole('heading')).toBeFocused()

  const [message = ''] = await waitForEmails(email, 1)
  await page.goto(findLink(message, '/admin/set-password/'))
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const app = new TOTP({ secret })
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await page.getByRole('button', { name: 'Save' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allInnerTexts()

  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  await openApprovals(page, email, PASSWORD, () => recoveryCode)

  const plan = ['plan', 'save', join(import.meta.dirname, '../../docs/plan/levels.csv'), '--from', '2099-05']
  const approvalArgs = ['--reason', 'Agreed in June', '--by', owner.email]
  await runCommand(...plan, '--direct-line', '200', ...approvalArgs)
  expect(await runCommand(...plan, '--direct-line', '250', ...approvalArgs)).toMatch(
    /^This differs from the earlier proposal, which is now void along with its approval\.\nThis needs two people/,
  )
  await managerPage.goto('/admin/approvals')
  const pendingProposal = managerPage
    .getByRole('article')
    .filter({ hasText: 'May 2099' })
    .filter({ hasText: 'Awaiting approval' })
  await pendingProposal.getByRole('button', { name: 'Approve' }).click()
  await expect(pendingProposal).toContainText('You approved it.')
  await managerPage.close()
  const cards = page.getByRole('article').filter({ hasText: 'May 2099' })
  await expect(cards.filter({ hasText: 'direct line200 basis points' })).toContainText('Void')
  const openProposal = cards.filter({ hasText: 'Awaiting approval' })
  await openProposal.getByRole('button', { name: 'Approve' }).click()
  await expect(openProposal).toHaveCount(0)
  expect(await runCommand('plan', 'list')).toContain('from 2099-05; direct line 250 basis points')
})
