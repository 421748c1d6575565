import { expect, type Page, test } from 'playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { expectNoOverflowWithLargeText } from '#test/accessibility.ts'
import { addToCart, masque, signInAsLeader } from '#test/e2e-helpers.ts'
import { signInStaff } from '#test/staff-pages.ts'

/** Waits for a page with its figures, and expects room for text of twice the size. */
async function expectRoomOn(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectNoOverflowWithLargeText(page)
}

test('no page of the shop scrolls sideways with text of twice the size', async ({ page }) => {
  await addToCart(page, masque.id)
  for (const path of [
    '/',
    '/packages',
    `/packages/${masque.id}`,
    '/packages/32',
    '/faqs',
    '/product-finder',
    '/posts',
    '/login',
    '/register',
    '/checkout/cart',
    '/checkout/shipping',
    '/docs/api',
    '/nowhere',
  ])
    await expectRoomOn(page, path)
})

test('no page of the account does', async ({ page }) => {
  await signInAsLeader(page)
  const { data } = await (await page.request.get('/account/orders.json')).json()
  for (const path of [
    '/account',
    '/account/security',
    '/account/orders',
    `/account/orders/${data[0].id}`,
    '/account/addresses',
    '/account/points',
    '/account/payouts',
    '/account/sales',
    '/account/sales/downline',
    '/account/posts',
    '/account/my-data',
    '/account/license',
  ])
    await expectRoomOn(page, path)
})

test('no page of the back office does', async ({ page }) => {
  await signInStaff(page, 'owner')
  const firstOf = async (path: string) => (await (await page.request.get(path)).json()).data[0]
  const order = await firstOf('/admin/orders.json')
  const member = await firstOf('/admin/members.json')
  const month = await firstOf('/admin/months.json')
  const { home, login, setPassword, stopReset, newsletter, mailText, ...pages } = adminPaths
  const ids: Record<string, string> = {
    order_id: order.id,
    member_id: member.id,
    product_id: String(masque.id),
    month: month.month,
  }
  for (const path of [home, ...Object.values(pages)])
    await expectRoomOn(
      page,
      path.replace(/:(\w+)/, (_, name: string) => String(ids[name])),
    )
})
