import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { type ExampleMonth, startExampleMonth } from '#test/example-month.ts'
import { findModal } from '#test/staff-pages.ts'

// Both tests share one shop.
test.describe.configure({ mode: 'default' })

let example: ExampleMonth
test.beforeAll(async () => {
  // Below each payout of the example, so that manual payouts need a second approver.
  const prepare = (command: ExampleMonth['command']) => command('settings', 'set', 'refund_approval_above', '20')
  example = await startExampleMonth({ memberNo: 'A', prepare })
})
test.afterAll(() => example.stop())

const section = (page: Page, name: string) => page.getByRole('region', { name })
const payoutRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
async function chooseAction(page: Page, payee: string, action: string): Promise<void> {
  await payoutRow(page, payee)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
async function approve(manager: Page, title: string): Promise<void> {
  await manager.goto('/admin/approvals')
  await manager.getByRole('article').filter({ hasText: title }).getByRole('button', { name: 'Approve' }).click()
  await expect(manager.getByText(/Approved/).first()).toBeVisible()
}

test('a month is previewed, reviewed, approved, closed and paid, a failed payout is resent, and the statement matches', async ({
  browser,
}) => {
  const [owner, manager, member] = await Promise.all([
    example.openPage(browser, 'owner'),
    example.openPage(browser, 'manager'),
    example.openPage(browser, 'member'),
  ])
  await owner.goto('/admin')
  await owner.getByRole('link', { name: /months? to close/ }).click()
  await expect(owner.getByRole('heading', { level: 1, name: 'Months' })).toBeVisible()
  await expectAccessible(owner)
  await owner.getByRole('link', { name: 'March 2026' }).click()
  const previewResponse = owner.waitForResponse((response) => response.url().endsWith('/preview'))
  await owner.getByRole('button', { name: 'Preview the month' }).click()
  // Leaving the page after the preview has started loses nothing.
  expect((await previewResponse).ok()).toBe(true)
  await owner.reload()
  const closeButton = owner.getByRole('button', { name: 'Close March 2026…' })
  await expect(closeButton).toBeVisible()
  await expect(section(owner, 'Closing')).toContainText('$648.91')
  await expectAccessible(owner)

  await owner
    .getByRole('link', { name: /a large share of the month/ })
    .first()
    .click()
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Network')
  await expect(owner.getByText('O3').first()).toBeVisible()
  await owner.goBack()

  // Keyboard only.
  await closeButton.focus()
  await owner.keyboard.press('Enter')
  await expect(findModal(owner).getByLabel('Reason')).toBeFocused()
  await expectAccessible(owner)
  await owner.keyboard.type('The month has settled')
  await owner.keyboard.press('Enter')
  await expect(section(owner, 'Closing')).toContainText('someone else approves it')
  await approve(manager, 'Close March 2026')
  await expect(section(owner, 'Paying')).toContainText('$648.91')
  await expectAccessible(owner)

  // A payout fails before the list is sent, and is released again.
  const rows = section(owner, 'Payouts').getByRole('row')
  await expect(rows).toHaveCount(6)
  const payee = (await rows.nth(2).getByRole('link').first().textContent()) ?? ''
  await chooseAction(owner, payee, 'Mark as failed…')
  await findModal(owner).getByLabel('Reason').fill('The bank could not find the number')
  await findModal(owner).getByRole('button', { name: 'Mark as failed' }).click()
  await expect(payoutRow(owner, payee)).toContainText('Failed')
  await expect(section(owner, 'Paying')).toContainText('1 more is on hold, failed')
  await chooseAction(owner, payee, 'Retry…')
  await findModal(owner).getByRole('button', { name: 'Retry' }).click()
  await expect(payoutRow(owner, payee)).toContainText('Due')

  await owner.getByRole('button', { name: 'Mark as paid…' }).click()
  await findModal(owner).getByLabel('Total of your bank list').fill('600')
  await findModal(owner).getByLabel('Reason').fill('Sent with the list of the 15th')
  await findModal(owner).getByRole('button', { name: 'Mark as paid' }).click()
  await expect(findModal(owner).getByText('total $648.91')).toHaveCount(1)
  await expectAccessible(owner)
  await findModal(owner).getByLabel('Total of your bank list').fill('648.91')
  await findModal(owner).getByRole('button', { name: 'Mark as paid' }).click()
  await expect(section(owner, 'Paying')).toContainText('Once someone else approves it')
  await approve(manager, 'Mark March 2026 as paid')
  await expect(owner.getByText('Paid', { exact: true }).first()).toBeVisible()

  // The payout is returned weeks later: it stays unpaid in its month and is sent again.
  await chooseAction(owner, payee, 'Mark as returned…')
  await findModal(owner).getByLabel('Reason').fill('The account was closed')
  await findModal(owner).getByRole('button', { name: 'Mark as failed' }).click()
  await expect(owner.getByText('Paid, 1 open')).toBeVisible()
  await chooseAction(owner, payee, 'Mark as sent…')
  await findModal(owner).getByLabel('Method').selectOption('Cash')
  await findModal(owner).getByLabel('Reference').fill('At the counter')
  await findModal(owner).getByLabel('Reason').fill('The account no longer exists')
  await expect(findModal(owner)).toContainText('needs a second approval')
  await expectAccessible(owner)
  await findModal(owner).getByRole('button', { name: 'Propose payout' }).click()
  await expect(payoutRow(owner, payee)).toContainText('Sending it in cash needs a second approval: you proposed it.')
  await approve(manager, 'payout of member')
  await manager.getByRole('article').filter({ hasText: 'At the counter' }).getByRole('link').click()
  await expect(section(manager, 'Payouts').getByRole('row')).toHaveCount(2)
  await expect(payoutRow(manager, payee)).toContainText('Sending it in cash is approved by manager@staff.example.')
  await expectAccessible(manager)
  // The approved payout is requested again exactly as approved.
  await expect(payoutRow(owner, payee)).toContainText('in cash is approved')
  await chooseAction(owner, payee, 'Mark as sent…')
  await expect(findModal(owner).getByLabel('Reference')).toHaveValue('At the counter')
  await expectAccessible(owner)
  await findModal(owner).getByRole('button', { name: 'Mark as sent' }).click()
  await expect(payoutRow(owner, payee)).toContainText('At the counter')
  await chooseAction(owner, payee, 'History')
  await expect(findModal(owner).getByRole('listitem')).toHaveCount(5)
  await expectAccessible(owner)
  await owner.keyboard.press('Escape')
  await owner.goto('/admin/money/payees')
  await expect(owner.getByRole('row').nth(1)).toContainText('$247.21')
  await expectAccessible(owner)

  await member.goto('/account/payouts')
  const marchPayout = member.getByRole('row').filter({ hasText: 'March 2026' })
  await expect(marchPayout).toContainText('$247.21')
  await expect(marchPayout).toContainText('By Quick Pay to (201) 555-01')
  await expectAccessible(member)
  await member.getByRole('link', { name: /^March 2026\s?: statement/ }).click()
  await member.getByRole('button', { name: 'Check all figures' }).click()
  await expect(member.getByRole('status').filter({ hasText: 'figures match' })).toBeVisible()

  const output = await example.command('verify')
  expect(output).not.toMatch(/Payout|Month 2026-03/)
})

test('changing the payout method requires the current password', async ({ browser }) => {
  const member = await example.openPage(browser, 'member')
  await member.setViewportSize({ width: 390, height: 844 })
  await member.goto('/account/payouts')
  await member.getByRole('button', { name: 'Change' }).click()
  await member.getByRole('textbox', { name: 'Phone number' }).fill('soon')
  await member.getByRole('button', { name: 'Save' }).click()
  await expect(member.getByLabel('Current Password')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(member)
  await member.getByLabel('Current Password').fill('not my password')
  await member.getByRole('button', { name: 'Save' }).click()
  await expect(member.getByRole('alert').first()).toBeVisible()
})
