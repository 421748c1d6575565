import { expect, type Page, test } from 'playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { expectNoOverflowWithLargeText } from '#test/accessibility.ts'
import { addToCart, masque, signInAsLeader } from '#test/e2e-helpers.ts'
import { signInStaff } from '#test/staff-pages.ts'

/** Opens a page, waits for its data, and expects room for text at 200%. */
async function expectRoomOnPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectNoOverflowWithLargeText(page)
}

test('shop pages do not scroll sideways with text at 200%', async ({ page }) => {
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
    await expectRoomOnPage(page, path)
})

test('account pages do not scroll sideways with text at 200%', async ({ page }) => {
  await signInAsLeader(page)
  const { data: orders } = await (await page.request.get('/account/orders.json')).json()
  for (const path of [
    '/account',
    '/account/security',
    '/account/orders',
    `/account/orders/${orders[0].id}`,
    '/account/addresses',
    '/account/points',
    '/account/payouts',
    '/account/sales',
    '/account/sales/downline',
    '/account/posts',
    '/account/my-data',
    '/account/license',
  ])
    await expectRoomOnPage(page, path)
})

test('back-office pages do not scroll sideways with text at 200%', async ({ page }) => {
  await signInStaff(page, 'owner')
  const fetchFirst = async (path: string) => (await (await page.request.get(path)).json()).data[0]
  const order = await fetchFirst('/admin/orders.json')
  const member = await fetchFirst('/admin/members.json')
  const month = await fetchFirst('/admin/months.json')
  const { home, login, setPassword, stopReset, newsletter, mailText, ...pages } = adminPaths
  const ids: Record<string, string> = {
    order_id: order.id,
    member_id: member.id,
    product_id: String(masque.id),
    month: month.month,
  }
  for (const path of [home, ...Object.values(pages)])
    await expectRoomOnPage(
      page,
      path.replace(/:(\w+)/, (_, name: string) => String(ids[name])),
    )
})
