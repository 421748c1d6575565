import { expect, type Page, test } from 'playwright/test'
import { type Permission, permissions, type Role } from '#contract/permissions.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { signInStaff } from '#test/staff-pages.ts'

const isPermitted = (role: Role, permission: Permission) => (permissions[permission] as readonly Role[]).includes(role)
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Back office' })
const userMenu = (page: Page) => page.getByRole('navigation', { name: 'You' })

/** Every page of the back office, and the permission it requires. */
const navItems: [string, string, Permission][] = [
  ['Today', '/admin', 'orders.read'],
  ['Orders', '/admin/orders', 'orders.read'],
  ['Pack', '/admin/pack', 'shipments.change'],
  ['Money', '/admin/money', 'payments.book'],
  ['Members', '/admin/members', 'members.read'],
  ['Network', '/admin/network', 'members.read'],
  ['Stock', '/admin/stock', 'products.read'],
  ['Posts', '/admin/posts', 'content.change'],
  ['Approvals', '/admin/approvals', 'approve'],
  ['Outbox', '/admin/outbox', 'orders.read'],
  ['Reports', '/admin/reports', 'reports.read'],
  ['Audit', '/admin/audit', 'audit.read'],
  ['Staff', '/admin/staff', 'staff.change'],
  ['Settings', '/admin/settings', 'settings.change'],
]

for (const role of ['clerk', 'manager', 'owner'] as const) {
  test(`a ${role} has links to the permitted pages only, and sees a notice on all others`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signInStaff(page, role)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
    const visibleNames = [
      ...(await sidebar(page).getByRole('link').allInnerTexts()),
      ...(await userMenu(page).getByRole('link').allInnerTexts()),
    ]
      .map((text) => text.replace(/\s*\d.*$/s, ''))
      .filter((name) => navItems.some(([label]) => label === name))
    expect(visibleNames).toEqual(
      navItems.filter(([, , permission]) => isPermitted(role, permission)).map(([name]) => name),
    )

    const checkedMarkup = new Set<string>()
    for (const [name, path, permission] of navItems) {
      await page.goto(path)
      const title = page.getByRole('heading', { level: 1 })
      if (isPermitted(role, permission)) await expect(title).toHaveText(name)
      else {
        await expect(page.getByText('You don’t have access to this')).toBeVisible()
        await page.waitForLoadState('networkidle')
        // Identical markup has identical findings.
        const markup = await page.evaluate(() => document.title + document.body.outerHTML)
        if (!checkedMarkup.has(markup)) await expectAccessible(page)
        checkedMarkup.add(markup)
        await page.getByRole('link', { name: 'Back to Today' }).click()
        await expect(title).toHaveText('Today')
      }
    }
  })
}

test('unknown URLs show an error, signed in or not', async ({ page }) => {
  expect((await page.goto('/admin/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await signInStaff(page, 'clerk', '/admin/orders/999999999')
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Today' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  expect((await page.goto('/admin/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page.getByRole('link', { name: 'Back to Today' })).toBeVisible()
})

test('signing in again returns to the page where the session ended', async ({ page, context }) => {
  await signInStaff(page, 'clerk', '/admin/orders?queue=to_pack')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await context.clearCookies()
  // A separate page: the open one may redirect to sign-in by itself in the middle of a reload.
  const newTab = await context.newPage()
  await newTab.goto('/admin/orders?queue=to_pack')
  await expect(newTab).toHaveURL(/\/admin\/login\?next=/)
  await expect(newTab.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})

test('a page whose scripts fail to load shows a message after a delay and offers a reload', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/admin/login')
  const reloadLink = page.getByRole('link', { name: 'Reload' })
  await expect(reloadLink).toBeHidden()
  await expect(reloadLink).toBeVisible()
  await page.unroute('**/*.js')
  await reloadLink.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})
