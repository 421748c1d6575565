import { type Browser, expect, type Page } from 'playwright/test'
import { createPoster, postFromPage } from '../e2e-helpers.ts'
import { pickupForm } from '../order-forms.ts'
import { placeOrderAsGuest, readReferralCode } from '../order-page.ts'
import { findModal, signInStaff } from '../staff-pages.ts'
import type { State, StateGroup } from './check-states.ts'
import { makeGuestLink } from './guest-links.ts'
import { closeDialog, expectText, fill, openDialog, openFor, press, pressKey, submitIncomplete } from './steps.ts'

type Orders = {
  /** Unpaid, with a reported payment. */
  unpaid: number
  /** Paid by check and packed. */
  packed: number
  /** For pickup, not paid. */
  pickup: number
  canceled: number
  /** Completed, for a member of the network. */
  completed: number
  /** Id of the check and the shipment of the packed order. */
  payment: number
  shipment: number
  /** Makes a call as someone else. */
  postAsOwner: Awaited<ReturnType<typeof createPoster>>
}

const post = async (page: Page, path: string, body: object) => {
  expect([path, await postFromPage(page, path, body)]).toEqual([path, 200])
}
const fetchOrder = async (page: Page, id: number) => (await page.request.get(`/admin/orders/${id}.json`)).json()

async function payByCheck(page: Page, id: number): Promise<void> {
  const { balance } = (await fetchOrder(page, id)).money
  await post(page, `/admin/orders/${id}/payments/book`, { amount: balance, method: 'check' })
}

/** Reports the payment of a guest's order, as from its link. */
async function reportPayment(browser: Browser, id: number): Promise<void> {
  const context = await browser.newContext()
  const link = await makeGuestLink(id)
  const report = await createPoster(context.request, link)
  const key = new URLSearchParams(link.slice(link.indexOf('?'))).get('key')
  const claim = { method: 'check', note: 'Check 1204, on Friday', key }
  expect(await report(`/orders/${id}/paid`, claim)).toBe(200)
  await context.close()
}

async function createOrders(page: Page, browser: Browser): Promise<Orders> {
  const referralCode = await readReferralCode(browser)
  const unpaid = await placeOrderAsGuest(browser, { quantity: 2 })
  await reportPayment(browser, unpaid)
  const packed = await placeOrderAsGuest(browser, { quantity: 2 })
  const pickup = await placeOrderAsGuest(browser, { form: pickupForm })
  const canceled = await placeOrderAsGuest(browser)
  const completed = await placeOrderAsGuest(browser, { quantity: 3, referralCode })
  await post(page, `/admin/orders/${canceled}/cancel`, { reason: 'By mistake' })
  await payByCheck(page, packed)
  await post(page, `/admin/orders/${packed}/pack`, { uncleared: true })
  const { balance } = (await fetchOrder(page, completed)).money
  const payment = { amount: balance, method: 'cash' }
  await post(page, `/admin/orders/${completed}/payments/book`, payment)
  await post(page, `/admin/orders/${completed}/pack`, { uncleared: false })
  await post(page, `/admin/orders/${completed}/ship`, { carrier: 'usps', tracking_number: '' })
  await post(page, `/admin/orders/${completed}/complete`, {})
  const { ledger, fulfillment } = await fetchOrder(page, packed)
  const ids = { payment: ledger.at(-1).id, shipment: fulfillment.shipments[0].id }
  return { unpaid, packed, pickup, canceled, completed, ...ids, postAsOwner: await signInAsOwner(browser) }
}

async function signInAsOwner(browser: Browser): Promise<Orders['postAsOwner']> {
  const owner = await (await browser.newContext()).newPage()
  await signInStaff(owner, 'owner')
  await owner.close()
  return createPoster(owner.context().request, '/admin')
}

/** The dialog of a task, opened by its address. */
const task = (
  order: 'unpaid' | 'packed' | 'pickup' | 'canceled' | 'completed',
  name: string,
  target?: 'payment' | 'shipment',
): State<Orders> => [
  `dialog “${name}”`,
  async (page, orders) => {
    await page.goto(`/admin/orders/${orders[order]}?do=${name}${target ? `&of=${orders[target]}` : ''}`)
    await findModal(page).waitFor()
  },
]

async function editConcurrently(page: Page, { unpaid, postAsOwner }: Orders): Promise<void> {
  await page.goto(`/admin/orders/${unpaid}?do=edit`)
  await page.getByLabel(/^Quantity of /).fill('3')
  await expect(findModal(page)).toContainText('more than before')
  const { version } = await fetchOrder(page, unpaid)
  const edit = {
    order_id: unpaid,
    expected_version: version,
    lines: [{ position: 0, quantity: 4 }],
    reason: 'She called',
  }
  expect(await postAsOwner('/admin/orders/edit', edit)).toBe(200)
  await expect(findModal(page).getByRole('list', { name: 'What they changed' })).toBeVisible()
}

/** Someone else books a payment while the dialog is open, and the server refuses the next one (409). */
async function bookConcurrently(page: Page, { unpaid, postAsOwner }: Orders): Promise<void> {
  await page.goto(`/admin/orders/${unpaid}?do=pay`)
  const amount = findModal(page).getByLabel('Amount received')
  await amount.waitFor()
  const { version } = await fetchOrder(page, unpaid)
  const payment = { amount: 5, method: 'cash', expected_version: version }
  expect(await postAsOwner(`/admin/orders/${unpaid}/payments/book`, payment)).toBe(200)
  await amount.fill('6')
  await findModal(page).locator('button[type="submit"]').click()
  await expect(findModal(page).getByRole('alert').first()).toBeVisible()
}

async function previewReturn(page: Page, { completed }: Orders): Promise<void> {
  await page.goto(`/admin/orders/${completed}?do=return`)
  await page.getByLabel(/^Quantity returned: /).fill('2')
  await findModal(page).getByLabel('Reason for the return').fill('Two were not needed')
  await expect(findModal(page).getByRole('button', { name: /^Return and credit/ })).toBeEnabled()
}

async function overpay(page: Page, { unpaid }: Orders): Promise<void> {
  const { balance } = (await fetchOrder(page, unpaid)).money
  const payment = { amount: balance + 650, method: 'cash', confirmed: true }
  await post(page, `/admin/orders/${unpaid}/payments/book`, payment)
}

export const orderStates: StateGroup<Orders> = {
  name: 'an order in the back office',
  as: 'manager',
  refusals: [404, 409, 422],
  setUp: createOrders,
  states: [
    ['unpaid', openFor(({ unpaid }) => `/admin/orders/${unpaid}`)],
    ['“Why this total?”', openDialog('Why this total?')],
    ['menu of actions', closeDialog, press('More actions')],
    task('unpaid', 'pay'),
    ['payment without an amount', fill('Amount received', ''), submitIncomplete],
    task('unpaid', 'due'),
    task('unpaid', 'settle'),
    task('unpaid', 'adjust'),
    task('unpaid', 'pack'),
    task('unpaid', 'contact'),
    task('unpaid', 'cancel'),
    task('unpaid', 'edit'),
    ['edit with a conflict', editConcurrently],
    task('unpaid', 'versions'),
    ['payment with a conflict', bookConcurrently],
    ['overpaid', overpay, openFor(({ unpaid }) => `/admin/orders/${unpaid}`)],
    task('unpaid', 'refund'),
    ['refund without a reason', submitIncomplete],
    task('packed', 'bounced', 'payment'),
    task('packed', 'correct', 'payment'),
    task('packed', 'ship'),
    task('packed', 'void', 'shipment'),
    task('packed', 'complete'),
    task('pickup', 'hand_over'),
    task('canceled', 'reinstate'),
    ['canceled', openFor(({ canceled }) => `/admin/orders/${canceled}`)],
    ['completed, with the staff’s history', openFor(({ completed }) => `/admin/orders/${completed}?view=history`)],
    ['return with its preview', previewReturn],
    ['bonuses of the order', openFor(({ completed }) => `/admin/network/orders?order=${completed}`)],
    ['order not found', '/admin/orders/999999999'],
  ],
}

async function fillNewOrder(page: Page): Promise<void> {
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill('amara brandt')
  await page
    .getByRole('option', { name: /amara\.brandt/i })
    .first()
    .click()
  await expect(page.getByText('amara.brandt@salonfront.example')).toBeVisible()
  const product = page.getByRole('combobox', { name: 'Product' })
  for (const query of ['3 keratin masque', 'cuticle oil x2']) {
    await product.fill(query)
    await product.press('Enter')
    await expect(product).toHaveValue('')
  }
  await expect(page.getByRole('status', { name: 'Total' })).toHaveText(/^\$\d/)
}

async function nameNewCustomer(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).fill('Nora Newcomer')
  await page.getByRole('option', { name: /New customer/ }).click()
  await expect(page.getByLabel('Referral code')).toBeVisible()
}

export const orderListStates: StateGroup = {
  name: 'lists of orders',
  as: 'clerk',
  states: [
    ['orders', '/admin/orders'],
    ['filters', openDialog('More filters')],
    ['orders not found', '/admin/orders?search=nothing-like-this'],
    ['view without a name', '/admin/orders?search=a', openDialog('Save view'), submitIncomplete],
    [
      'selected orders',
      '/admin/orders',
      (page) =>
        page
          .getByRole('checkbox', { name: /^Select \d/ })
          .first()
          .check(),
      // A table keeps its layout while a field inside has the focus.
      (page) => page.getByRole('heading', { level: 1 }).click(),
    ],
    ['new order', '/admin/orders/new'],
    [
      'new order without anything',
      (page) => page.keyboard.press('Control+Enter'),
      (page) => page.locator('[aria-invalid="true"]').first().waitFor(),
    ],
    ['new customer', nameNewCustomer],
    ['unfinished order', '/admin/orders/new', expectText('You left this order unfinished.')],
    ['filled new order', press('Start over'), fillNewOrder],
    [
      'search in everything',
      '/admin',
      pressKey('Control+k'),
      (page) => page.getByRole('combobox', { name: 'Find anything' }).fill('masque'),
      (page) => page.getByRole('option').first().waitFor(),
    ],
    ['keyboard shortcuts', '/admin', pressKey('?'), (page) => findModal(page).waitFor()],
  ],
}
