import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { type ExampleMonth, startExampleMonth } from '#test/example-month.ts'

let example: ExampleMonth
test.beforeAll(async () => {
  example = await startExampleMonth({ memberNo: 'D', prepare: (command) => command('month', 'close', '2026-03') })
})
test.afterAll(() => example.stop())

const section = (page: Page, name: string) => page.getByRole('region', { name })
const previewButton = (page: Page) => page.getByRole('button', { name: 'Preview' })
const proposeButton = (page: Page) => page.getByRole('button', { name: /^Propose correction for/ })
const expectProposed = (page: Page) => expect(page.getByText('Proposed.')).toBeVisible()
const approvalCard = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('a bonus correction is proposed by one person and approved by another, voided by a newer one, and explained to the member', async ({
  browser,
}) => {
  const { memberId } = example
  const [owner, manager, member] = await Promise.all([
    example.openPage(browser, 'owner'),
    example.openPage(browser, 'manager'),
    example.openPage(browser, 'member'),
  ])
  await manager.goto('/admin/network/corrections')
  await expect(manager.getByText('No corrections yet')).toBeVisible()
  await expect(manager).toHaveTitle('Corrections – Network – Back office')
  await expectAccessible(manager)

  // From the member's month, by keyboard alone; missing input is reported at its field.
  await manager.goto(`/admin/members/${memberId}`)
  await manager.getByRole('link', { name: 'Add correction for March 2026' }).press('Enter')
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText('Correct a bonus')
  await expect(manager.getByLabel('Month to correct')).toHaveValue('2026-03')
  await previewButton(manager).press('Enter')
  await expect(manager.getByText('Enter an amount.')).toBeVisible()
  await expectAccessible(manager)
  await manager.getByLabel('Amount in dollars').fill('12.34')
  await manager.getByLabel('Amount in dollars').press('Tab')
  await manager.keyboard.press('Tab')
  await manager.keyboard.type('The code was mistyped.')
  await manager.keyboard.press('Tab')
  await manager.keyboard.press('Enter')
  const preview = section(manager, 'Preview')
  await expect(preview.getByRole('row', { name: 'Sales bonus $0.00 $12.34' })).toBeVisible()
  await expect(preview).toContainText('$79.96')
  await expectAccessible(manager)
  // Any change requires a new preview.
  await manager.getByLabel('Reason').pressSequentially(' Sorry!')
  await expect(preview).toBeHidden()
  await previewButton(manager).press('Enter')
  await proposeButton(manager).press('Enter')
  await expectProposed(manager)
  await expect(manager.getByText('One correction needs a second approval.')).toBeVisible()
  await expectAccessible(manager)

  // From an order's bonus page: member, month, bonus and order are prefilled.
  await manager.goto('/admin/network/orders?order=O5')
  await manager
    .getByRole('row')
    .filter({ hasText: 'Personal sale' })
    .getByRole('link', { name: /^Correct the bonus of/ })
    .click()
  await expect(manager.getByLabel('Order')).toHaveValue('O5')
  await manager.getByLabel('Change').selectOption('less')
  await manager.getByLabel('Amount in dollars').fill('2')
  await manager.getByLabel('Reason').fill('The order was counted twice.')
  await previewButton(manager).click()
  await expect(preview).toContainText('−$2.00')
  await expect(preview).toContainText('$58.81')
  await proposeButton(manager).click()
  await expectProposed(manager)

  // No one can approve their own proposal; the second person sees the preview and approves by keyboard.
  await manager.goto('/admin/approvals')
  await expect(approvalCard(manager, 'counted twice').getByRole('button', { name: 'Approve' })).toBeHidden()
  await owner.goto('/admin/approvals')
  const second = approvalCard(owner, 'counted twice')
  await expect(second.getByRole('heading', { level: 2 })).toHaveText('Correct the sales bonus of member D, March 2026')
  await expect(second.getByRole('row', { name: 'Total bonus $0.00 −$2.00' })).toBeVisible()
  await expectAccessible(owner)
  await second.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(second).toContainText('Approved and executed')
  // The first was based on a bonus without a correction: it is void, regardless of the approver.
  const first = approvalCard(owner, 'mistyped')
  await expect(first.getByRole('alert').or(first.getByText('The data has changed'))).toBeVisible()
  await first.getByRole('button', { name: 'Approve' }).click()
  await expect(first).toContainText('Void')

  await owner.goto('/admin/network/corrections')
  const row = owner.getByRole('row').filter({ hasText: 'The order was counted twice.' })
  await expect(row).toContainText('−$2.00')
  await expect(row).toContainText('manager@staff.example, approved by owner@staff.example')
  await expectAccessible(owner)
  await row.getByRole('link', { name: 'O5' }).click()
  await expect(section(owner, 'Manual corrections')).toContainText('−$2.00')
  await expectAccessible(owner)
  await owner.goto(`/admin/network?member=${memberId}`)
  await expect(section(owner, 'Bonus corrections')).toContainText('The order was counted twice.')

  // The member reads the reason, and the changes add up.
  await member.goto('/account/sales')
  await member.getByRole('button', { name: /^Sales bonus/ }).click()
  const drawer = member.getByRole('dialog')
  await expect(drawer.getByText('Correction for March 2026, order O5')).toBeVisible()
  await expect(drawer.getByText('The order was counted twice.')).toBeVisible()
  await expect(drawer).not.toContainText('staff.example')
  await expectAccessible(member)
  await member.keyboard.press('Escape')
  await member.getByRole('button', { name: 'What changed' }).click()
  await expect(drawer.getByRole('heading', { name: 'Corrections' })).toBeVisible()
  await expect(drawer.getByText('Correction for March 2026, order O5')).toBeVisible()
  await expectAccessible(member)
})
