import { expect, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { createPoster, runCommand } from '#test/e2e-helpers.ts'
import { pickupForm } from '#test/order-forms.ts'
import {
  closePages,
  confirmReturn,
  dialog,
  fetchOrder,
  nextButton,
  openOrderAs,
  placeOrderAsGuest,
  postAs,
  readLedger,
  readReferralCode,
} from '#test/order-page.ts'
import { placeOrder } from '#test/place-order.ts'
import { discardChanges } from '#test/staff-pages.ts'

test.afterEach(closePages)

test("two staff members on one order see each other's changes, and nothing is booked or packed twice", async ({
  browser,
}) => {
  const id = await placeOrderAsGuest(browser, { quantity: 2 })
  const [clerk, manager] = [await openOrderAs(browser, 'clerk', id), await openOrderAs(browser, 'manager', id)]
  const dialogs = [clerk, manager].map(dialog)

  // Both have the payment dialog open; the manager gets a conflict.
  for (const page of [clerk, manager]) await nextButton(page, 'Record payment').click()
  await clerk.getByLabel(/^Reference|^Check number/).fill('the first')
  await manager.getByLabel(/^Reference|^Check number/).fill('the second')
  await dialogs[0]?.getByRole('button', { name: 'Record' }).click()
  await expect(clerk.getByText('Payment recorded.')).toBeVisible()
  await expect(manager.getByText(/and is now \$0\.00/)).toBeVisible()
  await dialogs[1]?.getByRole('button', { name: 'Record' }).click()
  await expect(dialogs[1]?.getByRole('alert') ?? manager.locator('none')).toContainText(
    'The order was changed in the meantime. It’s now paid in full.',
  )
  await expect(manager.getByLabel(/^Reference|^Check number/)).toHaveValue('the second')
  await expect(dialog(manager)).toContainText('This payment will be an overpayment.')
  await dialog(manager).getByRole('button', { name: 'Cancel' }).click()
  expect(await readLedger(manager)).toEqual({ sum: 0, balance: 0 })

  // Both write a note; the manager sees the clerk's before saving.
  await clerk.getByLabel('A note for other staff').fill('Leave it at the door')
  await manager.getByLabel('A note for other staff').fill('Ring the bell')
  await clerk.getByRole('button', { name: 'Add note' }).click()
  await expect(manager.getByRole('list', { name: 'Notes' })).toContainText('Leave it at the door')
  await manager.getByRole('button', { name: 'Add note' }).click()
  await expect(clerk.getByRole('list', { name: 'Notes' })).toContainText('Ring the bell')

  // After the clerk packs, the manager's next action updates automatically.
  await nextButton(clerk, 'Pack').click()
  await expect(nextButton(manager, 'Ship')).toBeVisible()

  // Both ship the same order.
  for (const page of [clerk, manager]) await nextButton(page, 'Ship').click()
  await manager.getByLabel('Tracking number').fill('1Z999AA10123456785')
  await clerk.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await clerk.keyboard.press('Enter')
  await expect(dialog(clerk)).toHaveCount(0)
  await manager.keyboard.press('Enter')
  await expect(dialog(manager)).toContainText(/in the meantime|already shipped/)
  await expect(manager.getByLabel('Tracking number')).toHaveValue('1Z999AA10123456785')
  // The page may refresh before the response arrives; the dialog stays until then.
  await expect(dialog(manager).getByRole('button', { name: 'Cancel' })).toBeEnabled()
  await discardChanges(manager)
  await expect(manager.getByRole('link', { name: /1Z999AA10123456784/ })).toBeVisible()
})

test('the editor lists concurrent changes line by line without covering its buttons', async ({ browser }) => {
  const id = await placeOrderAsGuest(browser, { quantity: 2 })
  const [owner, manager] = [await openOrderAs(browser, 'owner', id), await openOrderAs(browser, 'manager', id)]
  await manager.goto(`/admin/orders/${id}?do=edit`)
  await manager.getByLabel(/^Quantity of /).fill('3')
  await expect(dialog(manager)).toContainText('more than before')
  await postAs(owner, '/admin/orders/edit', {
    order_id: id,
    version: 1,
    lines: [{ position: 0, quantity: 4 }],
    reason: 'She called',
  })
  await expect(dialog(manager).getByRole('list', { name: 'What they changed' })).toContainText(/: 2 → 4/)
  await expect(dialog(manager)).toContainText('Continue with the new version to see the new total.')
  await expect(dialog(manager)).not.toContainText('Change something to see the new total.')
  const toast = manager.getByText(/just changed this order/)
  await expect(toast).toBeVisible()
  const saveButton = dialog(manager).getByRole('button', { name: 'Save changes' })
  const boxes = await Promise.all([toast, saveButton].map((part) => part.boundingBox()))
  const [toastBox, buttonBox] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 })
  const isAbove = (toastBox?.y ?? 0) + (toastBox?.height ?? 0) <= (buttonBox?.y ?? 0)
  const isLeft = (toastBox?.x ?? 0) + (toastBox?.width ?? 0) <= (buttonBox?.x ?? 0)
  expect(isAbove || isLeft).toBe(true)
  await expectAccessible(manager)
  await dialog(manager).getByRole('button', { name: 'Continue with the new version' }).click()
  await expect(dialog(manager)).toContainText('less than before')
  await expect(dialog(manager).getByRole('list', { name: 'What they changed' })).toBeVisible()
  await discardChanges(manager)
})

test('a return whose figures changed since the preview shows the new figures and the differences before it is booked', async ({
  browser,
}) => {
  const referralCode = await readReferralCode(browser)
  const ids: number[] = []
  for (let n = 0; n < 2; n++) ids.push(await placeOrderAsGuest(browser, { quantity: 1, referralCode }))
  const [id = 0, other = 0] = ids
  for (const orderId of ids) await runCommand('order', 'set', String(orderId), '--paid')
  await runCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openOrderAs(browser, 'manager', id)
  await nextButton(page, 'Return items').click()
  await page.getByLabel(/^Quantity returned: /).fill('1')
  await page.getByLabel('Reason for the return').fill('Unopened')
  await expect(dialog(page)).toContainText(/Bonus \$/)
  await runCommand('order', 'set', String(other), '--status', 'completed')
  await dialog(page)
    .getByRole('button', { name: /^Return and credit/ })
    .click()
  await expect(dialog(page)).toContainText('Nothing was recorded')
  await expect(dialog(page)).toContainText(/PV of .*: [\d,]+ before, [\d,]+ now\./)
  await expect(page.getByLabel('Reason for the return')).toHaveValue('Unopened')
  await confirmReturn(page)
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Unopened')
})

test('the return preview stays readable when a member’s level drops', async ({ browser }) => {
  const referralCode = await readReferralCode(browser)
  const id = await placeOrderAsGuest(browser, { quantity: 1, referralCode })
  await runCommand('order', 'set', String(id), '--paid')
  await runCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openOrderAs(browser, 'manager', id)
  const name = 'Hana Maribel Montgomery-Fitzgerald'
  await page.route('**/admin/returns/preview', async (route) => {
    const response = await route.fetch()
    const preview = await response.json()
    const [member, ...others] = preview.network.members
    const before = { ...member.before, level: 9, level_name: 'Crown Diamond', group_pv: 1_234_567, personal_pv: 98_765 }
    const after = { ...member.after, level: 3, level_name: 'Sapphire', group_pv: 987_654, personal_pv: 12_345 }
    const network = { ...preview.network, members: [{ ...member, name, before, after }, ...others] }
    return route.fulfill({ response, json: { ...preview, network } })
  })
  await nextButton(page, 'Return items').click()
  await page.getByLabel(/^Quantity returned: /).fill('1')
  const row = dialog(page).getByRole('listitem').filter({ hasText: name })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row).toContainText('group PV 1,234,567 → 987,654')
    const box = await row.getByText(name).boundingBox()
    // The name takes one line, or two on a phone; it never breaks into letters.
    expect(box?.height).toBeLessThan(60)
    expect(await row.evaluate((item) => item.scrollWidth <= item.clientWidth)).toBe(true)
  }
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('every dialog shows the current state after a conflict and keeps the input', async ({ browser }) => {
  const id = await placeOrderAsGuest(browser, { quantity: 2 })
  const [owner, manager] = [await openOrderAs(browser, 'owner', id), await openOrderAs(browser, 'manager', id)]
  // Simulates changes within the same second: the page learns of them only through a refusal.
  await manager.route('**/admin/changes.json', (route) => route.fulfill({ json: { data: [] } }))
  const orderPath = (step: string, order = id) => `/admin/orders/${order}/${step}`
  const openDialog = async (
    task: string,
    { entry, order = id }: { entry?: number | undefined; order?: number } = {},
  ) => {
    await manager.goto(`/admin/orders/${order}?do=${task}${entry === undefined ? '' : `&of=${entry}`}`)
    await expect(dialog(manager)).toBeVisible()
  }
  /** Expects the dialog to stay open, show the message and keep the input. */
  const expectConflict = async (button: string, message: string | RegExp, reason?: string) => {
    await dialog(manager).getByRole('button', { name: button }).click()
    await expect(dialog(manager).getByRole('alert')).toContainText(message)
    if (reason !== undefined) await expect(dialog(manager).getByLabel('Reason', { exact: true })).toHaveValue(reason)
  }
  const fillReason = (text: string) => dialog(manager).getByLabel('Reason', { exact: true }).fill(text)

  await openDialog('due')
  await dialog(manager).getByLabel('Due on').fill('2031-05-05')
  await fillReason('She asked')
  await postAs(owner, orderPath('due-date'), { due_on: '2031-05-05', reason: 'She asked me' })
  await expectConflict('Change', 'The order is already due on that date.', 'She asked')
  await postAs(owner, orderPath('due-date'), { due_on: '2031-06-06', reason: 'A month later' })
  await dialog(manager).getByLabel('Due on').fill('2031-04-04')
  await expectConflict('Change', 'Someone changed the due date in the meantime.', 'She asked')
  await expect(dialog(manager)).toContainText('Due on June 6, 2031.')

  await openDialog('edit')
  await manager.getByLabel(/^Quantity of /).fill('3')
  await fillReason('One more')
  await expect(dialog(manager)).toContainText('more than before')
  const makeEdit = (quantity: number) => ({ lines: [{ position: 0, quantity }], reason: 'Four' })
  await postAs(owner, '/admin/orders/edit', { order_id: id, version: 1, ...makeEdit(4) })
  await expectConflict('Save changes', 'It’s now version 2', 'One more')
  await expect(dialog(manager).getByRole('list', { name: 'What they changed' })).toContainText(/: 2 → 4/)
  await expect(dialog(manager)).toContainText('less than before')
  // Simulates a price change since the figures were displayed.
  await manager.route(
    '**/admin/orders/edit',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), reviewed_total: 1 } }),
    { times: 1 },
  )
  await expectConflict('Save changes', /The total is now \$\d+\.\d\d, not \$1\.00\./, 'One more')
  await expect(dialog(manager)).toContainText('less than before')
  await dialog(manager).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(manager)).toHaveCount(0)
  expect((await fetchOrder(manager, id)).order.products.map(({ quantity }) => quantity)).toEqual([3])

  const { balance } = (await fetchOrder(owner, id)).money
  await postAs(owner, orderPath('payments/book'), { amount: balance + 60, expected_balance: balance })
  const paymentId = (await fetchOrder(owner, id)).ledger.at(-1)?.id ?? 0
  await openDialog('refund')
  await fillReason('Paid too much')
  const refund = { amount: 20, reason: 'Some of it', expected_balance: -60 }
  await postAs(owner, orderPath('refund'), refund)
  await expectConflict('Record refund', 'It’s now overpaid by $40.00.', 'Paid too much')
  await expect(dialog(manager).getByLabel('Amount')).toHaveValue('60.00')
  await dialog(manager).getByLabel('Amount').fill('40')
  await dialog(manager).getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog(manager)).toHaveCount(0)

  const other = await placeOrderAsGuest(browser, { quantity: 1 })
  const amountDue = (await fetchOrder(owner, other)).money.balance
  await postAs(owner, orderPath('payments/book', other), { amount: amountDue, expected_balance: amountDue })
  const wrongPaymentId = (await fetchOrder(owner, other)).ledger.at(-1)?.id ?? 0
  expect(wrongPaymentId).not.toBe(paymentId)
  await openDialog('correct', { entry: wrongPaymentId, order: other })
  await fillReason('Another order')
  await postAs(owner, `/admin/payments/${wrongPaymentId}/correct`, { reason: 'Not theirs' })
  await expectConflict('Undo', 'This payment has already been undone.', 'Another order')

  const fetchExpectedSteps = async (order: number) => ({
    expected_steps: (await fetchOrder(owner, order)).fulfillment.steps_taken,
  })
  await postAs(owner, orderPath('pack'), await fetchExpectedSteps(id))
  const shipmentId = (await fetchOrder(owner, id)).fulfillment.shipments[0]?.id
  await openDialog('void', { entry: shipmentId })
  await fillReason('The wrong box')
  await postAs(owner, orderPath('void-shipment'), {
    shipment_id: shipmentId,
    reason: 'Broken',
    ...(await fetchExpectedSteps(id)),
  })
  await expectConflict('Unpack', 'The order was changed in the meantime.', 'The wrong box')

  await openDialog('pack')
  await postAs(owner, orderPath('pack'), await fetchExpectedSteps(id))
  await expectConflict('Pack', 'The order was changed in the meantime.')
  await expect(dialog(manager)).toContainText('Everything is already packed.')

  await openDialog('complete')
  await postAs(owner, orderPath('complete'), {})
  await expectConflict('Complete', /The order is completed, so this is no longer possible/)

  await openDialog('cancel', { order: other })
  await fillReason('Nobody paid')
  await postAs(owner, orderPath('payments/book', other), { amount: amountDue, expected_balance: amountDue })
  await expectConflict('Cancel order', 'The order was changed in the meantime.', 'Nobody paid')
  await expect(dialog(manager)).toContainText(/A refund of \$[\d,.]+ will be due/)
  await postAs(owner, orderPath('cancel', other), { reason: 'She called' })
  await expectConflict('Cancel order', 'The order is canceled, so this is no longer possible.', 'Nobody paid')
  expect((await fetchOrder(manager, other)).order.status).toBe('canceled')

  const pickupOrder = await placeOrderAsGuest(browser, { form: pickupForm })
  await openDialog('hand_over', { order: pickupOrder })
  await dialog(manager).getByLabel('Picked up by').fill('Tom Roe')
  await postAs(owner, orderPath('pick-up', pickupOrder), { expected_steps: 0 })
  await expectConflict('Hand over', 'The order was changed in the meantime.')
  await expect(dialog(manager).getByLabel('Picked up by')).toHaveValue('Tom Roe')

  const { first_name, last_name, phone_number, user_email } = (await fetchOrder(owner, pickupOrder)).order
  const contact = { first_name, last_name, phone_number, user_email }
  await openDialog('contact', { order: pickupOrder })
  await dialog(manager).getByLabel('Email').fill('tom.roe@example.com')
  await fillReason('She spelled it out')
  const changedContact = { ...contact, phone_number: '212-555-0188' }
  await postAs(owner, orderPath('contact', pickupOrder), {
    ...changedContact,
    expected: contact,
    reason: 'Another phone',
  })
  await expectConflict('Save', 'Someone else corrected the contact details.', 'She spelled it out')
  // Still present after the page shows the other person's value.
  await expect(manager.getByText('(212) 555-0188').first()).toBeAttached()
  await expect(dialog(manager)).toContainText('The contact is now Ana Reyes, ana@example.com, (212) 555-0188.')
  await expect(dialog(manager).getByLabel('Email')).toHaveValue('tom.roe@example.com')
  await expectAccessible(manager)
  await dialog(manager).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(manager)).toHaveCount(0)
  expect((await fetchOrder(manager, pickupOrder)).order.user_email).toBe('tom.roe@example.com')

  const guest = (await browser.newContext()).request
  const claimedOrder = await placeOrder(guest)
  const { url } = await (await guest.get('/checkout/order.json')).json()
  const key = new URL(url, 'http://shop').searchParams.get('key')
  const post = await createPoster(guest)
  expect(await post(`/orders/${claimedOrder}/paid`, { key, method: 'check', note: 'On Friday' })).toBe(200)
  await openDialog('settle', { order: claimedOrder })
  await expect(dialog(manager)).toContainText('On Friday')
  await expectAccessible(manager)
  await dialog(manager).getByLabel('What you found').fill('No such check')
  await postAs(owner, orderPath('settle-claim', claimedOrder), { reason: 'Nothing came' })
  await expectConflict('Settle', 'The customer hasn’t reported a payment, or the report is already settled.')
  await expect(dialog(manager).getByLabel('What you found')).toHaveValue('No such check')

  const unpaidOrder = await placeOrderAsGuest(browser)
  await postAs(owner, orderPath('cancel', unpaidOrder), { reason: 'By mistake' })
  await openDialog('reinstate', { order: unpaidOrder })
  await fillReason('Her check came')
  await postAs(owner, orderPath('reinstate', unpaidOrder), { reason: 'It was mine' })
  await expectConflict('Reinstate', 'this is no longer possible', 'Her check came')
})
