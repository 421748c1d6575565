import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { linkIn, mailsTo, shopCommand } from '#test/journey.ts'
import { demoStaff, enterStaff } from '#test/staff-journey.ts'

const PASSWORD = 'lavender tubes 9'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Signs in and opens the approvals. */
async function openApprovals(
  page: Page,
  ...signIn: Parameters<typeof enterStaff> extends [Page, ...infer Rest] ? Rest : never
) {
  await enterStaff(page, ...signIn)
  await page.goto('/admin/approvals')
  await expect(heading(page)).toHaveText('Approvals')
}

test('the demo shop’s owner signs in with a code from an app', async ({ page }) => {
  const { email, password, appKey = '' } = await demoStaff('owner')
  await openApprovals(page, email, password, () => new TOTP({ secret: appKey }).generate())
  await expectAccessible(page)
})

test('a second owner is proposed, approved by two people, and joins through an emailed link; with the manager they approve a plan', async ({
  page,
  browser,
}) => {
  const [owner, manager] = [await demoStaff('owner'), await demoStaff('manager')]
  const email = 'second-owner@example.com'
  const words = ['staff', 'add', email, '--role', 'owner', '--reason', 'For the new counter']
  expect(await shopCommand(...words, '--by', owner.email)).toMatch(/^This needs two people: approval \d+ is pending/)

  const own = await browser.newPage()
  await openApprovals(own, manager.email, manager.password)
  const card = own.getByRole('article').filter({ hasText: email })
  await expect(card).toContainText('Awaiting approval')
  await expect(card).toContainText('For the new counter')
  await expectAccessible(own)
  await card.getByRole('button', { name: 'Approve' }).click()
  // The command line has no staff identity, so another approval is required.
  await expect(card).toContainText('You approved it.')
  await expect(card.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const next = () => new TOTP({ secret: owner.appKey ?? '' }).generate({ timestamp: Date.now() + 30_000 })
  await openApprovals(page, owner.email, owner.password, next)
  await page.getByRole('article').filter({ hasText: email }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved and done.', { exact: true })).toBeVisible()
  await expect(card).toContainText('Approved and done')
  await expect(card.getByRole('button')).toHaveCount(0)
  // Keyboard focus stays on the card.
  await expect(card.getByRole('heading')).toBeFocused()

  const [mail = ''] = await mailsTo(email, 1)
  await page.goto(linkIn(mail, '/admin/set-password/'))
  await expect(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible()
  await expectAccessible(page)
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const app = new TOTP({ secret })
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await page.getByRole('button', { name: 'Save' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allInnerTexts()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  await openApprovals(page, email, PASSWORD, () => recoveryCode)

  const plan = ['plan', 'save', join(import.meta.dirname, '../../docs/plan/levels.csv'), '--from', '2099-05']
  const by = ['--reason', 'Agreed in June', '--by', owner.email]
  await shopCommand(...plan, '--direct-line', '200', ...by)
  expect(await shopCommand(...plan, '--direct-line', '250', ...by)).toMatch(
    /^This differs from the earlier proposal, which is now void along with its approval\.\nThis needs two people/,
  )
  await own.goto('/admin/approvals')
  const first = own.getByRole('article').filter({ hasText: 'May 2099' }).filter({ hasText: 'Awaiting approval' })
  await first.getByRole('button', { name: 'Approve' }).click()
  await expect(first).toContainText('You approved it.')
  await own.close()
  const cards = page.getByRole('article').filter({ hasText: 'May 2099' })
  await expect(cards.filter({ hasText: 'direct line200 basis points' })).toContainText('Void')
  const open = cards.filter({ hasText: 'Awaiting approval' })
  await open.getByRole('button', { name: 'Approve' }).click()
  await expect(open).toHaveCount(0)
  expect(await shopCommand('plan', 'list')).toContain('from 2099-05; direct line 250 basis points')
})
