import { type Browser, expect, type Page } from 'playwright/test'
import { masque, postFromPage } from '../e2e-helpers.ts'
import { placePaidOrder } from '../staff-orders.ts'
import { findModal, signInStaff } from '../staff-pages.ts'
import type { StateGroup } from './check-states.ts'
import { changeResponse, fill, openDialog, openFor, press, restoreResponses, submitIncomplete } from './steps.ts'

export const stockStates: StateGroup = {
  name: 'stock in the back office',
  as: 'manager',
  refusals: [422],
  states: [
    ['stock', '/admin/stock'],
    ['count of a shelf', press('Count a shelf')],
    ['low stock', '/admin/stock?only=low'],
    ['counts that are due', '/admin/stock?only=due'],
    ['products not found', '/admin/stock?search=nothing-like-this'],
    ['movements of a product', `/admin/stock/${masque.id}`],
    ['receipt without a quantity', openDialog('Receive'), submitIncomplete],
    ['count of a product', openDialog('Count'), fill('Quantity on the shelf', '40')],
    ['correction of stock', openDialog('Correct')],
    ['damaged stock', openDialog('Damaged')],
  ],
}

type PackedOrders = { first: number; second: number; third: number }

const SECOND_PRODUCT = 2

async function placeOrders(page: Page): Promise<PackedOrders> {
  const lines = [
    { product_id: masque.id, quantity: 2 },
    { product_id: SECOND_PRODUCT, quantity: 1 },
  ]
  return {
    first: await placePaidOrder(page, lines),
    second: await placePaidOrder(page, lines, 'Rosa'),
    third: await placePaidOrder(page, lines, 'Sam'),
  }
}

const expectHeading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()

async function scanWrongCode(page: Page): Promise<void> {
  await page.keyboard.type('4006381333931')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('is not in this order')
}

/** Someone else packs the order that is on the screen. */
async function packElsewhere(page: Page, { third }: PackedOrders, browser: Browser | null): Promise<void> {
  const manager = await browser?.newContext()
  if (!manager) throw new Error('The browser has ended.')
  const other = await manager.newPage()
  await signInStaff(other, 'manager')
  const body = { uncleared: true }
  expect(await postFromPage(other, `/admin/orders/${third}/pack`, body)).toBe(200)
  await manager.close()
  await expect(page.getByText(/already packed it/).first()).toBeVisible()
}

const unclearedCheck = (page: Page, { second }: PackedOrders) =>
  changeResponse('**/admin/orders.json?*', (json) => ({
    ...json,
    data: json.data.map((row: { id: number }) => (row.id === second ? { ...row, clears_on: '2031-12-03' } : row)),
  }))(page)

export const packingStates: StateGroup<PackedOrders> = {
  name: 'packing',
  as: 'clerk',
  refusals: [409],
  setUp: placeOrders,
  states: [
    ['orders to pack', '/admin/pack'],
    [
      'check that has not cleared',
      unclearedCheck,
      '/admin/pack',
      (page, { second }) => page.getByRole('checkbox', { name: `Select ${second}` }).check(),
      press('Pack 1 selected'),
      (page) => findModal(page).waitFor(),
    ],
    ['pick list', restoreResponses, openFor(({ first, second }) => `/admin/pack?orders=${first},${second}`)],
    ['order to pick', press('Pack order by order'), (page) => page.getByText('Line 1 of 2').waitFor()],
    ['wrong code', scanWrongCode],
    [
      'camera that cannot start',
      press('Scan'),
      (page) =>
        page
          .getByRole('alert')
          .filter({ hasText: /camera/i })
          .waitFor(),
    ],
    ['everything picked', press('Picked'), press('Picked'), expectHeading('Everything picked')],
    ['packed', press('Packed'), expectHeading('Packed')],
    ['part not found', press('Next order'), press('Missing'), press('Picked'), expectHeading('Only part found')],
    ['partly packed', press('Pack what you found'), expectHeading('Partly packed')],
    ['end of the list', press('Next order'), (page) => page.getByRole('list', { name: 'Orders' }).waitFor()],
    [
      'packed by someone else',
      openFor(({ third }) => `/admin/pack?orders=${third}&order=${third}`),
      (page) => page.getByText('Line 1 of 2').waitFor(),
      (page, orders) => packElsewhere(page, orders, page.context().browser()),
    ],
  ],
}
