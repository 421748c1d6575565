import { expect, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { callsWithoutPage, shopCommand } from '#test/journey.ts'
import { pickupForm } from '#test/order-forms.ts'
import {
  closePages,
  codeOfMember,
  dialog,
  doAs,
  fileOf,
  guestOrder,
  ledgerOf,
  next,
  openAs,
  takeBack,
} from '#test/order-journey.ts'
import { placeOrder } from '#test/placed-order.ts'
import { discardChanges } from '#test/staff-journey.ts'

test.afterEach(closePages)

test("two clerks on one order: each sees the other's changes, and nothing is booked or packed twice", async ({
  browser,
}) => {
  const id = await guestOrder(browser, { quantity: 2 })
  const [one, two] = [await openAs(browser, 'clerk', id), await openAs(browser, 'manager', id)]
  const dialogs = [one, two].map(dialog)

  // Both have the payment dialog open; the second one gets a conflict.
  for (const page of [one, two]) await next(page, 'Record payment').click()
  await one.getByLabel(/^Reference|^Check number/).fill('the first')
  await two.getByLabel(/^Reference|^Check number/).fill('the second')
  await dialogs[0]?.getByRole('button', { name: 'Record' }).click()
  await expect(one.getByText('Payment recorded.')).toBeVisible()
  await expect(two.getByText(/and is now \$0\.00/)).toBeVisible()
  await dialogs[1]?.getByRole('button', { name: 'Record' }).click()
  await expect(dialogs[1]?.getByRole('alert') ?? two.locator('none')).toContainText(
    'The order was changed in the meantime. It’s now paid in full.',
  )
  await expect(two.getByLabel(/^Reference|^Check number/)).toHaveValue('the second')
  await expect(dialog(two)).toContainText('This payment will be an overpayment.')
  await dialog(two).getByRole('button', { name: 'Cancel' }).click()
  expect(await ledgerOf(two)).toEqual({ sum: 0, balance: 0 })

  // Both write a note; the second one sees the first one's before saving.
  await one.getByLabel('A note for other staff').fill('Leave it at the door')
  await two.getByLabel('A note for other staff').fill('Ring the bell')
  await one.getByRole('button', { name: 'Add note' }).click()
  await expect(two.getByRole('list', { name: 'Notes' })).toContainText('Leave it at the door')
  await two.getByRole('button', { name: 'Add note' }).click()
  await expect(one.getByRole('list', { name: 'Notes' })).toContainText('Ring the bell')

  // One packs: the other one's next action updates by itself.
  await next(one, 'Pack').click()
  await expect(next(two, 'Ship')).toBeVisible()

  // Both ship the same parcel.
  for (const page of [one, two]) await next(page, 'Ship').click()
  await two.getByLabel('Tracking number').fill('1Z999AA10123456785')
  await one.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await one.keyboard.press('Enter')
  await expect(dialog(one)).toHaveCount(0)
  await two.keyboard.press('Enter')
  await expect(dialog(two)).toContainText(/in the meantime|does not wait/)
  await expect(two.getByLabel('Tracking number')).toHaveValue('1Z999AA10123456785')
  // The page may refresh before the response arrives; the dialog stays until then.
  await expect(dialog(two).getByRole('button', { name: 'Cancel' })).toBeEnabled()
  await discardChanges(two)
  await expect(two.getByRole('link', { name: /1Z999AA10123456784/ })).toBeVisible()
})

test('an edit by somebody else is shown line by line in the editor, and covers nothing that is to be pressed', async ({
  browser,
}) => {
  const id = await guestOrder(browser, { quantity: 2 })
  const [one, two] = [await openAs(browser, 'owner', id), await openAs(browser, 'manager', id)]
  await two.goto(`/admin/orders/${id}?do=edit`)
  await two.getByLabel(/^Quantity of /).fill('3')
  await expect(dialog(two)).toContainText('more than before')
  await doAs(one, '/admin/orders/edit', {
    order_id: id,
    version: 1,
    lines: [{ position: 0, quantity: 4 }],
    reason: 'She called',
  })
  await expect(dialog(two).getByRole('list', { name: 'What they changed' })).toContainText(/: 2 → 4/)
  await expect(dialog(two)).toContainText('Continue with the new version to see the new total.')
  await expect(dialog(two)).not.toContainText('Change something to see the new total.')
  const toast = two.getByText(/just changed this order/)
  await expect(toast).toBeVisible()
  const save = dialog(two).getByRole('button', { name: 'Save changes' })
  const boxes = await Promise.all([toast, save].map((part) => part.boundingBox()))
  const [said, pressed] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 })
  const isAbove = (said?.y ?? 0) + (said?.height ?? 0) <= (pressed?.y ?? 0)
  const isLeft = (said?.x ?? 0) + (said?.width ?? 0) <= (pressed?.x ?? 0)
  expect(isAbove || isLeft).toBe(true)
  await expectAccessible(two)
  await dialog(two).getByRole('button', { name: 'Continue with the new version' }).click()
  await expect(dialog(two)).toContainText('less than before')
  await expect(dialog(two).getByRole('list', { name: 'What they changed' })).toBeVisible()
  await discardChanges(two)
})

test('a return whose figures changed since the preview shows the new ones and the differences before it books anything', async ({
  browser,
}) => {
  const referralCode = await codeOfMember(browser)
  const ids: number[] = []
  for (let made = 0; made < 2; made++) ids.push(await guestOrder(browser, { quantity: 1, referralCode }))
  const [id = 0, other = 0] = ids
  for (const order of ids) await shopCommand('order', 'set', String(order), '--paid')
  await shopCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openAs(browser, 'manager', id)
  await next(page, 'Return items').click()
  await page.getByLabel(/^Quantity returned: /).fill('1')
  await page.getByLabel('Reason for the return').fill('Unopened')
  await expect(dialog(page)).toContainText(/Bonus \$/)
  await shopCommand('order', 'set', String(other), '--status', 'completed')
  await dialog(page)
    .getByRole('button', { name: /^Return and credit/ })
    .click()
  await expect(dialog(page)).toContainText('Nothing was recorded')
  await expect(dialog(page)).toContainText(/PV of .*: [\d,]+ before, [\d,]+ now\./)
  await expect(page.getByLabel('Reason for the return')).toHaveValue('Unopened')
  await takeBack(page)
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Unopened')
})

test('the preview of a return stays readable where a member’s level falls', async ({ browser }) => {
  const referralCode = await codeOfMember(browser)
  const id = await guestOrder(browser, { quantity: 1, referralCode })
  await shopCommand('order', 'set', String(id), '--paid')
  await shopCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openAs(browser, 'manager', id)
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
  await next(page, 'Return items').click()
  await page.getByLabel(/^Quantity returned: /).fill('1')
  const row = dialog(page).getByRole('listitem').filter({ hasText: name })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row).toContainText('group PV 1,234,567 → 987,654')
    const box = await row.getByText(name).boundingBox()
    // A name in one line, or in two on a phone; never a letter a line.
    expect(box?.height).toBeLessThan(60)
    expect(await row.evaluate((item) => item.scrollWidth <= item.clientWidth)).toBe(true)
  }
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('every dialog shows the current state after a conflict and keeps the input', async ({ browser }) => {
  const id = await guestOrder(browser, { quantity: 2 })
  const [one, two] = [await openAs(browser, 'owner', id), await openAs(browser, 'manager', id)]
  // Simulates changes within the same second: the page learns of them only through a refusal.
  await two.route('**/admin/changes.json', (route) => route.fulfill({ json: { data: [] } }))
  const path = (step: string, order = id) => `/admin/orders/${order}/${step}`
  const open = async (task: string, { of, order = id }: { of?: number | undefined; order?: number } = {}) => {
    await two.goto(`/admin/orders/${order}?do=${task}${of === undefined ? '' : `&of=${of}`}`)
    await expect(dialog(two)).toBeVisible()
  }
  /** The dialog stays open, shows the reason and keeps the input. */
  const isLate = async (button: string, sentence: string | RegExp, typed?: string) => {
    await dialog(two).getByRole('button', { name: button }).click()
    await expect(dialog(two).getByRole('alert')).toContainText(sentence)
    if (typed !== undefined) await expect(dialog(two).getByLabel('Reason', { exact: true })).toHaveValue(typed)
  }
  const why = (words: string) => dialog(two).getByLabel('Reason', { exact: true }).fill(words)

  await open('due')
  await dialog(two).getByLabel('Due on').fill('2031-05-05')
  await why('She asked')
  await doAs(one, path('due-date'), { due_on: '2031-05-05', reason: 'She asked me' })
  await isLate('Change', 'The order is already due on that date.', 'She asked')
  await doAs(one, path('due-date'), { due_on: '2031-06-06', reason: 'A month later' })
  await dialog(two).getByLabel('Due on').fill('2031-04-04')
  await isLate('Change', 'Someone changed the due date in the meantime.', 'She asked')
  await expect(dialog(two)).toContainText('Due on June 6, 2031.')

  await open('edit')
  await two.getByLabel(/^Quantity of /).fill('3')
  await why('One more')
  await expect(dialog(two)).toContainText('more than before')
  const line = (quantity: number) => ({ lines: [{ position: 0, quantity }], reason: 'Four' })
  await doAs(one, '/admin/orders/edit', { order_id: id, version: 1, ...line(4) })
  await isLate('Save changes', 'It’s now version 2', 'One more')
  await expect(dialog(two).getByRole('list', { name: 'What they changed' })).toContainText(/: 2 → 4/)
  await expect(dialog(two)).toContainText('less than before')
  // Simulates a price change since the figures were displayed.
  await two.route(
    '**/admin/orders/edit',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), reviewed_total: 1 } }),
    { times: 1 },
  )
  await isLate('Save changes', /The total is now \$\d+\.\d\d, not \$1\.00\./, 'One more')
  await expect(dialog(two)).toContainText('less than before')
  await dialog(two).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(two)).toHaveCount(0)
  expect((await fileOf(two, id)).order.products.map(({ quantity }) => quantity)).toEqual([3])

  const { balance } = (await fileOf(one, id)).money
  await doAs(one, path('payments/book'), { amount: balance + 60, expected_balance: balance })
  const paymentId = (await fileOf(one, id)).ledger.at(-1)?.id ?? 0
  await open('refund')
  await why('Paid too much')
  const refund = { amount: 20, reason: 'Some of it', expected_balance: -60 }
  await doAs(one, path('refund'), refund)
  await isLate('Record refund', 'It’s now overpaid by $40.00.', 'Paid too much')
  await expect(dialog(two).getByLabel('Amount')).toHaveValue('60.00')
  await dialog(two).getByLabel('Amount').fill('40')
  await dialog(two).getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog(two)).toHaveCount(0)

  const other = await guestOrder(browser, { quantity: 1 })
  const due = (await fileOf(one, other)).money.balance
  await doAs(one, path('payments/book', other), { amount: due, expected_balance: due })
  const wrong = (await fileOf(one, other)).ledger.at(-1)?.id ?? 0
  expect(wrong).not.toBe(paymentId)
  await open('correct', { of: wrong, order: other })
  await why('Another order')
  await doAs(one, `/admin/payments/${wrong}/correct`, { reason: 'Not theirs' })
  await isLate('Undo', 'This payment has already been undone.', 'Another order')

  const stepsOf = async (order: number) => ({ expected_steps: (await fileOf(one, order)).fulfillment.steps_taken })
  await doAs(one, path('pack'), await stepsOf(id))
  const shipment = (await fileOf(one, id)).fulfillment.shipments[0]?.id
  await open('void', { of: shipment })
  await why('The wrong box')
  await doAs(one, path('void-shipment'), {
    shipment_id: shipment,
    reason: 'Broken',
    ...(await stepsOf(id)),
  })
  await isLate('Unpack', 'The order was changed in the meantime.', 'The wrong box')

  await open('pack')
  await doAs(one, path('pack'), await stepsOf(id))
  await isLate('Pack', 'The order was changed in the meantime.')
  await expect(dialog(two)).toContainText('Everything is already packed.')

  await open('complete')
  await doAs(one, path('complete'), {})
  await isLate('Complete', /The order is completed, so this is no longer possible/)

  await open('cancel', { order: other })
  await why('Nobody paid')
  await doAs(one, path('payments/book', other), { amount: due, expected_balance: due })
  await isLate('Cancel order', 'The order was changed in the meantime.', 'Nobody paid')
  await expect(dialog(two)).toContainText(/A refund of \$[\d,.]+ will be due/)
  await doAs(one, path('cancel', other), { reason: 'She called' })
  await isLate('Cancel order', 'The order is canceled, so this is no longer possible.', 'Nobody paid')
  expect((await fileOf(two, other)).order.status).toBe('canceled')

  const pickup = await guestOrder(browser, { form: pickupForm })
  await open('hand_over', { order: pickup })
  await dialog(two).getByLabel('Picked up by').fill('Tom Roe')
  await doAs(one, path('pick-up', pickup), { expected_steps: 0 })
  await isLate('Hand over', 'The order was changed in the meantime.')
  await expect(dialog(two).getByLabel('Picked up by')).toHaveValue('Tom Roe')

  const { first_name, last_name, phone_number, user_email } = (await fileOf(one, pickup)).order
  const contact = { first_name, last_name, phone_number, user_email }
  await open('contact', { order: pickup })
  await dialog(two).getByLabel('Email').fill('tom.roe@example.com')
  await why('She spelled it out')
  const elsewhere = { ...contact, phone_number: '212-555-0188' }
  await doAs(one, path('contact', pickup), { ...elsewhere, expected: contact, reason: 'Another phone' })
  await isLate('Save', 'Someone else corrected the contact details.', 'She spelled it out')
  // Still present once the page shows the other clerk's value.
  await expect(two.getByText('(212) 555-0188').first()).toBeAttached()
  await expect(dialog(two)).toContainText('The contact is now Ana Reyes, ana@example.com, (212) 555-0188.')
  await expect(dialog(two).getByLabel('Email')).toHaveValue('tom.roe@example.com')
  await expectAccessible(two)
  await dialog(two).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(two)).toHaveCount(0)
  expect((await fileOf(two, pickup)).order.user_email).toBe('tom.roe@example.com')

  const guest = (await browser.newContext()).request
  const claimed = await placeOrder(guest)
  const { url } = await (await guest.get('/checkout/order.json')).json()
  const key = new URL(url, 'http://shop').searchParams.get('key')
  const post = await callsWithoutPage(guest)
  expect(await post(`/orders/${claimed}/paid`, { key, method: 'check', note: 'On Friday' })).toBe(200)
  await open('settle', { order: claimed })
  await expect(dialog(two)).toContainText('On Friday')
  await expectAccessible(two)
  await dialog(two).getByLabel('What you found').fill('No such check')
  await doAs(one, path('settle-claim', claimed), { reason: 'Nothing came' })
  await isLate('Settle', 'The customer hasn’t reported a payment, or the report is already settled.')
  await expect(dialog(two).getByLabel('What you found')).toHaveValue('No such check')

  const unpaid = await guestOrder(browser)
  await doAs(one, path('cancel', unpaid), { reason: 'By mistake' })
  await open('reinstate', { order: unpaid })
  await why('Her check came')
  await doAs(one, path('reinstate', unpaid), { reason: 'It was mine' })
  await isLate('Reinstate', 'this is no longer possible', 'Her check came')
})
