import { type Browser, expect, type Page } from 'playwright/test'
import type { Role } from '#contract/permissions.ts'
import { postFromPage, signInBelowLeader } from './e2e-helpers.ts'
import { placeOrder } from './place-order.ts'
import { signInStaff } from './staff-pages.ts'

/** Opens an order as a staff member in a separate browser context. */
export async function openOrderAs(browser: Browser, role: Role, id: number): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signInStaff(page, role, `/admin/orders/${id}`)
  await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible()
  return page
}

/** Closes pages at the end of a test, because open pages poll for changes every second. */
export const closePages = async ({ browser }: { browser: Browser }): Promise<void> => {
  for (const context of browser.contexts()) await context.close()
}

export const placeOrderAsGuest = async (
  browser: Browser,
  options: Parameters<typeof placeOrder>[1] = {},
): Promise<number> => {
  const context = await browser.newContext()
  const id = await placeOrder(context.request, options)
  await context.close()
  return id
}

/** The referral code that credits a guest order to a member. */
export async function readReferralCode(browser: Browser): Promise<string> {
  const context = await browser.newContext()
  await signInBelowLeader(context.request)
  const { detail } = await (await context.request.get('/account/sales.json')).json()
  await context.close()
  return detail.referral_code
}

/** Toasts are dialogs as well, so they are excluded. */
export const dialog = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close' }) })
export const orderHeader = (page: Page) => page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
export const nextButton = (page: Page, name: string | RegExp) => orderHeader(page).getByRole('button', { name })

/** Makes a concurrent change of an order's current version as someone else. */
export async function postAs(page: Page, path: string, body: object): Promise<void> {
  const id = /^\/admin\/orders\/(\d+)\//.exec(path)?.[1] ?? ('order_id' in body ? String(body.order_id) : '')
  const expected_version = await readVersion(page, id)
  expect([path, await postFromPage(page, path, { ...body, expected_version })]).toEqual([path, 200])
}

/** The version of an order, for a change by the page's staff member. */
export const readVersion = (page: Page, id: number | string): Promise<string> =>
  page.evaluate(async (url) => (await (await fetch(url)).json()).version, `/admin/orders/${id}.json`)
