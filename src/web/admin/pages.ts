import { adminPaths } from '#contract/admin-paths.ts'

/** A page: its file without `src/web/` and `.tsx`, its path, and the search parameters that it reads. */
type AdminPage = { id: string; path: string; params: readonly string[]; door?: true }

/**
 * The table of the back office's pages, without their code: the server sends the same frame for all of them, and the
 * browser, which alone knows who is signed in, loads what it needs (docs/decisions/0053).
 */
export const adminPages = [
  { id: 'admin/door/SignInPage', path: adminPaths.login, params: [], door: true },
  { id: 'admin/door/SetPasswordPage', path: adminPaths.setPassword, params: [], door: true },
  { id: 'admin/today/TodayPage', path: adminPaths.home, params: [] },
  { id: 'admin/orders/OrdersPage', path: adminPaths.orders, params: [] },
  { id: 'admin/orders/NewOrderPage', path: adminPaths.newOrder, params: [] },
  { id: 'admin/orders/OrderPage', path: adminPaths.order, params: [] },
  { id: 'admin/pack/PackPage', path: adminPaths.pack, params: [] },
  { id: 'admin/money/MoneyPage', path: adminPaths.money, params: [] },
  { id: 'admin/money/NoticesPage', path: adminPaths.notices, params: [] },
  { id: 'admin/stock/StockPage', path: adminPaths.stock, params: [] },
  { id: 'admin/stock/StockOfProductPage', path: adminPaths.stockOfProduct, params: [] },
  { id: 'admin/posts/ModerationPage', path: adminPaths.posts, params: [] },
  { id: 'admin/outbox/OutboxPage', path: adminPaths.outbox, params: [] },
  { id: 'admin/audit/AuditPage', path: adminPaths.audit, params: [] },
  { id: 'admin/staff/ApprovalsPage', path: adminPaths.approvals, params: [] },
  { id: 'admin/staff/StaffPage', path: adminPaths.staff, params: [] },
  { id: 'admin/staff/ProfilePage', path: adminPaths.profile, params: [] },
] as const satisfies readonly AdminPage[]

export type AdminPageId = (typeof adminPages)[number]['id']
