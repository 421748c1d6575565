import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from 'playwright/test'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { commandOn } from '#test/journey.ts'
import { startOwnShop } from '#test/own-shop.ts'
import type { RunningShop } from '../../bench/support/server.ts'

const table = (name: string) => new URL(`../../docs/plan/example-1/${name}.csv`, import.meta.url).pathname

/** A shop of its own with the first worked example, closed; whoever looks is signed in as by a mailed link. */
let shop: RunningShop
let folder: string
let memberId: number
const tokens = { owner: makeToken(), manager: makeToken(), member: makeToken() }

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = await mkdtemp(join(tmpdir(), 'salonfront-corrections-'))
  shop = await startOwnShop({ dataDir: folder })
  await commandOn(folder, 'import', 'members', table('members'))
  await commandOn(folder, 'import', 'orders', table('orders'))
  await commandOn(folder, 'month', 'skip-until', '2026-03')
  await commandOn(folder, 'month', 'close', '2026-03')
  const connection = await openDatabase({ databaseUrl: '', dataDir: folder, mode: 'join' })
  const { pool } = connection
  for (const role of ['owner', 'manager'] as const) {
    const { rows } = await pool.query(
      `insert into staff (email, name, role, password_hash) values ($1, '', $2, 'none') returning id`,
      [`${role}@corrections.example`, role],
    )
    await pool.query('insert into staff_sessions (token_hash, staff_id) values ($1, $2)', [
      hashToken(tokens[role]),
      rows[0].id,
    ])
  }
  await pool.query(`insert into sessions (token_hash, user_id) select $1, id from users where member_no = 'D'`, [
    hashToken(tokens.member),
  ])
  memberId = (await pool.query(`select id from users where member_no = 'D'`)).rows[0].id
  await connection.close()
})
test.afterAll(async () => {
  await shop.stop()
  await rm(folder, { recursive: true })
})

async function pageOf(browser: Browser, who: keyof typeof tokens): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1440, height: 900 } })
  const name = who === 'member' ? 'session' : 'staff'
  await context.addCookies([{ name, value: tokens[who], url: shop.url }])
  return context.newPage()
}

const section = (page: Page, name: string) => page.getByRole('region', { name })
const look = (page: Page) => page.getByRole('button', { name: 'What does it come to?' })
const propose = (page: Page) => page.getByRole('button', { name: /^Propose the correction for/ })
const isProposed = (page: Page) => expect(page.getByText('It is proposed. Somebody else approves it')).toBeVisible()
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('a bonus is corrected by two: proposed from the member’s month and from an order’s money, void where another was booked, and the member reads why', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const [owner, manager, member] = await Promise.all([
    pageOf(browser, 'owner'),
    pageOf(browser, 'manager'),
    pageOf(browser, 'member'),
  ])
  await manager.goto('/admin/network/corrections')
  await expect(manager.getByText('Nothing was corrected')).toBeVisible()
  await expectAccessible(manager)

  // From the member's month, by keyboard alone; what is missing is said at its field.
  await manager.goto(`/admin/members/${memberId}`)
  await manager.getByRole('link', { name: 'Correct the bonus of March 2026' }).press('Enter')
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText('Correct a bonus')
  await expect(manager.getByLabel('Which month was wrong')).toHaveValue('2026-03')
  await look(manager).press('Enter')
  await expect(manager.getByText('Please enter the amount.')).toBeVisible()
  await expectAccessible(manager)
  await manager.getByLabel('Amount, dollars').fill('12.34')
  await manager.getByLabel('Amount, dollars').press('Tab')
  await manager.keyboard.press('Tab')
  await manager.keyboard.type('The code was typed wrongly.')
  await manager.keyboard.press('Tab')
  await manager.keyboard.press('Enter')
  const outcome = section(manager, 'What it comes to')
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
  await manager.getByLabel('Amount, dollars').fill('2')
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
  await expect(second).toContainText('approved and done')
  // The first rested on a bonus that had no correction: it is void, whoever approves it.
  const first = card(owner, 'typed wrongly')
  await expect(first.getByRole('alert').or(first.getByText('Something that it rests on'))).toBeVisible()
  await first.getByRole('button', { name: 'Approve' }).click()
  await expect(first).toContainText('void: the data has changed')

  await owner.goto('/admin/network/corrections')
  const row = owner.getByRole('row').filter({ hasText: 'The order was counted twice.' })
  await expect(row).toContainText('−$2.00')
  await expect(row).toContainText('manager@corrections.example, approved by owner@corrections.example')
  await expectAccessible(owner)
  await row.getByRole('link', { name: 'O5' }).click()
  await expect(section(owner, 'Corrected by hand')).toContainText('−$2.00')
  await expectAccessible(owner)
  await owner.goto(`/admin/network?member=${memberId}`)
  await expect(section(owner, 'Corrections in the bonus')).toContainText('The order was counted twice.')

  // The member reads why, and what changed adds up.
  await member.goto('/account/sales')
  await member.getByRole('button', { name: /^Sales bonus/ }).click()
  const drawer = member.getByRole('dialog')
  await expect(drawer.getByText('Correction of March 2026, order O5')).toBeVisible()
  await expect(drawer.getByText('The order was counted twice.')).toBeVisible()
  await expect(drawer).not.toContainText('corrections.example')
  await expectAccessible(member)
  await member.keyboard.press('Escape')
  await member.getByRole('button', { name: 'What changed' }).click()
  await expect(drawer.getByRole('heading', { name: 'Corrections' })).toBeVisible()
  await expect(drawer.getByText('Correction of March 2026, order O5')).toBeVisible()
  await expectAccessible(member)
})
