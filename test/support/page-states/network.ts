import { expect, type Page } from 'playwright/test'
import { signInStaff } from '../staff-pages.ts'
import type { StateGroup } from './check-states.ts'
import { expectText, openFor, press } from './steps.ts'

const CORRECTION_REASON = 'The order of the catalog was counted twice.'

type Network = { member: number; order: number; month: string }

/** A member whose bonuses can be corrected, an order of the network, and a closed month. */
async function findNetwork(page: Page): Promise<Network> {
  const { members } = await (await page.request.get('/admin/members/search.json?q=Amara')).json()
  const { data: orders } = await (await page.request.get('/admin/orders.json?status=completed')).json()
  const { data: months } = await (await page.request.get('/admin/months.json')).json()
  const { month } = months.find(({ state }: { state: string }) => state === 'paid')
  return { member: members[0].id, order: orders[0].id, month }
}

async function openFirstLeg(page: Page): Promise<void> {
  const row = page.getByRole('treegrid').locator('tr[aria-expanded]').first()
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('tr[aria-level="2"]').first()).toBeVisible()
}

async function previewCorrection(page: Page): Promise<void> {
  await page.getByLabel('Change').selectOption('less')
  await page.getByLabel('Amount in dollars').fill('2')
  await page.getByLabel('Reason').fill(CORRECTION_REASON)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('$2.00')
}

const correctionCard = (page: Page) => page.getByRole('article').filter({ hasText: CORRECTION_REASON }).first()

export const networkStates: StateGroup<Network> = {
  name: 'network and reports in the back office',
  as: 'manager',
  refusals: [401, 422],
  setUp: findNetwork,
  states: [
    ['network', '/admin/network'],
    ['open leg', openFirstLeg],
    ['network of a closed month', openFor(({ month, member }) => `/admin/network?month=${month}&member=${member}`)],
    ['order of the network', openFor(({ order }) => `/admin/network/orders?order=${order}`)],
    ['no order chosen', '/admin/network/orders'],
    ['review flags', '/admin/network/review-flags'],
    ['large legs', press('Large legs', 'link')],
    ['volume shares', openFor(({ month }) => `/admin/network/volume?month=${month}`)],
    ['income', '/admin/network/income'],
    ['no income', '/admin/network/income?year=2001'],
    ['corrections', '/admin/network/corrections'],
    ['new correction', '/admin/network/corrections/new'],
    [
      'correction with errors',
      openFor(({ member }) => `/admin/network/corrections/new?member=${member}`),
      press('Preview'),
      (page) => page.locator('[aria-invalid="true"]').first().waitFor(),
    ],
    ['correction with its preview', previewCorrection],
    [
      'correction to approve',
      press(/^Propose correction for/),
      expectText('Proposed.'),
      // Signing in would end the session of this browser, which other tests share.
      '/faqs',
      (page) => page.context().clearCookies(),
      (page) => signInStaff(page, 'owner', '/admin/approvals'),
      (page) => correctionCard(page).getByRole('button', { name: 'Approve' }).waitFor(),
    ],
    ['rejected correction', (page) => correctionCard(page).getByRole('button', { name: 'Reject' }).click()],
    ['reports', '/admin/reports'],
    ['report of volume', '/admin/reports?report=volume'],
    ['report of the plan', '/admin/reports?report=plan'],
    ['report of an empty period', '/admin/reports?from=2001-01&to=2001-02'],
    ['report of an invalid period', '/admin/reports?from=2001-02&to=2001-01'],
    ['orders behind a figure', '/admin/reports/rows?list=orders'],
    ['members behind a figure', '/admin/reports/rows?list=members'],
  ],
}
