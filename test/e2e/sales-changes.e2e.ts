import { type Browser, expect, type Locator, type Page, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import {
  addToCart,
  masque,
  postFromPage,
  runCommand,
  setEmailedPassword,
  signInAsLeader,
  signUp,
} from '#test/e2e-helpers.ts'
import { childForm } from '#test/member-forms.ts'
import { parseCents } from '#test/parse-cents.ts'

const PASSWORD = 'lavender tubes 9'

const changesButton = (page: Page) => page.getByRole('button', { name: 'What changed since yesterday?' })
const changesDrawer = (page: Page) => page.getByRole('dialog', { name: 'What changed' })
const entry = (drawer: Locator, name: string | RegExp) => drawer.getByRole('listitem').filter({ hasText: name })

async function openChanges(page: Page): Promise<Locator> {
  await page.goto('/account/sales')
  await changesButton(page).press('Enter')
  const drawer = changesDrawer(page)
  await expect(drawer).toBeVisible()
  return drawer
}

/** Places an order as the signed-in user and completes it. */
async function completeOrder(page: Page, quantity: number): Promise<{ id: number; pv: number }> {
  await addToCart(page, masque.id, quantity)
  await page.goto('/checkout/shipping')
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  await completeCheckout(page)
  const order = await (await page.request.get('/checkout/order.json')).json()
  await runCommand('order', 'set', String(order.id), '--paid', '--status', 'completed')
  return order
}

/** Adds a new member directly below the signed-in user and sets their password. */
async function addActiveMember(page: Page, browser: Browser, email: string): Promise<Page> {
  expect(await postFromPage(page, '/account/child/add', childForm(email))).toBe(200)
  const memberPage = await (await browser.newContext()).newPage()
  await setEmailedPassword(memberPage, email, PASSWORD)
  expect(await postFromPage(memberPage, '/login', { email, password: PASSWORD })).toBe(200)
  return memberPage
}

test('orders, members and levels are listed as changes since yesterday', async ({ page, browser }) => {
  await signUp(page, `changed-axe@example.com`, PASSWORD)
  const personalOrder = await completeOrder(page, 4)
  const memberPage = await addActiveMember(page, browser, `below-changed-axe@example.com`)
  const downlineOrder = await completeOrder(memberPage, 12)
  await memberPage.close()

  const drawer = await openChanges(page)
  await expect(drawer.getByText(/^Compared with the start of/)).toBeVisible()
  await expect(entry(drawer, /^LevelUp/)).toContainText(/User .+ Silver/)
  await expect(entry(drawer, /^Total PV/)).toContainText(`+${personalOrder.pv + downlineOrder.pv}`)
  await expect(entry(drawer, `Order ${personalOrder.id} by you`)).toContainText(
    `+${personalOrder.pv}\u00a0PV · Sales bonus +$`,
  )
  const downlineEntry = entry(drawer, `Order ${downlineOrder.id} by `)
  await expect(downlineEntry).toContainText(/Completed · .+ · in your direct line/)
  await expect(downlineEntry).toContainText(/Sales bonus \+\$.+, level bonus \+\$/)
  await expect(entry(drawer, 'Joined and active.')).toContainText('in your direct line')
  await expect(entry(drawer, 'Your account is active now.')).toBeVisible()
  await expect(drawer.locator('section').filter({ hasText: 'Levels' })).toContainText(/You.+User .+ Silver/)
  await expectSum(drawer)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(changesButton(page)).toBeFocused()

  await runCommand('order', 'set', String(downlineOrder.id), '--status', 'canceled')
  const updatedDrawer = await openChanges(page)
  await expect(entry(updatedDrawer, `Order ${personalOrder.id} by you`)).toBeVisible()
  await expect(updatedDrawer).not.toContainText(`Order ${downlineOrder.id}`)
  await expect(entry(updatedDrawer, /^LevelUnchanged/)).toContainText('User')
  await expectSum(updatedDrawer)
})

/** Expects the causes to add up to the total below them. */
async function expectSum(drawer: Locator): Promise<void> {
  const causes = await drawer.locator('section').getByRole('listitem').allInnerTexts()
  const sum = causes.reduce((total, text) => total + parseCents(text.split('\n', 2).join(' ')), 0)
  expect(sum).toBe(parseCents(await drawer.getByText('Total change').locator('..').innerText()))
}

test('a failed request can be retried and is not shown as empty', async ({ page }) => {
  await signUp(page, 'nothing-changed@example.com', PASSWORD)
  const endpoint = '**/account/sales/changes.json*'
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: '' }))
  const drawer = await openChanges(page)
  await expect(drawer.getByRole('alert')).toContainText('We can’t load your changes right now.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(endpoint, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const { after } = body.difference
    await route.fulfill({ json: { ...body, difference: { ...body.difference, before: after, statuses: [] } } })
  })
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect(drawer.getByText(/^Nothing has changed since \w+day, \w+ \d+\.$/)).toBeVisible()
})

test('a closed month offers no changes: its figures are final', async ({ page }) => {
  await signInAsLeader(page)
  await page.goto('/account/sales')
  await expect(changesButton(page)).toBeVisible()
  const columns = page.getByRole('region', { name: 'Last 12 months' }).getByRole('link')
  await columns.nth(6).click()
  await expect(page.getByText(/These figures are final/)).toBeVisible()
  await expect(changesButton(page)).toBeHidden()
})

const amounts = (sales: number, level: number) => ({
  sales_bonus: sales,
  level_bonus: level,
  total_bonus: sales + level,
})

test('many causes are summarized, including those that cannot be compared', async ({ page }) => {
  await signUp(page, `much-changed-axe@example.com`, PASSWORD)
  await page.route('**/account/sales/changes.json*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const { difference } = body
    const member = { member_no: '1004', name: 'Dana R.', depth: 3 }
    const order = {
      order_no: 'O5',
      cause: 'returned',
      changed_at: difference.since,
      credited: member,
      customer: true,
      cv: -20,
      pv: -18,
      ...amounts(0, -1.2),
      reversal_of: null,
    }
    const levels = [
      { member: { ...member, depth: 0 }, from: 3, to: 2 },
      { member, from: 7, to: 8 },
    ]
    const lists = {
      orders: [order],
      statuses: [{ member, active: false, joined: false, changed_at: difference.since }],
      levels,
    }
    const overflow = {
      further_orders: { count: 1234, pv: 56_789, ...amounts(3.5, 120) },
      further_statuses: 2,
      further_levels: 1,
    }
    const sums = {
      before: { ...difference.after, sales_level: 3, total_pv: 1600, ...amounts(100, 500) },
      after: { ...difference.after, sales_level: 2, total_pv: 58_371, ...amounts(70.5, 418.8) },
      change: { total_sales: 0, total_pv: 56_771, ...amounts(-29.5, -81.2) },
      remainder: amounts(-33, -200),
    }
    await route.fulfill({
      json: { ...body, difference: { ...difference, shortened: 'reloaded', ...lists, ...overflow, ...sums } },
    })
  })
  const drawer = await openChanges(page)
  await expect(drawer.getByText(/there’s nothing earlier to compare\.$/)).toBeVisible()
  await expect(entry(drawer, '1,234 more orders')).toContainText('+56,789\u00a0PV')
  await expect(entry(drawer, 'At different rates')).toContainText('Sales bonus −$33.00, level bonus −$200.00')
  await expect(entry(drawer, 'Order O5')).toContainText('Returned')
  await expect(drawer.getByText('And 2 more changes to statuses.')).toBeVisible()
  await expect(entry(drawer, /^Total bonus/).getByText('−$110.70')).toHaveCSS('color', 'rgb(151, 38, 44)')
  await expectSum(drawer)
})
