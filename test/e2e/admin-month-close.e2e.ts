import { expect, type Page, test } from 'playwright/test'
import { type ExampleMonth, startExampleMonth } from '#test/example-month.ts'
import { findModal } from '#test/staff-pages.ts'

let example: ExampleMonth
test.beforeAll(async () => {
  example = await startExampleMonth({ memberNo: 'A' })
})
test.afterAll(() => example.stop())

const section = (page: Page, name: string) => page.getByRole('region', { name })
async function approve(manager: Page, title: string): Promise<void> {
  await manager.goto('/admin/approvals')
  await manager.getByRole('article').filter({ hasText: title }).getByRole('button', { name: 'Approve' }).click()
  await expect(manager.getByText(/Approved/).first()).toBeVisible()
}

test('a month is previewed, closed and paid by two people, and the statement of a member matches', {
  tag: '@core',
}, async ({ browser }) => {
  const [owner, manager, member] = await Promise.all([
    example.openPage(browser, 'owner'),
    example.openPage(browser, 'manager'),
    example.openPage(browser, 'member'),
  ])
  await owner.goto('/admin/money/months/2026-03')
  const previewResponse = owner.waitForResponse((response) => response.url().endsWith('/preview'))
  await owner.getByRole('button', { name: 'Preview the month' }).click()
  // Leaving the page after the preview has started loses nothing.
  expect((await previewResponse).ok()).toBe(true)
  await owner.reload()
  await owner.getByRole('button', { name: 'Close March 2026…' }).click()
  await findModal(owner).getByLabel('Reason').fill('The month has settled')
  await owner.keyboard.press('Enter')
  await expect(section(owner, 'Closing')).toContainText('someone else approves it')
  await approve(manager, 'Close March 2026')
  await expect(section(owner, 'Paying')).toContainText('$648.91')

  await owner.getByRole('button', { name: 'Mark as paid…' }).click()
  await findModal(owner).getByLabel('Total of your bank list').fill('648.91')
  await findModal(owner).getByLabel('Reason').fill('Sent with the list of the 15th')
  await findModal(owner).getByRole('button', { name: 'Mark as paid' }).click()
  await expect(section(owner, 'Paying')).toContainText('Once someone else approves it')
  await approve(manager, 'Mark March 2026 as paid')
  await expect(owner.getByText('Paid', { exact: true }).first()).toBeVisible()

  await member.goto('/account/payouts')
  const marchPayout = member.getByRole('row').filter({ hasText: 'March 2026' })
  await expect(marchPayout).toContainText('$247.21')
  await expect(marchPayout).toContainText('By Quick Pay to (201) 555-01')
  await member.getByRole('link', { name: /^March 2026\s?: statement/ }).click()
  await member.getByRole('button', { name: 'Check all figures' }).click()
  await expect(member.getByRole('status').filter({ hasText: 'figures match' })).toBeVisible()

  const output = await example.command('verify')
  expect(output).not.toMatch(/Payout|Month 2026-03/)
})
