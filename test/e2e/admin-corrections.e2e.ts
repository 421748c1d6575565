import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { type ExampleMonth, startExampleMonth } from '#test/example-month.ts'

let example: ExampleMonth
test.beforeAll(async () => {
  example = await startExampleMonth({ memberNo: 'D', prepare: (command) => command('month', 'close', '2026-03') })
})
test.afterAll(() => example.stop())

const section = (page: Page, name: string) => page.getByRole('region', { name })
const look = (page: Page) => page.getByRole('button', { name: 'Preview' })
const propose = (page: Page) => page.getByRole('button', { name: /^Propose the correction for/ })
const isProposed = (page: Page) => expect(page.getByText('Proposed.')).toBeVisible()
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('a bonus is corrected by two: proposed from the member’s month and from an order’s money, void where another was booked, and the member reads why', async ({
  browser,
}) => {
  const { memberId } = example
  const [owner, manager, member] = await Promise.all([
    example.pageOf(browser, 'owner'),
    example.pageOf(browser, 'manager'),
    example.pageOf(browser, 'member'),
  ])
  await manager.goto('/admin/network/corrections')
  await expect(manager.getByText('No corrections yet')).toBeVisible()
  await expect(manager).toHaveTitle('Corrections – Network – Back office')
  await expectAccessible(manager)

  // From the member's month, by keyboard alone; what is missing is said at its field.
  await manager.goto(`/admin/members/${memberId}`)
  await manager.getByRole('link', { name: 'Correct the bonus of March 2026' }).press('Enter')
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText('Correct a bonus')
  await expect(manager.getByLabel('Month to correct')).toHaveValue('2026-03')
  await look(manager).press('Enter')
  await expect(manager.getByText('Please enter the amount.')).toBeVisible()
  await expectAccessible(manager)
  await manager.getByLabel('Amount in dollars').fill('12.34')
  await manager.getByLabel('Amount in dollars').press('Tab')
  await manager.keyboard.press('Tab')
  await manager.keyboard.type('The code was typed wrongly.')
  await manager.keyboard.press('Tab')
  await manager.keyboard.press('Enter')
  const outcome = section(manager, 'Preview')
  await expect(outcome.getByRole('row', { name: 'Sales bonus $0.00 $12.34' })).toBeVisible()
  await expect(outcome).toContainText('$79.96')
  await expectAccessible(manager)
  // Another word is looked at anew.
  await manager.getByLabel('Why').pressSequentially(' Sorry!')
  await expect(outcome).toBeHidden()
  await look(manager).press('Enter')
  await propose(manager).press('Enter')
  await isProposed(manager)
  await expect(manager.getByText('One correction waits for a second person.')).toBeVisible()
  await expectAccessible(manager)

  // From where an order's money went: the member, the month, the bonus and the order are there already.
  await manager.goto('/admin/network/orders?order=O5')
  await manager
    .getByRole('row')
    .filter({ hasText: 'Own sale' })
    .getByRole('link', { name: /^Correct what/ })
    .click()
  await expect(manager.getByLabel('Order')).toHaveValue('O5')
  await manager.getByLabel('The member gets').selectOption('less')
  await manager.getByLabel('Amount in dollars').fill('2')
  await manager.getByLabel('Why').fill('The order was counted twice.')
  await look(manager).click()
  await expect(outcome).toContainText('−$2.00')
  await expect(outcome).toContainText('$58.81')
  await propose(manager).click()
  await isProposed(manager)

  // Nobody approves their own; the second person sees what it comes to, and approves by keyboard.
  await manager.goto('/admin/approvals')
  await expect(card(manager, 'counted twice').getByRole('button', { name: 'Approve' })).toBeHidden()
  await owner.goto('/admin/approvals')
  const second = card(owner, 'counted twice')
  await expect(second.getByRole('heading', { level: 2 })).toHaveText('Correct the sales bonus of member D, March 2026')
  await expect(second.getByRole('row', { name: 'Total bonus $0.00 −$2.00' })).toBeVisible()
  await expectAccessible(owner)
  await second.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(second).toContainText('Approved and done')
  // The first rested on a bonus that had no correction: it is void, whoever approves it.
  const first = card(owner, 'typed wrongly')
  await expect(first.getByRole('alert').or(first.getByText('The data has changed'))).toBeVisible()
  await first.getByRole('button', { name: 'Approve' }).click()
  await expect(first).toContainText('Void')

  await owner.goto('/admin/network/corrections')
  const row = owner.getByRole('row').filter({ hasText: 'The order was counted twice.' })
  await expect(row).toContainText('−$2.00')
  await expect(row).toContainText('manager@staff.example, approved by owner@staff.example')
  await expectAccessible(owner)
  await row.getByRole('link', { name: 'O5' }).click()
  await expect(section(owner, 'Corrected by hand')).toContainText('−$2.00')
  await expectAccessible(owner)
  await owner.goto(`/admin/network?member=${memberId}`)
  await expect(section(owner, 'Corrections of the bonus')).toContainText('The order was counted twice.')

  // The member reads why, and what changed adds up.
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
