import { adminPaths } from '#contract/admin-paths.ts'
import type { Permission } from '#contract/permissions.ts'

/** A page: its file without `src/web/` and `.tsx`, its path, and the query parameters it reads. */
type AdminPage = { id: string; path: string; params: readonly string[]; permission?: Permission; isAuth?: true }

/**
 * Table of the back office's pages without their code: the server sends the same frame for all of them, and only the
 * browser, which knows the session, loads the code it needs (docs/decisions/0028).
 */
export const adminPages = [
  { id: 'admin/sign-in/SignInPage', path: adminPaths.login, params: [], isAuth: true },
  { id: 'admin/sign-in/SetPasswordPage', path: adminPaths.setPassword, params: [], isAuth: true },
  { id: 'admin/sign-in/StopResetPage', path: adminPaths.stopReset, params: [], isAuth: true },
  { id: 'admin/sign-in/FirstOwnerPage', path: adminPaths.firstOwner, params: [], isAuth: true },
  { id: 'admin/setup/SetupPage', path: adminPaths.setup, params: ['step'], permission: 'settings.change' },
  { id: 'admin/dashboard/TodayPage', path: adminPaths.home, params: [], permission: 'orders.read' },
  { id: 'admin/orders/OrdersPage', path: adminPaths.orders, params: [], permission: 'orders.read' },
  { id: 'admin/orders/NewOrderPage', path: adminPaths.newOrder, params: [], permission: 'orders.change' },
  { id: 'admin/orders/OrderPage', path: adminPaths.order, params: [], permission: 'orders.read' },
  { id: 'admin/fulfillment/PackPage', path: adminPaths.pack, params: [], permission: 'shipments.change' },
  { id: 'admin/customers/MembersPage', path: adminPaths.members, params: [], permission: 'members.read' },
  { id: 'admin/customers/MemberPage', path: adminPaths.member, params: [], permission: 'members.read' },
  { id: 'admin/customers/GuestsPage', path: adminPaths.guests, params: [], permission: 'members.erase' },
  { id: 'admin/newsletters/NewslettersPage', path: adminPaths.newsletters, params: [], permission: 'newsletters.send' },
  { id: 'admin/newsletters/NewsletterPage', path: adminPaths.newsletter, params: [], permission: 'newsletters.send' },
  { id: 'admin/network/NetworkPage', path: adminPaths.network, params: [], permission: 'members.read' },
  { id: 'admin/network/OrderMoneyPage', path: adminPaths.orderMoney, params: [], permission: 'members.read' },
  { id: 'admin/network/ReviewFlagsPage', path: adminPaths.reviewFlags, params: [], permission: 'members.read' },
  { id: 'admin/network/CorrectionsPage', path: adminPaths.corrections, params: [], permission: 'members.read' },
  {
    id: 'admin/network/NewCorrectionPage',
    path: adminPaths.newCorrection,
    params: [],
    permission: 'bonuses.correct',
  },
  {
    id: 'admin/network/VolumeSharesPage',
    path: adminPaths.volumeShares,
    params: [],
    permission: 'reports.read',
  },
  { id: 'admin/network/IncomePage', path: adminPaths.income, params: [], permission: 'reports.read' },
  { id: 'admin/payments/MoneyPage', path: adminPaths.money, params: [], permission: 'payments.book' },
  {
    id: 'admin/payments/BankTransactionsPage',
    path: adminPaths.bankTransactions,
    params: [],
    permission: 'payments.book',
  },
  { id: 'admin/months/MonthsPage', path: adminPaths.months, params: [], permission: 'months.read' },
  { id: 'admin/months/MonthPage', path: adminPaths.month, params: [], permission: 'months.read' },
  { id: 'admin/months/PayeesPage', path: adminPaths.payees, params: [], permission: 'months.read' },
  { id: 'admin/products/ProductsPage', path: adminPaths.products, params: [], permission: 'products.read' },
  { id: 'admin/products/NewProductPage', path: adminPaths.newProduct, params: [], permission: 'products.change' },
  {
    id: 'admin/products/import/ProductImportsPage',
    path: adminPaths.productImports,
    params: [],
    permission: 'products.change',
  },
  {
    id: 'admin/products/import/ProductImportPage',
    path: adminPaths.productImport,
    params: [],
    permission: 'products.change',
  },
  { id: 'admin/products/ProductPage', path: adminPaths.product, params: [], permission: 'products.read' },
  { id: 'admin/categories/CategoriesPage', path: adminPaths.categories, params: [], permission: 'products.read' },
  { id: 'admin/stock/StockPage', path: adminPaths.stock, params: [], permission: 'products.read' },
  { id: 'admin/stock/ProductStockPage', path: adminPaths.stockOfProduct, params: [], permission: 'products.read' },
  { id: 'admin/content/MediaPage', path: adminPaths.media, params: [], permission: 'content.change' },
  { id: 'admin/content/ContentListPage', path: adminPaths.content, params: [], permission: 'content.change' },
  { id: 'admin/content/PageEditorPage', path: adminPaths.contentPage, params: [], permission: 'content.change' },
  { id: 'admin/content/FaqsEditorPage', path: adminPaths.faqs, params: [], permission: 'content.change' },
  {
    id: 'admin/content/NavigationEditorPage',
    path: adminPaths.navigation,
    params: [],
    permission: 'content.change',
  },
  { id: 'admin/content/NotFoundEditorPage', path: adminPaths.notFoundTexts, params: [], permission: 'content.change' },
  { id: 'admin/posts/ModerationPage', path: adminPaths.posts, params: [], permission: 'content.change' },
  { id: 'admin/mail/OutboxPage', path: adminPaths.outbox, params: [], permission: 'orders.read' },
  { id: 'admin/reports/ReportsPage', path: adminPaths.reports, params: [], permission: 'reports.read' },
  { id: 'admin/reports/ReportRowsPage', path: adminPaths.reportRows, params: [], permission: 'reports.read' },
  { id: 'admin/audit/AuditPage', path: adminPaths.audit, params: [], permission: 'audit.read' },
  { id: 'admin/staff/ApprovalsPage', path: adminPaths.approvals, params: [], permission: 'approve' },
  { id: 'admin/staff/StaffPage', path: adminPaths.staff, params: [], permission: 'staff.change' },
  { id: 'admin/status/StatusPage', path: adminPaths.status, params: [], permission: 'status.read' },
  { id: 'admin/settings/ShippingPage', path: adminPaths.shipping, params: [], permission: 'shipping.change' },
  { id: 'admin/settings/RedirectsPage', path: adminPaths.redirects, params: [], permission: 'settings.change' },
  { id: 'admin/settings/TaxPage', path: adminPaths.tax, params: [], permission: 'tax.change' },
  { id: 'admin/settings/TermsPage', path: adminPaths.terms, params: [], permission: 'settings.change' },
  { id: 'admin/settings/MailTextsPage', path: adminPaths.mailTexts, params: [], permission: 'settings.change' },
  { id: 'admin/settings/MailTextPage', path: adminPaths.mailText, params: [], permission: 'settings.change' },
  { id: 'admin/settings/SettingsPage', path: adminPaths.settings, params: [], permission: 'settings.change' },
  { id: 'admin/staff/ProfilePage', path: adminPaths.profile, params: [] },
] as const satisfies readonly AdminPage[]

export type AdminPageId = (typeof adminPages)[number]['id']
