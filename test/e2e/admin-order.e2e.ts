import { expect, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { runCommand } from '#test/e2e-helpers.ts'
import { pickupForm } from '#test/order-forms.ts'
import {
  closePages,
  confirmReturn,
  dialog,
  fetchOrder,
  nextButton,
  openOrderAs,
  orderHeader,
  placeOrderAsGuest,
  postAs,
  readLedger,
  readReferralCode,
} from '#test/order-page.ts'
import { placeOrder } from '#test/place-order.ts'

test.afterEach(closePages)

test('a clerk books a payment, packs, ships with tracking and completes by keyboard alone', async ({ browser }) => {
  const id = await placeOrderAsGuest(browser)
  const page = await openOrderAs(browser, 'clerk', id)
  await expect(nextButton(page, 'Record payment')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog(page)).toContainText('is due')
  await expect(page.getByLabel('Amount received')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(orderHeader(page)).toContainText('Paid')
  const { sum, balance } = await readLedger(page)
  expect([sum, balance]).toEqual([0, 0])

  // Packs everything open in one step.
  await expect(nextButton(page, 'Pack')).toBeVisible()
  await page.keyboard.press('n')
  await expect(orderHeader(page)).toContainText('Packed')

  // Ships with tracking: shortcut, number, Enter.
  await expect(nextButton(page, 'Ship')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Tracking number')).toBeFocused()
  await page.keyboard.type('1Z999AA10123456784')
  await expect(dialog(page)).toContainText('UPS (detected)')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /1Z999AA10123456784/ })).toHaveAttribute('href', /ups\.com/)

  await expect(nextButton(page, 'Complete')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog(page)).toContainText('Everything has been handed over.')
  await expect(dialog(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(orderHeader(page)).toContainText('Completed')
  await expect(nextButton(page, /Record payment|Pack|Ship|Complete/)).toHaveCount(0)
  await page.getByRole('link', { name: /Staff history/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('marked shipment 1 as shipped.')).toBeVisible()
  await expectAccessible(page)
  // Actions without permission are not rendered.
  await expect(page.getByRole('button', { name: 'Return items' })).toHaveCount(0)
})

test('a shipment packed by mistake is unpacked with one click, and a pickup is handed over', async ({ browser }) => {
  const id = await placeOrderAsGuest(browser, { form: pickupForm })
  await runCommand('order', 'set', String(id), '--paid')
  const page = await openOrderAs(browser, 'clerk', id)
  await nextButton(page, 'Pack').click()
  // Toasts are accessible to everyone, including their dismiss button.
  await expect(page.getByRole('button', { name: 'Dismiss' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(orderHeader(page)).toContainText('Not packed')
  await nextButton(page, 'Pack').click()
  await nextButton(page, 'Ready for pickup').click()
  await nextButton(page, 'Hand over').click()
  await expect(page.getByLabel('Picked up by')).toHaveValue('Ana Reyes')
  await page.getByLabel('Picked up by').fill('Tom Roe')
  await dialog(page).getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText(', picked up by Tom Roe')).toBeVisible()
})

test('a manager books a return of two of three units with a preview, and a refund', async ({ browser }) => {
  const referralCode = await readReferralCode(browser)
  const id = await placeOrderAsGuest(browser, { quantity: 3, referralCode })
  await runCommand('order', 'set', String(id), '--paid')
  await runCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openOrderAs(browser, 'manager', id)

  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions += 1
    await action
  }
  await act(nextButton(page, 'Return items').click())
  await act(page.getByLabel(/^Quantity returned: /).fill('2'))
  await expect(dialog(page)).toContainText('$76.00')
  await expect(dialog(page)).toContainText('2 of 2 items will be restocked.')
  await expect(dialog(page)).toContainText('76 PV and')
  await expect(dialog(page)).toContainText(/Bonus \$[\d,.]+ → \$[\d,.]+/)
  await act(page.getByLabel('Reason for the return').fill('Two were opened'))
  await expectAccessible(page)
  actions += 1
  await confirmReturn(page)
  expect(actions).toBeLessThanOrEqual(6)
  await expect(page.getByText('2 of 3 returned')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Two were opened')

  await nextButton(page, /^Refund \$/).click()
  await expect(dialog(page)).toContainText('Credit note')
  await dialog(page).getByLabel('Reason').fill('They were returned')
  await dialog(page).getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(orderHeader(page)).toContainText('Partly refunded')
  expect(await readLedger(page)).toEqual({ sum: 0, balance: 0 })
})

test('a credit without a return is shown to the customer, and a later return credits the remainder', async ({
  page: customer,
  browser,
}) => {
  const id = await placeOrder(customer.request, { quantity: 1 })
  await runCommand('order', 'set', String(id), '--paid')
  await runCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openOrderAs(browser, 'manager', id)
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Credit an amount …' }).press('Enter')
  await expect(dialog(page)).toContainText('points and bonuses don’t change')
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  await page.keyboard.type('500')
  await page.keyboard.press('Tab')
  await page.keyboard.type('The box was torn')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('You can credit at most $38.00')).toHaveCount(1)
  await page.getByLabel('Amount', { exact: true }).fill('12.50')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(orderHeader(page)).toContainText('Refund due')
  await expect(nextButton(page, 'Refund $12.50')).toBeVisible()
  await expect(page.getByRole('row', { name: /Credit note \d+, without a return/ })).toContainText('−$12.50')
  const { sum, balance } = await readLedger(page)
  expect(sum).toBe(-balance)

  const { url } = await (await customer.request.get('/checkout/order.json')).json()
  await customer.goto(url)
  await expect(customer.getByRole('region', { name: 'Timeline' })).toContainText(
    /We credited \$12\.50 \(credit note \d+\)\./,
  )
  await expect(customer.getByRole('heading', { name: 'We’ll refund $12.50' })).toBeVisible()

  await nextButton(page, 'Return items').click()
  await page.getByLabel(/^Quantity returned: /).fill('1')
  await expect(dialog(page)).toContainText('Already credited−$12.50')
  await expect(dialog(page)).toContainText('Credit note$25.50')
})

test("a refund above the limit waits for an owner's approval", async ({ browser }) => {
  const id = await placeOrderAsGuest(browser, { quantity: 1 })
  const page = await openOrderAs(browser, 'manager', id)
  await page.goto(`/admin/orders/${id}?do=pay`)
  const amount = page.getByLabel('Amount received')
  const total = Number(await amount.inputValue())
  await amount.fill(String(total + 650))
  // An amount far above the one due needs a confirmation.
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await expect(orderHeader(page)).toContainText('Overpaid')
  await page.goto(`/admin/orders/${id}?do=refund`)
  await expect(dialog(page).getByText(/need a second approval/)).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Paid twice')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Propose refund' }).click()
  await expect(page.getByText('A refund of $650.00 needs approval. You proposed it')).toBeVisible()

  const owner = await openOrderAs(browser, 'owner', id)
  await owner.getByRole('link', { name: 'Review' }).click()
  const approvalCard = owner.getByRole('article').filter({ hasText: `Refund order ${id}` })
  await expect(approvalCard.getByRole('link', { name: 'View order' })).toHaveAttribute('href', `/admin/orders/${id}`)
  await approvalCard.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/A refund of \$650\.00 is approved/)).toBeVisible()
  await page.getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('650.00')
  await dialog(page).getByRole('button', { name: 'Record refund' }).click()
  await expect(orderHeader(page)).toContainText('Paid')
  await expect(dialog(page)).toHaveCount(0)
  expect(await readLedger(page)).toEqual({ sum: 0, balance: 0 })
})

test('an order edit previews its totals and keeps the earlier version, and a cancellation shows its amounts', async ({
  browser,
}) => {
  const id = await placeOrderAsGuest(browser, { quantity: 1 })
  const page = await openOrderAs(browser, 'clerk', id)
  await page.getByRole('button', { name: 'Edit order' }).click()
  await page.getByLabel(/^Quantity of /).fill('2')
  await page.getByLabel('Add a product').fill('oxide')
  await expect(page.getByRole('option').first()).toContainText('Oxide')
  await page.keyboard.press('Enter')
  await page.getByLabel('City').fill('Newark')
  await expect(dialog(page)).toContainText('more than before')
  await dialog(page).getByLabel('Reason').fill('She called')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Items' })).toContainText('Oxide')
  await page.getByRole('button', { name: /version 2/ }).click()
  await expect(dialog(page)).toContainText('She called')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await orderHeader(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel order …' }).click()
  await expect(dialog(page)).toContainText('The customer no longer owes')
  await expect(dialog(page)).toContainText('3 items will be restocked.')
  await dialog(page).getByLabel('Reason').fill('She called again')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Cancel order' }).click()
  await expect(orderHeader(page)).toContainText('Canceled')
  await orderHeader(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reinstate …' }).click()
  await expect(dialog(page)).toContainText('3 items will be taken out of stock again')
  await dialog(page).getByLabel('Reason').fill('It was another order')
  await dialog(page).getByRole('button', { name: 'Reinstate' }).click()
  await expect(orderHeader(page)).toContainText('Processing')
})

test('the order dialogs are accessible at both screen sizes', async ({ browser }) => {
  const id = await placeOrderAsGuest(browser, { quantity: 2 })
  const page = await openOrderAs(browser, 'manager', id)
  const openDialog = async (order: number, task: string, entryId?: number) => {
    await page.goto(`/admin/orders/${order}?do=${task}${entryId === undefined ? '' : `&of=${entryId}`}`)
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page)
  }
  await openDialog(id, 'pay')
  await openDialog(id, 'due')
  await openDialog(id, 'adjust')
  await openDialog(id, 'pack')
  const { balance } = (await fetchOrder(page, id)).money
  const payment = { amount: balance, method: 'check', expected_balance: balance }
  await postAs(page, `/admin/orders/${id}/payments/book`, payment)
  await postAs(page, `/admin/orders/${id}/pack`, { expected_steps: 0, uncleared: true })
  const { ledger, fulfillment } = await fetchOrder(page, id)
  await openDialog(id, 'bounced', ledger.at(-1)?.id ?? 0)
  await expect(dialog(page)).toContainText('The entry stays')
  await openDialog(id, 'correct', ledger.at(-1)?.id ?? 0)
  await openDialog(id, 'ship')
  await openDialog(id, 'void', fulfillment.shipments[0]?.id)
  await openDialog(id, 'complete')
  await expect(dialog(page)).toContainText('may still bounce')
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Why this total?' }).click()
  await expectAccessible(page)
  const pickup = await placeOrderAsGuest(browser, { form: pickupForm })
  await openDialog(pickup, 'hand_over')
  await postAs(page, `/admin/orders/${pickup}/cancel`, { reason: 'By mistake' })
  await openDialog(pickup, 'reinstate')
})
