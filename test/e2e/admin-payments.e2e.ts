import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { dataDir, postFromPage } from '#test/e2e-helpers.ts'
import { test } from '#test/exclusive.ts'
import { type GuestOrder, placeGuestOrder } from '#test/guest-order.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const BANK_TRANSACTIONS_PATH = '/admin/money/bank-transactions'
let nameCount = 0

/** Returns a name that is unique in the shop. */
const makeUniqueName = (first_name: string) => ({
  first_name,
  last_name: `Moneymaker${'abcdefghijklmnop'[nameCount++]}${Date.now() % 1e5}`,
})

/** Places guest orders in separate browser contexts. */
async function placeGuestOrders(browser: Browser, ...payments: ('quickpay' | 'check')[]): Promise<GuestOrder[]> {
  const orders: GuestOrder[] = []
  for (const payment of payments) {
    const context = await browser.newContext()
    orders.push(await placeGuestOrder(await context.newPage(), makeUniqueName('Ivo'), payment))
    await context.close()
  }
  return orders
}

const toast = (page: Page, text: string | RegExp) => page.getByText(text)
const row = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text })

/** Imports a bank statement with one line. */
async function importTransaction(page: Page, payer: string, amount: string, memo: string): Promise<void> {
  await page.goto(`${BANK_TRANSACTIONS_PATH}?import=1`)
  const text = `Date,Amount,Name,Memo,Transaction ID\n11/20/2026,+${amount},${payer},${memo},E2E${Date.now()}${++nameCount}\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'line.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Add 1 payment' }).click()
  await expect(toast(page, '1 payment added.')).toBeVisible()
}

test.describe.configure({ mode: 'serial' })

test('the demo bank statement is previewed and imported once, and two actions book its exact matches', async ({
  page,
  acquireLock,
}) => {
  const statement = join(dataDir(), 'demo-notices.csv')
  const [, ...lines] = (await readFile(statement, 'utf8')).trim().split('\n')
  const readPayer = (line: string | undefined) => /FROM (.+?)(?: FOR|,)/.exec(line ?? '')?.[1] ?? ''
  const [firstLine, , , nameMatchLine] = lines
  await signInStaff(page, 'clerk')
  const endTurn = await acquireLock('exact-notices')
  await page.goto(BANK_TRANSACTIONS_PATH)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = findModal(page)
  await expectAccessible(page)
  await page.locator('input[type=file]').setInputFiles(statement)
  await expect(dialog.getByRole('status').first()).toContainText('Found 5 payments: 5 new, 0 already imported.')
  await expectAccessible(page)

  // Corrects the guessed column type; the file is parsed again.
  const columnType = dialog.getByLabel('Content of Description')
  await expect(columnType).toHaveValue('memo')
  await columnType.selectOption('Payer')
  await expect(dialog.getByRole('cell', { name: lines[0]?.split(',')[1] ?? '', exact: true }).first()).toBeVisible()
  await columnType.selectOption('Memo')
  await expect(dialog.getByRole('cell', { name: readPayer(firstLine), exact: true })).toBeVisible()
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
  await expect(row(page, readPayer(firstLine))).toContainText('Matches memo code')
  await act(() => page.getByRole('button', { name: 'Record all exact' }).click())
  await expect(toast(page, /payments recorded: \$/)).toBeVisible()
  expect(actions).toBeLessThanOrEqual(2)
  await expect(row(page, readPayer(firstLine))).toHaveCount(0)

  // Undo reopens the booked transactions, and they are booked again.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, /payments reopened/)).toBeVisible()
  await expect(row(page, readPayer(firstLine))).toContainText('Matches memo code')
  await page.getByRole('button', { name: 'Record all exact' }).click()
  await expect(row(page, readPayer(firstLine))).toHaveCount(0)

  await endTurn()

  // A probable match shows its reason.
  await page.goto(`${BANK_TRANSACTIONS_PATH}?match=probable`)
  await expect(row(page, readPayer(nameMatchLine))).toContainText('customer name')
  await row(page, readPayer(nameMatchLine))
    .getByRole('button', { name: /^Record \$/ })
    .click()
  await expect(row(page, readPayer(nameMatchLine))).toHaveCount(0)

  await page.goto(`${BANK_TRANSACTIONS_PATH}?state=booked`)
  await row(page, readPayer(nameMatchLine))
    .getByRole('button', { name: /^Reopen/ })
    .click()
  await expect(dialog).toContainText('is removed from order')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  // The error appears once, at the focused field.
  await expect(dialog.getByText('Enter a reason.')).toHaveCount(1)
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('It was another Fiona')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(toast(page, 'Bank payment reopened.')).toBeVisible()

  await page.goto(`${BANK_TRANSACTIONS_PATH}?import=1`)
  await page.locator('input[type=file]').setInputFiles(statement)
  await expect(dialog.getByRole('status').first()).toContainText('Found 5 payments: 0 new, 5 already imported.')
  await expect(dialog.getByRole('button', { name: 'Nothing new' })).toBeDisabled()
})

test('a payment pasted from an email is split between two orders and reopened by keyboard alone', async ({
  page,
  browser,
}) => {
  const [firstOrder, secondOrder] = (await placeGuestOrders(browser, 'quickpay', 'quickpay')) as [
    GuestOrder,
    GuestOrder,
  ]
  await signInStaff(page, 'clerk', `${BANK_TRANSACTIONS_PATH}?import=1`)
  const dialog = findModal(page)
  await expect(dialog.getByLabel('Or paste text')).toBeFocused()
  await page.keyboard.insertText('Zephyrine Quill LLC paid you $55.55 on November 3, 2026 - note: for both of us')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('button', { name: 'Add 1 payment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, '1 payment added.')).toBeVisible()

  await page.goto(`${BANK_TRANSACTIONS_PATH}?match=unknown`)
  const matchButton = row(page, 'Zephyrine Quill').getByRole('button', { name: /^Match/ })
  await expect(matchButton).toBeVisible()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('j')
    if (await matchButton.evaluate((button) => button === document.activeElement)) break
  }
  await expect(matchButton).toBeFocused()
  await page.keyboard.press('Enter')
  const search = dialog.getByRole('combobox', { name: 'Find the order' })
  await expect(search).toBeFocused()
  for (const { id } of [firstOrder, secondOrder]) {
    await page.keyboard.type(String(id))
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel(`Amount for order ${id}`)).toBeVisible()
  }
  // Enter in an empty search submits nothing.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(`Amount for order ${firstOrder.id}`).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('30.55')
  await dialog.getByLabel(`Amount for order ${secondOrder.id}`).focus()
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
  await expect(row(page, 'Zephyrine Quill')).toContainText(
    `$30.55 pays order ${firstOrder.id}, $20.00 pays order ${secondOrder.id}`,
  )

  await row(page, 'Zephyrine Quill').getByRole('button', { name: /^More/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Undo payment…' }).press('Enter')
  await expect(dialog).toContainText(`$20.00 is removed from order ${secondOrder.id}`)
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('Wrong orders')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'Zephyrine Quill')).toContainText('$55.55')

  await row(page, 'Zephyrine Quill').getByRole('button', { name: /^More/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Set aside…' }).press('Enter')
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('Internal transfer')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Zephyrine Quill')).toHaveCount(0)
  await page.goto(`${BANK_TRANSACTIONS_PATH}?state=set_aside`)
  await expect(row(page, 'Zephyrine Quill')).toContainText('Internal transfer')
  await expectAccessible(page)
})

test('when two clerks match one transaction, the second sees what the first booked and keeps the input', async ({
  page,
  browser,
}) => {
  const [firstOrder, secondOrder] = (await placeGuestOrders(browser, 'quickpay', 'quickpay')) as [
    GuestOrder,
    GuestOrder,
  ]
  await signInStaff(page, 'clerk')
  await importTransaction(page, 'TWOFOLD PAYER', '61.61', 'for the salon')
  const managerContext = await browser.newContext()
  const manager = await managerContext.newPage()
  await signInStaff(manager, 'manager')

  for (const [staffPage, id, amount] of [
    [page, firstOrder.id, '31.00'],
    [manager, secondOrder.id, '41.00'],
  ] as const) {
    await staffPage.goto(`${BANK_TRANSACTIONS_PATH}?match=unknown`)
    await row(staffPage, 'TWOFOLD PAYER')
      .getByRole('button', { name: /^Match/ })
      .click()
    await staffPage.getByRole('combobox', { name: 'Find the order' }).fill(String(id))
    await staffPage.getByRole('option').click()
    await staffPage.getByLabel(`Amount for order ${id}`).fill(amount)
  }
  const dialog = findModal(manager)
  await page.getByRole('button', { name: 'Record $31.00' }).click()
  await expect(page.getByText('Recorded. $30.61 is still open.')).toBeVisible()
  await expect(dialog.getByText('Someone just changed this payment. $30.61 is still open.')).toBeVisible()

  await dialog.getByRole('button', { name: 'Record $41.00' }).click()
  await expect(dialog.getByRole('alert')).toContainText('$30.61 is still open. Nothing was changed.')
  await expect(dialog).toContainText(`It pays order ${firstOrder.id} $31.00`)
  const amount = dialog.getByLabel(`Amount for order ${secondOrder.id}`)
  await expect(amount).toHaveValue('41.00')
  await expect(dialog.getByRole('row', { name: /Over by/ })).toContainText('$10.39')
  await expectAccessible(manager)
  await amount.fill('30.61')
  await dialog.getByRole('button', { name: 'Record $30.61' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'TWOFOLD PAYER')).toHaveCount(0)
  await managerContext.close()
})

test('unpaid orders show their next step and its date; a due date is moved, and a payment claim is settled', async ({
  page,
  browser,
}) => {
  const [order] = (await placeGuestOrders(browser, 'quickpay')) as [GuestOrder]
  await page.goto('/faqs')
  expect(
    await postFromPage(page, `/orders/${order.id}/paid`, { key: order.key, note: 'From my sister’s account' }),
  ).toBe(200)
  await signInStaff(page, 'clerk', '/admin/money')
  await expectAccessible(page)
  await page.getByRole('link', { name: /say they’ve paid/ }).click()
  const orderRow = row(page, String(order.id))
  await expect(orderRow).toContainText('“From my sister’s account”')
  await expect(orderRow).toContainText('It won’t be canceled until you settle this.')
  await expectAccessible(page)

  const dialog = findModal(page)
  await orderRow.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'No payment found…' }).click()
  await dialog.getByLabel('Reason').fill('No payment arrived')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(orderRow).toHaveCount(0)

  await page.goto('/admin/money?tab=unpaid')
  await expect(orderRow).toContainText('The first reminder goes out on')
  await expect(orderRow).toContainText('at noon on')
  await orderRow.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Change due date…' }).click()
  await dialog.getByLabel('Reason').fill('On vacation until then')
  await dialog.getByLabel('New due date').fill('2020-01-02')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toContainText('The due date cannot be in the past.')
  await dialog.getByLabel('New due date').fill('2098-03-04')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(orderRow).toContainText('March 4, 2098')
  await expectAccessible(page)
})

test('a check clears or bounces from its row, and an overpayment is refunded', async ({ page, browser }) => {
  const [clearedOrder, bouncedOrder, overpaidOrder] = (await placeGuestOrders(
    browser,
    'check',
    'check',
    'quickpay',
  )) as [GuestOrder, GuestOrder, GuestOrder]
  await signInStaff(page, 'clerk')
  const recordPayment = (order: GuestOrder, excess: number, reference: string) =>
    postFromPage(page, `/admin/orders/${order.id}/payments/book`, {
      amount: Math.round((order.total + excess) * 100) / 100,
      expected_balance: order.total,
      reference,
    })
  expect(await recordPayment(clearedOrder, 0, '1041')).toBe(200)
  expect(await recordPayment(bouncedOrder, 0, '1042')).toBe(200)
  expect(await recordPayment(overpaidOrder, 7.5, '')).toBe(200)

  await page.goto('/admin/money?tab=uncleared')
  await expect(row(page, String(clearedOrder.id))).toContainText('1041')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Check of order ${clearedOrder.id} cleared` }).click()
  await expect(toast(page, 'Check marked as cleared.')).toBeVisible()
  await expect(row(page, String(clearedOrder.id))).toHaveCount(0)
  await page.getByRole('button', { name: `Check of order ${bouncedOrder.id} bounced` }).click()
  const dialog = findModal(page)
  await expect(dialog).toContainText('is due again')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark as bounced' }).click()
  await expect(row(page, String(bouncedOrder.id))).toHaveCount(0)

  // A clerk sees the refunds due, and nothing else.
  await page.goto('/admin/money?tab=overpaid')
  await expect(row(page, String(overpaidOrder.id))).toContainText('$7.50')
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0)

  const managerContext = await browser.newContext()
  const manager = await managerContext.newPage()
  await signInStaff(manager, 'manager', '/admin/money?tab=overpaid')
  await manager.getByRole('button', { name: `Refund order ${overpaidOrder.id}` }).click()
  const refundDialog = findModal(manager)
  await expect(refundDialog.getByRole('row', { name: /Refund due/ })).toContainText('$7.50')
  await expect(refundDialog.getByLabel('Amount')).toHaveValue('7.50')
  await expectAccessible(manager)

  // Another payment arrives in the meantime: the input is kept and needs a new decision.
  await refundDialog.getByLabel('Reason').fill('Sent back by Quick Pay')
  expect(
    await postFromPage(page, `/admin/orders/${overpaidOrder.id}/payments/book`, { amount: 1, expected_balance: -7.5 }),
  ).toBe(200)
  await refundDialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(refundDialog.getByRole('alert')).toContainText('now overpaid by $8.50')
  await expect(refundDialog.getByLabel('Reason')).toHaveValue('Sent back by Quick Pay')
  await expect(refundDialog.getByRole('row', { name: /Refund due/ })).toContainText('$8.50')
  await refundDialog.getByLabel('Amount').fill('8.50')
  await refundDialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(toast(manager, `Refund recorded for order ${overpaidOrder.id}.`)).toBeVisible()
  await expect(row(manager, String(overpaidOrder.id))).toHaveCount(0)
  await managerContext.close()
})
