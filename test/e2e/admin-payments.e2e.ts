import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { test } from '#test/exclusive.ts'
import { type GuestOrder, placeGuestOrder } from '#test/guest-order.ts'
import { dataDir, postFromPage } from '#test/journey.ts'
import { modalOf, signInStaff } from '#test/staff-journey.ts'

const NOTICES = '/admin/money/notices'
let named = 0

/** A name that nobody else in the shop has. */
const newName = (first_name: string) => ({
  first_name,
  last_name: `Moneymaker${'abcdefghijklmnop'[named++]}${Date.now() % 1e5}`,
})

/** Guest orders, placed in a separate window. */
async function ordersOf(browser: Browser, ...given: ('quickpay' | 'check')[]): Promise<GuestOrder[]> {
  const orders: GuestOrder[] = []
  for (const payment of given) {
    const shop = await browser.newContext()
    orders.push(await placeGuestOrder(await shop.newPage(), newName('Ivo'), payment))
    await shop.close()
  }
  return orders
}

const toast = (page: Page, words: string | RegExp) => page.getByText(words)
const row = (page: Page, words: string) => page.locator('[data-row]').filter({ hasText: words })

/** A bank statement with one line. */
async function importLine(page: Page, payer: string, amount: string, memo: string): Promise<void> {
  await page.goto(`${NOTICES}?import=1`)
  const text = `Date,Amount,Name,Memo,Transaction ID\n11/20/2026,+${amount},${payer},${memo},E2E${Date.now()}${++named}\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'line.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Add 1 payment' }).click()
  await expect(toast(page, '1 payment added.')).toBeVisible()
}

test.describe.configure({ mode: 'serial' })

test('the demo’s statement is previewed, imported once, and its exact matches are booked in two actions from the dashboard', async ({
  page,
  takeTurn,
}) => {
  const statement = join(dataDir(), 'demo-notices.csv')
  const [, ...lines] = (await readFile(statement, 'utf8')).trim().split('\n')
  const payer = (line: string | undefined) => /FROM (.+?)(?: FOR|,)/.exec(line ?? '')?.[1] ?? ''
  const [first, , , byName] = lines
  await signInStaff(page, 'clerk')
  const endTurn = await takeTurn('exact-notices')
  await page.goto(NOTICES)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = modalOf(page)
  await expectAccessible(page)
  await page.locator('input[type=file]').setInputFiles(statement)
  await expect(dialog.getByRole('status').first()).toContainText('Found 5 payments: 5 new, 0 already imported.')
  await expectAccessible(page)

  // Corrects the guessed role; the file is parsed again.
  const memo = dialog.getByLabel('Content of Description')
  await expect(memo).toHaveValue('memo')
  await memo.selectOption('Payer')
  await expect(dialog.getByRole('cell', { name: lines[0]?.split(',')[1] ?? '', exact: true }).first()).toBeVisible()
  await memo.selectOption('Memo')
  await expect(dialog.getByRole('cell', { name: payer(first), exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 5 payments' }).click()
  await expect(toast(page, '5 payments added.')).toBeVisible()
  await expect(row(page, 'DEPOSIT')).toContainText('No open order matches.')
  await expectAccessible(page)

  let actions = 0
  const act = async (step: () => Promise<void>) => {
    actions++
    await step()
  }
  await page.goto('/admin')
  await act(() => page.getByRole('link', { name: /that match(es)? exactly/ }).click())
  await expect(row(page, payer(first))).toContainText('Matches memo code')
  await act(() => page.getByRole('button', { name: 'Record all exact' }).click())
  await expect(toast(page, /payments recorded: \$/)).toBeVisible()
  expect(actions).toBeLessThanOrEqual(2)
  await expect(row(page, payer(first))).toHaveCount(0)

  // Undo reopens the booked transactions, and they are booked again.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, /payments reopened/)).toBeVisible()
  await expect(row(page, payer(first))).toContainText('Matches memo code')
  await page.getByRole('button', { name: 'Record all exact' }).click()
  await expect(row(page, payer(first))).toHaveCount(0)

  await endTurn()

  // A probable match with its reason visible.
  await page.goto(`${NOTICES}?sort=probable`)
  await expect(row(page, payer(byName))).toContainText('customer name')
  await row(page, payer(byName))
    .getByRole('button', { name: /^Record \$/ })
    .click()
  await expect(row(page, payer(byName))).toHaveCount(0)

  await page.goto(`${NOTICES}?state=booked`)
  await row(page, payer(byName))
    .getByRole('button', { name: /^Reopen/ })
    .click()
  await expect(dialog).toContainText('is removed from order')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  // Shown once, at the focused field.
  await expect(dialog.getByText('Enter a reason.')).toHaveCount(1)
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('It was another Fiona')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(toast(page, 'Bank payment reopened.')).toBeVisible()

  await page.goto(`${NOTICES}?import=1`)
  await page.locator('input[type=file]').setInputFiles(statement)
  await expect(dialog.getByRole('status').first()).toContainText('Found 5 payments: 0 new, 5 already imported.')
  await expect(dialog.getByRole('button', { name: 'Nothing new' })).toBeDisabled()
})

test('an email is pasted by keyboard alone, its payment split between two orders, and reopened', async ({
  page,
  browser,
}) => {
  const [one, other] = (await ordersOf(browser, 'quickpay', 'quickpay')) as [GuestOrder, GuestOrder]
  await signInStaff(page, 'clerk', `${NOTICES}?import=1`)
  const dialog = modalOf(page)
  await expect(dialog.getByLabel('Or paste text')).toBeFocused()
  await page.keyboard.insertText('Zephyrine Quill LLC paid you $55.55 on November 3, 2026 - note: for both of us')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('button', { name: 'Add 1 payment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, '1 payment added.')).toBeVisible()

  await page.goto(`${NOTICES}?sort=unknown`)
  const placeButton = row(page, 'Zephyrine Quill').getByRole('button', { name: /^Match/ })
  await expect(placeButton).toBeVisible()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('j')
    if (await placeButton.evaluate((button) => button === document.activeElement)) break
  }
  await expect(placeButton).toBeFocused()
  await page.keyboard.press('Enter')
  const search = dialog.getByRole('combobox', { name: 'Find the order' })
  await expect(search).toBeFocused()
  for (const { id } of [one, other]) {
    await page.keyboard.type(String(id))
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel(`Amount for order ${id}`)).toBeVisible()
  }
  // Enter in an empty search submits nothing.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(`Amount for order ${one.id}`).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('30.55')
  await dialog.getByLabel(`Amount for order ${other.id}`).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('30')
  await expect(dialog.getByRole('row', { name: /Over by/ })).toContainText('$5.00')
  await expect(dialog.getByRole('button', { name: 'Record', exact: true })).toBeDisabled()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('20')
  await expect(dialog.getByRole('row', { name: /Left to match/ })).toContainText('$5.00')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Recorded. $5.00 is still open.')).toBeVisible()
  await expect(row(page, 'Zephyrine Quill')).toContainText(`$30.55 pays order ${one.id}, $20.00 pays order ${other.id}`)

  await row(page, 'Zephyrine Quill').getByRole('button', { name: /^More/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Undo payment…' }).press('Enter')
  await expect(dialog).toContainText(`$20.00 is removed from order ${other.id}`)
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('Wrong orders')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'Zephyrine Quill')).toContainText('$55.55')

  await row(page, 'Zephyrine Quill').getByRole('button', { name: /^More/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Set aside…' }).press('Enter')
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('Our own money')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Zephyrine Quill')).toHaveCount(0)
  await page.goto(`${NOTICES}?state=set_aside`)
  await expect(row(page, 'Zephyrine Quill')).toContainText('Our own money')
  await expectAccessible(page)
})

test('with two clerks on one transaction, the second is shown what the first booked and loses nothing', async ({
  page,
  browser,
}) => {
  const [one, other] = (await ordersOf(browser, 'quickpay', 'quickpay')) as [GuestOrder, GuestOrder]
  await signInStaff(page, 'clerk')
  await importLine(page, 'TWOFOLD PAYER', '61.61', 'for the salon')
  const second = await browser.newContext()
  const manager = await second.newPage()
  await signInStaff(manager, 'manager')

  for (const [who, id, amount] of [
    [page, one.id, '31.00'],
    [manager, other.id, '41.00'],
  ] as const) {
    await who.goto(`${NOTICES}?sort=unknown`)
    await row(who, 'TWOFOLD PAYER')
      .getByRole('button', { name: /^Match/ })
      .click()
    await who.getByRole('combobox', { name: 'Find the order' }).fill(String(id))
    await who.getByRole('option').click()
    await who.getByLabel(`Amount for order ${id}`).fill(amount)
  }
  const dialog = modalOf(manager)
  await page.getByRole('button', { name: 'Record $31.00' }).click()
  await expect(page.getByText('Recorded. $30.61 is still open.')).toBeVisible()
  await expect(dialog.getByText('Someone just changed this payment. $30.61 is still open.')).toBeVisible()

  await dialog.getByRole('button', { name: 'Record $41.00' }).click()
  await expect(dialog.getByRole('alert')).toContainText('$30.61 is still open. Nothing was changed.')
  await expect(dialog).toContainText(`It pays order ${one.id} $31.00`)
  const amount = dialog.getByLabel(`Amount for order ${other.id}`)
  await expect(amount).toHaveValue('41.00')
  await expect(dialog.getByRole('row', { name: /Over by/ })).toContainText('$10.39')
  await expectAccessible(manager)
  await amount.fill('30.61')
  await dialog.getByRole('button', { name: 'Record $30.61' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'TWOFOLD PAYER')).toHaveCount(0)
  await second.close()
})

test('unpaid orders show what happens next and when; a due date is moved, and a payment claim is closed', async ({
  page,
  browser,
}) => {
  const [order] = (await ordersOf(browser, 'quickpay')) as [GuestOrder]
  await page.goto('/faqs')
  expect(
    await postFromPage(page, `/orders/${order.id}/paid`, { key: order.key, note: 'From my sister’s account' }),
  ).toBe(200)
  await signInStaff(page, 'clerk', '/admin/money')
  await expectAccessible(page)
  await page.getByRole('link', { name: /say they’ve paid/ }).click()
  const line = row(page, String(order.id))
  await expect(line).toContainText('“From my sister’s account”')
  await expect(line).toContainText('It won’t be canceled until you settle this.')
  await expectAccessible(page)

  const dialog = modalOf(page)
  await line.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'No payment found…' }).click()
  await dialog.getByLabel('Reason').fill('Nothing came in')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(line).toHaveCount(0)

  await page.goto('/admin/money?tab=unpaid')
  await expect(line).toContainText('The first reminder goes out on')
  await expect(line).toContainText('at noon on')
  await line.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Change due date…' }).click()
  await dialog.getByLabel('Reason').fill('Back from holidays then')
  await dialog.getByLabel('New due date').fill('2020-01-02')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toContainText('The due date cannot be in the past.')
  await dialog.getByLabel('New due date').fill('2098-03-04')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(line).toContainText('March 4, 2098')
  await expectAccessible(page)
})

test('a check clears or bounces from its row, and an overpayment is refunded', async ({ page, browser }) => {
  const [clears, bounces, overpaid] = (await ordersOf(browser, 'check', 'check', 'quickpay')) as [
    GuestOrder,
    GuestOrder,
    GuestOrder,
  ]
  await signInStaff(page, 'clerk')
  const book = (order: GuestOrder, more: number, reference: string) =>
    postFromPage(page, `/admin/orders/${order.id}/payments/book`, {
      amount: Math.round((order.total + more) * 100) / 100,
      expected_balance: order.total,
      reference,
    })
  expect(await book(clears, 0, '1041')).toBe(200)
  expect(await book(bounces, 0, '1042')).toBe(200)
  expect(await book(overpaid, 7.5, '')).toBe(200)

  await page.goto('/admin/money?tab=uncleared')
  await expect(row(page, String(clears.id))).toContainText('1041')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Check of order ${clears.id} cleared` }).click()
  await expect(toast(page, 'Check marked as cleared.')).toBeVisible()
  await expect(row(page, String(clears.id))).toHaveCount(0)
  await page.getByRole('button', { name: `Check of order ${bounces.id} bounced` }).click()
  const dialog = modalOf(page)
  await expect(dialog).toContainText('is due again')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark as bounced' }).click()
  await expect(row(page, String(bounces.id))).toHaveCount(0)

  // A clerk sees the refunds due, and nothing else.
  await page.goto('/admin/money?tab=overpaid')
  await expect(row(page, String(overpaid.id))).toContainText('$7.50')
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0)

  const upstairs = await browser.newContext()
  const manager = await upstairs.newPage()
  await signInStaff(manager, 'manager', '/admin/money?tab=overpaid')
  await manager.getByRole('button', { name: `Refund order ${overpaid.id}` }).click()
  const refund = modalOf(manager)
  await expect(refund.getByRole('row', { name: /Refund due/ })).toContainText('$7.50')
  await expect(refund.getByLabel('Amount')).toHaveValue('7.50')
  await expectAccessible(manager)

  // Another payment arrives in the meantime: the input is kept and needs a new decision.
  await refund.getByLabel('Reason').fill('Sent back by Quick Pay')
  expect(
    await postFromPage(page, `/admin/orders/${overpaid.id}/payments/book`, { amount: 1, expected_balance: -7.5 }),
  ).toBe(200)
  await refund.getByRole('button', { name: 'Record refund' }).click()
  await expect(refund.getByRole('alert')).toContainText('now overpaid by $8.50')
  await expect(refund.getByLabel('Reason')).toHaveValue('Sent back by Quick Pay')
  await expect(refund.getByRole('row', { name: /Refund due/ })).toContainText('$8.50')
  await refund.getByLabel('Amount').fill('8.50')
  await refund.getByRole('button', { name: 'Record refund' }).click()
  await expect(toast(manager, `Refund recorded for order ${overpaid.id}.`)).toBeVisible()
  await expect(row(manager, String(overpaid.id))).toHaveCount(0)
  await upstairs.close()
})
