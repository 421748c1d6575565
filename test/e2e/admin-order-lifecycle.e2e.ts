import { type APIRequestContext, type Browser, expect, type Page, test } from 'playwright/test'
import { findLink, logIn, postFromPage, runCommand, signInAsLeader, waitForEmails } from '#test/e2e-helpers.ts'
import { pressEnterOn, tabTo, typeInto } from '#test/keyboard.ts'
import { childForm } from '#test/member-forms.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

const PASSWORD = 'lavender tubes 9'
const MEMBER = 'order-lifecycle.member@example.com'
const GUEST = 'order-lifecycle.guest@example.com'
const TRACKING = '9400111202555842332669'
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Product price above which refunding two of three units needs a second approver. */
const MIN_PRICE = 260

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** Button that the shortcut `n` triggers. */
const nextAction = (page: Page, label: string) =>
  page.locator('button[aria-keyshortcuts="n"]').filter({ hasText: label })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('an order is paid, packed, shipped, completed and partly returned by keyboard alone', { tag: '@core' }, async ({
  browser,
}) => {
  const leader = await (await browser.newContext()).newPage()
  await signInAsLeader(leader)
  const member = await inviteMember(browser, leader)
  const { referral_code } = await fetchSales(member.request)
  const [pointsBefore, bonusBefore] = [
    await fetchPoints(member.request),
    (await fetchSales(leader.request)).sales_bonus,
  ]

  const { id, payment_reference, order_total, pv } = await placeGuestOrder(browser, referral_code)

  // Pastes the statement and books exact matches.
  const clerk = await (await browser.newContext({ viewport: DESKTOP })).newPage()
  await signInStaff(clerk, 'clerk')
  await expect(heading(clerk)).toHaveText('Today')
  await clerk.keyboard.press('Control+k')
  await clerk.keyboard.type('import a')
  await expect(clerk.getByRole('option', { name: 'Import a bank statement' })).toBeVisible()
  await clerk.keyboard.press('Enter')
  const dialog = clerk.getByRole('dialog')
  await tabTo(clerk, dialog.getByLabel('Or paste text'))
  await clerk.keyboard.insertText(
    `ANA REYES sent you $${order_total.toFixed(2)}\nDate: 11/20/2026\nMemo: ${payment_reference}\nConfirmation: ADAY${Date.now()}\n`,
  )
  await clerk.keyboard.press('Control+Enter')
  await pressEnterOn(clerk, dialog.getByRole('button', { name: 'Add 1 payment' }))
  await expect(clerk.getByText('1 payment added.')).toBeVisible()
  await clerk.goto('/admin/money/bank-transactions?match=exact')
  await expect(clerk.locator('[data-row]').filter({ hasText: payment_reference })).toBeVisible()
  await pressEnterOn(clerk, button(clerk, 'Record all exact'))
  await expect(clerk.locator('[data-row]').filter({ hasText: payment_reference })).toHaveCount(0)

  // Packs with a phone.
  await clerk.setViewportSize(PHONE)
  await clerk.goto(`/admin/pack?orders=${id}`)
  await expect(clerk.getByRole('list', { name: 'To pick' })).toBeVisible()
  await pressEnterOn(clerk, button(clerk, 'Pack order by order'))
  await expect(heading(clerk)).toHaveText(`Order ${id}`)
  // Picks a package component by component.
  await expect(async () => {
    if (await button(clerk, 'Picked').isVisible()) await pressEnterOn(clerk, button(clerk, 'Picked'))
    await expect(button(clerk, 'Packed')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await pressEnterOn(clerk, button(clerk, 'Packed'))
  await expect.poll(async () => (await fetchOrder(clerk, id)).fulfillment.state).toBe('packed')

  // Ships with tracking and completes with the key for the next step.
  await clerk.setViewportSize(DESKTOP)
  await clerk.goto(`/admin/orders/${id}`)
  await expect(heading(clerk)).toHaveText(`Order ${id}`)
  await expect(nextAction(clerk, 'Ship')).toBeVisible()
  await clerk.keyboard.press('n')
  await typeInto(clerk, dialog.getByLabel('Tracking number'), TRACKING)
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByText('Shipped. The customer gets an email.')).toBeVisible()
  // The next action is already visible while the dialog closes, and inside it the key types a letter.
  await expect(findModal(clerk)).toHaveCount(0)
  await expect(nextAction(clerk, 'Complete')).toBeVisible()
  await clerk.keyboard.press('n')
  await pressEnterOn(clerk, dialog.getByRole('button', { name: 'Complete', exact: true }))
  await expect.poll(async () => (await fetchOrder(clerk, id)).order.status).toBe('completed')

  await expect.poll(() => fetchPoints(member.request)).toBe(pointsBefore + pv)
  await expect.poll(async () => (await fetchSales(leader.request)).sales_bonus).toBeGreaterThan(bonusBefore)
  const bonusPaid = (await fetchSales(leader.request)).sales_bonus - bonusBefore

  // Returns two of three units; the booked credit equals the preview.
  const manager = await (await browser.newContext({ viewport: DESKTOP })).newPage()
  await signInStaff(manager, 'manager', `/admin/orders/${id}`)
  await pressEnterOn(manager, button(manager, 'Return items'))
  const managerDialog = manager.getByRole('dialog')
  await typeInto(manager, managerDialog.getByRole('textbox').or(managerDialog.getByRole('spinbutton')).first(), '2')
  await typeInto(manager, managerDialog.getByLabel('Reason for the return'), 'Two were not needed')
  const confirmButton = managerDialog.getByRole('button', { name: /^Return and credit/ })
  await expect(confirmButton).toBeEnabled()
  const credit = /\$([\d,.]+)/.exec((await confirmButton.textContent()) ?? '')?.[1] ?? ''
  // Other tests may change the month in the meantime; the new figures are shown first then.
  await expect(async () => {
    if ((await managerDialog.count()) > 0) await pressEnterOn(manager, confirmButton)
    await expect(managerDialog).toHaveCount(0, { timeout: 5_000 })
  }).toPass()
  await expect(
    manager.getByText(new RegExp(`^Credit note \\d+ issued for \\$${credit.replaceAll('.', '\\.')}`)),
  ).toBeVisible()

  // The refund needs a second approver.
  await expect(nextAction(manager, 'Refund $')).toBeVisible()
  await manager.keyboard.press('n')
  await typeInto(manager, managerDialog.getByLabel('Reason', { exact: true }), 'Two of three were returned')
  await pressEnterOn(manager, managerDialog.getByRole('button', { name: 'Propose refund' }))
  await expect(manager.getByText(/^Sent for approval/)).toBeVisible()
  const owner = await (await browser.newContext({ viewport: DESKTOP })).newPage()
  await signInStaff(owner, 'owner', '/admin/approvals')
  const proposal = owner.getByRole('article').filter({ hasText: String(id) })
  await expect(proposal).toContainText(credit)
  await pressEnterOn(owner, proposal.getByRole('button', { name: 'Approve' }))
  await expect(proposal).toContainText(/Approved/)
  await expect(button(manager, 'Record refund')).toBeVisible()
  await pressEnterOn(manager, button(manager, 'Record refund'))
  await pressEnterOn(manager, managerDialog.getByRole('button', { name: 'Record refund' }))
  await expect.poll(async () => (await fetchOrder(manager, id)).money.balance).toBe(0)

  const order = await fetchOrder(manager, id)
  expect(order.money.refunded.toFixed(2)).toBe(credit.replaceAll(',', ''))
  expect(order.returns).toHaveLength(1)
  const creditNote = order.ledger.find(({ entry }: { entry: string }) => entry === 'credit_note')
  const pdf = await manager.request.get(`/admin/orders/${id}/credit-notes/${creditNote?.number}.pdf`)
  expect(pdf.headers()['content-type']).toContain('application/pdf')
  const emails = (await waitForEmails(GUEST, 5)).join('\n')
  expect(emails).toContain(TRACKING)
  expect(emails).toMatch(/credit note/i)
  await expect.poll(() => fetchPoints(member.request)).toBe(pointsBefore + pv - Math.round((2 * pv) / 3))
  // One of three units remains, and with it a third of the bonus, within a cent of rounding.
  const remainingBonus = (await fetchSales(leader.request)).sales_bonus - bonusBefore
  expect(Math.abs(remainingBonus - bonusPaid / 3)).toBeLessThan(0.011)

  // The audit log lists each step, and all totals agree.
  const response = await manager.request.get(`/admin/audit.json?subject=order:${id}`)
  const actions = ((await response.json()).data as { action: string; actor: string }[]).map(({ action }) => action)
  for (const action of ['order.placed', 'shipment.packed', 'shipment.shipped', 'order.completed', 'order.returned'])
    expect(actions.join(' ')).toContain(action)
  expect(await runCommand('verify')).toMatch(/agree/i)
})

type Sales = { referral_code: string; sales_bonus: number }
async function fetchSales(request: APIRequestContext): Promise<Sales> {
  const { detail, referral_code } = await (await request.get('/account/sales.json')).json()
  return { referral_code: referral_code ?? detail.referral_code, sales_bonus: detail.sales_bonus }
}
const fetchPoints = async (request: APIRequestContext): Promise<number> =>
  (await (await request.get('/account/points.json?offset=0')).json()).total

const fetchOrder = async (page: Page, id: number) => (await page.request.get(`/admin/orders/${id}.json`)).json()

/** Invites a member as the leader; returns the active member's signed-in page. */
async function inviteMember(browser: Browser, leader: Page): Promise<Page> {
  expect(await postFromPage(leader, '/account/child/add', childForm(MEMBER))).toBe(200)
  const page = await (await browser.newContext()).newPage()
  const [message = ''] = await waitForEmails(MEMBER, 1)
  await page.goto(findLink(message, '/password/reset/'))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel(/Confirm/).fill(PASSWORD)
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible()
  await runCommand('user', 'set', MEMBER, '--status', 'active')
  await page.goto('/login')
  await logIn(page, MEMBER, PASSWORD)
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  return page
}

/** Orders three expensive units through a member's referral link, payable by Quick Pay. */
async function placeGuestOrder(browser: Browser, code: string) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`/packages?ref=${code}`)
  const form = { ...deliveryForm, user_email: GUEST }
  return page.evaluate(
    async ({ form, minPrice }) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
      const post = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json', 'x-csrf-token': token }
        const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        return response.json()
      }
      const { data } = await (await fetch('/packages.json?sort=price-desc')).json()
      const product = data.find(
        (item: { price: number; pv: number; stock: { sold_out: boolean; remaining: number | null } }) =>
          item.price > minPrice && item.pv > 0 && !item.stock.sold_out && item.stock.remaining === null,
      )
      await post('/shopping-cart/product/add', { id: product.id, quantity: 3 })
      await post('/checkout/confirm', form)
      const order = await (await fetch('/checkout/order.json')).json()
      return { ...order, pv: 3 * product.pv }
    },
    { form, minPrice: MIN_PRICE },
  )
}
