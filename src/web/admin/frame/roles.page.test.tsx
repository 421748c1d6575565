import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Permission, permissions, type Role } from '#contract/permissions.ts'
import { browserOf } from '#test/browser.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { recordPageLoads } from '#test/page-loads.ts'
import { openStaffBrowser } from '#test/staff.ts'

/** Every page of the navigation, and the permission it requires. */
const navItems: [name: string, path: string, Permission][] = [
  ['Today', '/admin', 'orders.read'],
  ['Orders', '/admin/orders', 'orders.read'],
  ['Pack', '/admin/pack', 'shipments.change'],
  ['Money', '/admin/money', 'payments.book'],
  ['Members', '/admin/members', 'members.read'],
  ['Network', '/admin/network', 'members.read'],
  ['Products', '/admin/products', 'products.read'],
  ['Categories', '/admin/categories', 'products.read'],
  ['Stock', '/admin/stock', 'products.read'],
  ['Messages', '/admin/messages', 'messages.read'],
  ['Content', '/admin/content', 'content.change'],
  ['Posts', '/admin/posts', 'content.change'],
  ['Approvals', '/admin/approvals', 'approve'],
  ['Outbox', '/admin/outbox', 'orders.read'],
  ['Reports', '/admin/reports', 'reports.read'],
  ['Audit', '/admin/audit', 'audit.read'],
  ['Staff', '/admin/staff', 'staff.change'],
  ['Status', '/admin/status', 'status.read'],
  ['Settings', '/admin/settings', 'settings.change'],
]
const linksForAll = ['My profile', 'View store']

const isPermitted = (role: Role, permission: Permission) => (permissions[permission] as readonly Role[]).includes(role)

pageTest('an unknown page', (app) => {
  it('shows an error with a link back to staff, and the sign-in page to anyone else', async () => {
    const { user, navigate } = await openAdminPage(await openStaffBrowser(app, 'clerk'), '/admin/orders/999999999')
    await screen.findByText('Page not found')
    await user.click(screen.getByRole('link', { name: 'Back to Today' }))
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    await navigate('/admin/nothing')
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    screen.getByRole('link', { name: 'Back to Today' })

    await openAdminPage(browserOf(app), '/admin/login')
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    const pageLoads = recordPageLoads()
    await openAdminPage(browserOf(app), '/admin/nothing')
    await waitFor(() => expect(pageLoads).toContain('/admin/login?next=%2Fadmin%2Fnothing'))
  })
})

pageTest('the pages of a role', (app) => {
  for (const role of ['clerk', 'manager', 'owner'] as const) {
    it(`has links for a ${role} to the permitted pages only, and a notice instead of the others`, async () => {
      const browser = await openStaffBrowser(app, role)
      const { user, navigate } = await openAdminPage(browser, '/admin')
      await screen.findByRole('heading', { level: 1, name: 'Today' })
      const links = ['Back office', 'You'].flatMap((name) =>
        within(screen.getByRole('navigation', { name })).getAllByRole('link'),
      )
      const permittedNames = navItems.flatMap(([name, , permission]) => (isPermitted(role, permission) ? [name] : []))
      expect(links.map(({ textContent }) => textContent.replace(/\s*\d.*$/s, ''))).toEqual([
        ...permittedNames,
        ...linksForAll,
      ])

      for (const [name, path, permission] of navItems) {
        await navigate(path)
        if (isPermitted(role, permission)) {
          await screen.findByRole('heading', { level: 1, name })
          continue
        }
        await screen.findByText('You don’t have access to this')
        await user.click(screen.getByRole('link', { name: 'Back to Today' }))
        await screen.findByRole('heading', { level: 1, name: 'Today' })
      }
    })
  }
})
