import { type Browser, expect, type Page, test } from 'playwright/test'
import type { Role } from '#contract/permissions.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { shopCommand, signInAsLeader } from '#test/journey.ts'
import { pickupForm } from '#test/order-forms.ts'
import { placeOrder } from '#test/placed-order.ts'
import { signInStaff } from '#test/staff-journey.ts'

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
async function codeOfLeader(browser: Browser): Promise<string> {
  const context = await browser.newContext()
  await signInAsLeader(await context.newPage())
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
  const referralCode = await codeOfLeader(browser)
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

test('the dialogs of an order are accessible at both sizes', async ({ browser }) => {
  test.setTimeout(240_000)
  const id = await guestOrder(browser, { quantity: 2 })
  const page = await openAs(browser, 'manager', id)
  for (const task of ['pay', 'pack', 'ship', 'due']) {
    await page.goto(`/admin/orders/${id}?do=${task}`)
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Why this total?' }).click()
  await expectAccessible(page)
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
  const referralCode = await codeOfLeader(browser)
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
