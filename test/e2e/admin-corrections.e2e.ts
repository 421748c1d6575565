import { expect, type Page, test } from 'playwright/test'
import { type ExampleMonth, startExampleMonth } from '#test/example-month.ts'

let example: ExampleMonth
test.beforeAll(async () => {
  example = await startExampleMonth({ memberNo: 'D', prepare: (command) => command('month', 'close', '2026-03') })
})
test.afterAll(() => example.stop())

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a bonus correction is proposed by one person, approved by another, and explained to the member', async ({
  browser,
}) => {
  const [owner, manager, member] = await Promise.all([
    example.openPage(browser, 'owner'),
    example.openPage(browser, 'manager'),
    example.openPage(browser, 'member'),
  ])
  await manager.goto('/admin/network/orders?order=O5')
  await manager
    .getByRole('row')
    .filter({ hasText: 'Personal sale' })
    .getByRole('link', { name: /^Correct the bonus of/ })
    .click()
  await manager.getByLabel('Change').selectOption('less')
  await manager.getByLabel('Amount in dollars').fill('2')
  await manager.getByLabel('Reason').fill('The order was counted twice.')
  await manager.getByRole('button', { name: 'Preview' }).click()
  await expect(section(manager, 'Preview')).toContainText('−$2.00')
  await manager.getByRole('button', { name: /^Propose correction for/ }).click()
  await expect(manager.getByText('Proposed.')).toBeVisible()

  await owner.goto('/admin/approvals')
  const card = owner.getByRole('article').filter({ hasText: 'counted twice' })
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(card).toContainText('Approved and executed')

  // The member reads the reason, and the changes add up.
  await member.goto('/account/sales')
  await member.getByRole('button', { name: /^Sales bonus/ }).click()
  const drawer = member.getByRole('dialog')
  await expect(drawer.getByText('Correction for March 2026, order O5')).toBeVisible()
  await expect(drawer.getByText('The order was counted twice.')).toBeVisible()
  await expect(drawer).not.toContainText('staff.example')
  await member.keyboard.press('Escape')
  await member.getByRole('button', { name: 'What changed' }).click()
  await expect(drawer.getByRole('heading', { name: 'Corrections' })).toBeVisible()
  await expect(drawer.getByText('Correction for March 2026, order O5')).toBeVisible()
})
