import { type Browser, expect, type Page, test } from 'playwright/test'
import type { ManagedOrder } from '#contract/admin-order.ts'
import type { Role } from '#contract/permissions.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { postFromPage, shopCommand, signInBelowLeader } from '#test/journey.ts'
import { pickupForm } from '#test/order-forms.ts'
import { placeOrder } from '#test/placed-order.ts'
import { signInStaff } from '#test/staff-journey.ts'

// Pages that stay open ask every second what others do.
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

/** Somebody behind the counter, in a browser of their own, at an order. */
async function openAs(browser: Browser, role: Role, id: number): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signInStaff(page, role)
  await page.goto(`/admin/orders/${id}`)
  await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible()
  return page
}
const guestOrder = async (browser: Browser, given: Parameters<typeof placeOrder>[1] = {}): Promise<number> => {
  const context = await browser.newContext()
  const id = await placeOrder(await context.newPage(), given)
  await context.close()
  return id
}
/** By which an order of a guest counts for somebody. */
async function codeOfMember(browser: Browser): Promise<string> {
  const context = await browser.newContext()
  await signInBelowLeader(await context.newPage())
  const { detail } = await (await context.request.get('/account/sales.json')).json()
  await context.close()
  return detail.referral_code
}
/** What is said in the corner is a dialog of its own kind. */
const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close' }) })
const head = (page: Page) => page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
const next = (page: Page, name: string | RegExp) => head(page).getByRole('button', { name })

/** What a ledger's rows come to, in cents: all changes, and the balance at its foot. */
async function ledgerOf(page: Page): Promise<{ sum: number; balance: number }> {
  const cents = (text: string) => Math.round(Number(text.replace('−', '-').replaceAll(/[$+,]/g, '')) * 100)
  const rows = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr')
  const changes = await rows
    .locator('td:nth-child(3)')
    .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent ?? ''))
  const foot = await page.getByRole('table', { name: 'Ledger' }).locator('tfoot td').last().innerText()
  return { sum: changes.reduce((sum, change) => sum + cents(change), 0), balance: cents(foot) }
}

test('a clerk books a payment, packs, ships with tracking and completes by the keyboard alone', async ({ browser }) => {
  test.setTimeout(120_000)
  const id = await guestOrder(browser)
  const page = await openAs(browser, 'clerk', id)
  await expect(next(page, 'Book payment')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog(page)).toContainText('is to be paid')
  await expect(page.getByLabel('Amount received')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(head(page)).toContainText('Paid')
  const { sum, balance } = await ledgerOf(page)
  expect([sum, balance]).toEqual([0, 0])

  // Packed at once: all that is open.
  await expect(next(page, 'Pack')).toBeVisible()
  await page.keyboard.press('n')
  await expect(head(page)).toContainText('Packed')

  // Shipped with tracking: the key, the number, Enter.
  await expect(next(page, 'Ship')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Tracking number')).toBeFocused()
  await page.keyboard.type('1Z999AA10123456784')
  await expect(dialog(page)).toContainText('UPS, by the number')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /1Z999AA10123456784/ })).toHaveAttribute('href', /ups\.com/)

  await expect(next(page, 'Complete')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog(page)).toContainText('Everything is handed over.')
  await expect(dialog(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(head(page)).toContainText('Completed')
  await expect(next(page, /Book payment|Pack|Ship|Complete/)).toHaveCount(0)
  await page.getByRole('link', { name: /History of staff/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('shipped parcel 1.')).toBeVisible()
  await expectAccessible(page)
  // What a clerk may not do is not there.
  await expect(page.getByRole('button', { name: 'Take goods back' })).toHaveCount(0)
})

test('what was packed by mistake is unpacked by one press, and a pickup is handed over', async ({ browser }) => {
  const id = await guestOrder(browser, { form: pickupForm })
  await shopCommand('order', 'set', String(id), '--paid')
  const page = await openAs(browser, 'clerk', id)
  await next(page, 'Pack').click()
  // What is said in the corner is there for everybody, the way to dismiss it included.
  await expect(page.getByRole('button', { name: 'Dismiss' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(head(page)).toContainText('Not packed')
  await next(page, 'Pack').click()
  await next(page, 'Ready for pickup').click()
  await next(page, 'Hand over').click()
  await expect(page.getByLabel('Who takes them')).toHaveValue('Ana Reyes')
  await page.getByLabel('Who takes them').fill('Tom Roe')
  await dialog(page).getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText('taken by Tom Roe')).toBeVisible()
})

/** Confirms what is previewed; other journeys change the month meanwhile, which is then shown first. */
async function takeBack(page: Page): Promise<void> {
  await expect(async () => {
    if ((await dialog(page).count()) > 0)
      await dialog(page)
        .getByRole('button', { name: /^Take back/ })
        .click()
    await expect(dialog(page)).toHaveCount(0, { timeout: 3_000 })
  }).toPass()
}

test('a manager takes two of three units back with a preview, and gives the money back', async ({ browser }) => {
  test.setTimeout(180_000)
  const referralCode = await codeOfMember(browser)
  const id = await guestOrder(browser, { quantity: 3, referralCode })
  await shopCommand('order', 'set', String(id), '--paid')
  await shopCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openAs(browser, 'manager', id)

  let actions = 0
  const act = async (what: Promise<unknown>) => {
    actions += 1
    await what
  }
  await act(next(page, 'Take goods back').click())
  await act(page.getByLabel(/^Pieces of .* that came back$/).fill('2'))
  await expect(dialog(page)).toContainText('$76.00')
  await expect(dialog(page)).toContainText('2 of 2 pieces go back into stock.')
  await expect(dialog(page)).toContainText('76 PV and')
  await expect(dialog(page)).toContainText(/Bonus \$[\d,.]+ → \$[\d,.]+/)
  await act(page.getByLabel('Why it came back').fill('Two were opened'))
  await expectAccessible(page)
  actions += 1
  await takeBack(page)
  expect(actions).toBeLessThanOrEqual(6)
  await expect(page.getByText('2 of 3 returned')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Two were opened')

  await next(page, /^Refund \$/).click()
  await expect(dialog(page)).toContainText('Credit note')
  await dialog(page).getByLabel('Why').fill('They came back')
  await dialog(page).getByRole('button', { name: 'Book the refund' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(head(page)).toContainText('Partly refunded')
  expect(await ledgerOf(page)).toEqual({ sum: 0, balance: 0 })
})

test('a refund above the setting waits for the owner, and is carried out when it is approved', async ({ browser }) => {
  test.setTimeout(120_000)
  const id = await guestOrder(browser, { quantity: 1 })
  const page = await openAs(browser, 'manager', id)
  await page.goto(`/admin/orders/${id}?do=pay`)
  const amount = page.getByLabel('Amount received')
  const total = Number(await amount.inputValue())
  await amount.fill(String(total + 650))
  await dialog(page).getByRole('button', { name: 'Book' }).click()
  await expect(head(page)).toContainText('Overpaid')
  await page.goto(`/admin/orders/${id}?do=refund`)
  await expect(dialog(page).getByText(/waits for a second person/)).toBeVisible()
  await dialog(page).getByLabel('Why').fill('Paid twice')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Propose the refund' }).click()
  await expect(page.getByText('A refund of $650.00 waits for a second person. You proposed it')).toBeVisible()

  const owner = await openAs(browser, 'owner', id)
  await owner.getByRole('link', { name: 'Look at it and decide' }).click()
  const card = owner.getByRole('article').filter({ hasText: `Refund of order ${id}` })
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/A refund of \$650\.00 is approved/)).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Carry it out' }).click()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('650.00')
  await dialog(page).getByRole('button', { name: 'Book the refund' }).click()
  await expect(head(page)).toContainText('Paid')
  await expect(dialog(page)).toHaveCount(0)
  expect(await ledgerOf(page)).toEqual({ sum: 0, balance: 0 })
})

test('an order is edited with a preview of what it comes to, its versions stay, and it is canceled in figures', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const id = await guestOrder(browser, { quantity: 1 })
  const page = await openAs(browser, 'clerk', id)
  await page.getByRole('button', { name: 'Edit the order' }).click()
  await page.getByLabel(/^Pieces of /).fill('2')
  await page.getByLabel('Add a product').fill('oxide')
  await expect(page.getByRole('option').first()).toContainText('Oxide')
  await page.keyboard.press('Enter')
  await page.getByLabel('City').fill('Newark')
  await expect(dialog(page)).toContainText('more than before')
  await dialog(page).getByLabel('Why').fill('She called')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Change the order' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Goods' })).toContainText('Oxide')
  await page.getByRole('button', { name: /version 2/ }).click()
  await expect(dialog(page)).toContainText('She called')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await head(page).getByRole('button', { name: 'More to do' }).click()
  await page.getByRole('menuitem', { name: 'Cancel the order …' }).click()
  await expect(dialog(page)).toContainText('is not asked for any more')
  await expect(dialog(page)).toContainText('3 pieces go back into stock.')
  await dialog(page).getByLabel('Why').fill('She called again')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Cancel the order' }).click()
  await expect(head(page)).toContainText('Canceled')
  await head(page).getByRole('button', { name: 'More to do' }).click()
  await page.getByRole('menuitem', { name: 'Reinstate …' }).click()
  await expect(dialog(page)).toContainText('3 pieces are taken out of stock again')
  await dialog(page).getByLabel('Why').fill('It was another order')
  await dialog(page).getByRole('button', { name: 'Reinstate' }).click()
  await expect(head(page)).toContainText('Processing')
})

/** The order as its page asks for it. */
const fileOf = async (page: Page, id: number): Promise<ManagedOrder> =>
  (await page.request.get(`/admin/orders/${id}.json`)).json()

/** What somebody else does meanwhile. */
async function doAs(page: Page, path: string, body: object): Promise<void> {
  expect([path, await postFromPage(page, path, body)]).toEqual([path, 200])
}

test('the dialogs of an order are accessible at both sizes', async ({ browser }) => {
  test.setTimeout(400_000)
  const id = await guestOrder(browser, { quantity: 2 })
  const page = await openAs(browser, 'manager', id)
  const open = async (order: number, task: string, of?: number) => {
    await page.goto(`/admin/orders/${order}?do=${task}${of === undefined ? '' : `&of=${of}`}`)
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page)
  }
  await open(id, 'pay')
  await open(id, 'due')
  await open(id, 'pack')
  const { balance } = (await fileOf(page, id)).money
  const payment = { amount: balance, method: 'check', expected_balance: balance }
  await doAs(page, `/admin/orders/${id}/payments/book`, payment)
  await doAs(page, `/admin/orders/${id}/pack`, { expected_steps: 0 })
  const { ledger, fulfillment } = await fileOf(page, id)
  await open(id, 'bounced', ledger.at(-1)?.id ?? 0)
  await expect(dialog(page)).toContainText('The entry stays')
  await open(id, 'correct', ledger.at(-1)?.id ?? 0)
  await open(id, 'ship')
  await open(id, 'void', fulfillment.shipments[0]?.id)
  await open(id, 'complete')
  await expect(dialog(page)).toContainText('may still bounce')
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Why this total?' }).click()
  await expectAccessible(page)
  const pickup = await guestOrder(browser, { form: pickupForm })
  await open(pickup, 'hand_over')
  await doAs(page, `/admin/orders/${pickup}/cancel`, { reason: 'By mistake' })
  await open(pickup, 'reinstate')
})

test('two clerks on one order: each sees what the other did, and nothing is booked or packed twice', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const id = await guestOrder(browser, { quantity: 2 })
  const [one, two] = [await openAs(browser, 'clerk', id), await openAs(browser, 'manager', id)]
  const dialogs = [one, two].map(dialog)

  // Both have the money in front of them; the second one is told.
  for (const page of [one, two]) await next(page, 'Book payment').click()
  await one.getByLabel(/^Reference|^Number/).fill('the first')
  await two.getByLabel(/^Reference|^Number/).fill('the second')
  await dialogs[0]?.getByRole('button', { name: 'Book' }).click()
  await expect(one.getByText('The payment is booked.')).toBeVisible()
  await expect(two.getByText(/and is \$0\.00 now/)).toBeVisible({ timeout: 5_000 })
  await dialogs[1]?.getByRole('button', { name: 'Book' }).click()
  await expect(dialogs[1]?.getByRole('alert') ?? two.locator('none')).toContainText(
    'The order was changed meanwhile. Nothing of it is open now.',
  )
  await expect(two.getByLabel(/^Reference|^Number/)).toHaveValue('the second')
  await expect(dialog(two)).toContainText('What is booked is an overpayment.')
  await dialog(two).getByRole('button', { name: 'Never mind' }).click()
  expect(await ledgerOf(two)).toEqual({ sum: 0, balance: 0 })

  // Both write a note; the second one reads the first before.
  await one.getByLabel('A note for other staff').fill('Leave it at the door')
  await two.getByLabel('A note for other staff').fill('Ring the bell')
  await one.getByRole('button', { name: 'Add the note' }).click()
  await expect(two.getByRole('list', { name: 'Notes' })).toContainText('Leave it at the door', { timeout: 5_000 })
  await two.getByRole('button', { name: 'Add the note' }).click()
  await expect(one.getByRole('list', { name: 'Notes' })).toContainText('Ring the bell', { timeout: 5_000 })

  // One packs: the other one's next step is another by itself.
  await next(one, 'Pack').click()
  await expect(next(two, 'Ship')).toBeVisible({ timeout: 5_000 })

  // Both ship the same parcel.
  for (const page of [one, two]) await next(page, 'Ship').click()
  await two.getByLabel('Tracking number').fill('1Z999AA10123456785')
  await one.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await one.keyboard.press('Enter')
  await expect(dialog(one)).toHaveCount(0)
  await two.keyboard.press('Enter')
  await expect(dialog(two)).toContainText(/meanwhile|does not wait/)
  await expect(two.getByLabel('Tracking number')).toHaveValue('1Z999AA10123456785')
  await two.keyboard.press('Escape')
  await expect(two.getByRole('link', { name: /1Z999AA10123456784/ })).toBeVisible()
})

test('a return whose figures have changed since shows the new ones, with what differs, before it books anything', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const referralCode = await codeOfMember(browser)
  const ids: number[] = []
  for (let made = 0; made < 2; made++) ids.push(await guestOrder(browser, { quantity: 1, referralCode }))
  const [id = 0, other = 0] = ids
  for (const order of ids) await shopCommand('order', 'set', String(order), '--paid')
  await shopCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openAs(browser, 'manager', id)
  await next(page, 'Take goods back').click()
  await page.getByLabel(/^Pieces of .* that came back$/).fill('1')
  await page.getByLabel('Why it came back').fill('Unopened')
  await expect(dialog(page)).toContainText(/Bonus \$/)
  await shopCommand('order', 'set', String(other), '--status', 'completed')
  await dialog(page)
    .getByRole('button', { name: /^Take back/ })
    .click()
  await expect(dialog(page)).toContainText('Nothing is booked')
  await expect(dialog(page)).toContainText(/PV of .*: [\d,]+ before, [\d,]+ now\./)
  await expect(page.getByLabel('Why it came back')).toHaveValue('Unopened')
  await takeBack(page)
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Unopened')
})

test('whoever is too late is told what is there now in every dialog, and keeps what was typed', async ({ browser }) => {
  test.setTimeout(240_000)
  const id = await guestOrder(browser, { quantity: 2 })
  const [one, two] = [await openAs(browser, 'owner', id), await openAs(browser, 'manager', id)]
  // As if all of it happened within the same second: the page is not told of what others do, but by a refusal.
  await two.route('**/admin/changes.json', (route) => route.fulfill({ json: { data: [] } }))
  const path = (step: string, order = id) => `/admin/orders/${order}/${step}`
  const open = async (task: string, { of, order = id }: { of?: number | undefined; order?: number } = {}) => {
    await two.goto(`/admin/orders/${order}?do=${task}${of === undefined ? '' : `&of=${of}`}`)
    await expect(dialog(two)).toBeVisible()
  }
  /** The dialog stays, says why, and has what was typed. */
  const isLate = async (button: string, sentence: string | RegExp, typed?: string) => {
    await dialog(two).getByRole('button', { name: button }).click()
    await expect(dialog(two).getByRole('alert')).toContainText(sentence)
    if (typed !== undefined) await expect(dialog(two).getByLabel('Why', { exact: true })).toHaveValue(typed)
  }
  const why = (words: string) => dialog(two).getByLabel('Why', { exact: true }).fill(words)

  await open('due')
  await dialog(two).getByLabel('Due on').fill('2031-05-05')
  await why('She asked')
  await doAs(one, path('due-date'), { due_on: '2031-05-05', reason: 'She asked me' })
  await isLate('Change it', 'The order is due on that day already.', 'She asked')

  await open('edit')
  await two.getByLabel(/^Pieces of /).fill('3')
  await why('One more')
  await expect(dialog(two)).toContainText('more than before')
  const line = (quantity: number) => ({ lines: [{ position: 0, quantity }], reason: 'Four' })
  await doAs(one, '/admin/orders/edit', { order_id: id, version: 1, ...line(4) })
  await isLate('Change the order', 'it is version 2 now', 'One more')
  await expect(dialog(two)).toContainText('less than before')
  await dialog(two).getByRole('button', { name: 'Change the order' }).click()
  await expect(dialog(two)).toHaveCount(0)
  expect((await fileOf(two, id)).order.products.map(({ quantity }) => quantity)).toEqual([3])

  const { balance } = (await fileOf(one, id)).money
  await doAs(one, path('payments/book'), { amount: balance + 60, expected_balance: balance })
  const paymentId = (await fileOf(one, id)).ledger.at(-1)?.id ?? 0
  await open('refund')
  await why('Paid too much')
  const refund = { amount: 20, reason: 'Some of it', expected_balance: -60 }
  await doAs(one, path('refund'), refund)
  await isLate('Book the refund', 'It is overpaid by $40.00 now.', 'Paid too much')
  await expect(dialog(two).getByLabel('Amount')).toHaveValue('60.00')
  await dialog(two).getByLabel('Amount').fill('40')
  await dialog(two).getByRole('button', { name: 'Book the refund' }).click()
  await expect(dialog(two)).toHaveCount(0)

  const other = await guestOrder(browser, { quantity: 1 })
  const due = (await fileOf(one, other)).money.balance
  await doAs(one, path('payments/book', other), { amount: due, expected_balance: due })
  const wrong = (await fileOf(one, other)).ledger.at(-1)?.id ?? 0
  expect(wrong).not.toBe(paymentId)
  await open('correct', { of: wrong, order: other })
  await why('Another order')
  await doAs(one, `/admin/payments/${wrong}/correct`, { reason: 'Not theirs' })
  await isLate('Take it back', 'This payment is undone already.', 'Another order')

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
  await isLate('Unpack', 'The order was changed meanwhile.', 'The wrong box')

  await open('pack')
  await doAs(one, path('pack'), await stepsOf(id))
  await isLate('Pack', 'The order was changed meanwhile.')
  await expect(dialog(two)).toContainText('Everything is packed already.')

  await open('complete')
  await doAs(one, path('complete'), {})
  await isLate('Complete', /The order is completed; it cannot be changed like that/)

  await open('cancel', { order: other })
  await why('Nobody paid')
  await doAs(one, path('cancel', other), { reason: 'She called' })
  await isLate('Cancel the order', 'The order is canceled; it cannot be changed like that.', 'Nobody paid')
  expect((await fileOf(two, other)).order.status).toBe('canceled')

  const pickup = await guestOrder(browser, { form: pickupForm })
  await open('hand_over', { order: pickup })
  await dialog(two).getByLabel('Who takes them').fill('Tom Roe')
  await doAs(one, path('pick-up', pickup), { expected_steps: 0 })
  await isLate('Hand over', 'The order was changed meanwhile.')
  await expect(dialog(two).getByLabel('Who takes them')).toHaveValue('Tom Roe')

  const guest = await (await browser.newContext()).newPage()
  const claimed = await placeOrder(guest)
  const { url } = await (await guest.request.get('/checkout/order.json')).json()
  const key = new URL(url, guest.url()).searchParams.get('key')
  await doAs(guest, `/orders/${claimed}/paid`, { key, method: 'check', note: 'On Friday' })
  await open('settle', { order: claimed })
  await expect(dialog(two)).toContainText('On Friday')
  await expectAccessible(two)
  await dialog(two).getByLabel('What you found').fill('No such check')
  await doAs(one, path('settle-claim', claimed), { reason: 'Nothing came' })
  await isLate('Settle it', 'The customer does not say that the order is paid, or that is settled.')
  await expect(dialog(two).getByLabel('What you found')).toHaveValue('No such check')

  const unpaid = await guestOrder(browser)
  await doAs(one, path('cancel', unpaid), { reason: 'By mistake' })
  await open('reinstate', { order: unpaid })
  await why('Her check came')
  await doAs(one, path('reinstate', unpaid), { reason: 'It was mine' })
  await isLate('Reinstate', 'it cannot be changed like that', 'Her check came')
})
