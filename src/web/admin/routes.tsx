import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { AdminRoot } from './AdminRoot.tsx'
import { useHasPermission } from './api/session.tsx'
import { AppFrame } from './frame/AppFrame.tsx'
import { AuthFrame } from './frame/AuthFrame.tsx'
import { ErrorPage } from './frame/ErrorPage.tsx'
import { NotFoundPage } from './frame/NotFoundPage.tsx'
import { type AdminPageId, adminPages } from './pages.ts'
import { Forbidden } from './ui/states.tsx'

/** Code of each page, loaded on navigation. */
const pageModules: Record<AdminPageId, () => Promise<{ default: ComponentType }>> = {
  'admin/sign-in/SignInPage': () => import('./sign-in/SignInPage.tsx'),
  'admin/sign-in/SetPasswordPage': () => import('./sign-in/SetPasswordPage.tsx'),
  'admin/sign-in/StopResetPage': () => import('./sign-in/StopResetPage.tsx'),
  'admin/sign-in/FirstOwnerPage': () => import('./sign-in/FirstOwnerPage.tsx'),
  'admin/setup/SetupPage': () => import('./setup/SetupPage.tsx'),
  'admin/dashboard/TodayPage': () => import('./dashboard/TodayPage.tsx'),
  'admin/categories/CategoriesPage': () => import('./categories/CategoriesPage.tsx'),
  'admin/orders/OrdersPage': () => import('./orders/OrdersPage.tsx'),
  'admin/orders/NewOrderPage': () => import('./orders/NewOrderPage.tsx'),
  'admin/orders/OrderPage': () => import('./orders/OrderPage.tsx'),
  'admin/fulfillment/PackPage': () => import('./fulfillment/PackPage.tsx'),
  'admin/customers/MembersPage': () => import('./customers/MembersPage.tsx'),
  'admin/customers/GuestsPage': () => import('./customers/GuestsPage.tsx'),
  'admin/customers/MemberPage': () => import('./customers/MemberPage.tsx'),
  'admin/newsletters/NewslettersPage': () => import('./newsletters/NewslettersPage.tsx'),
  'admin/newsletters/NewsletterPage': () => import('./newsletters/NewsletterPage.tsx'),
  'admin/network/NetworkPage': () => import('./network/NetworkPage.tsx'),
  'admin/network/OrderMoneyPage': () => import('./network/OrderMoneyPage.tsx'),
  'admin/network/ReviewFlagsPage': () => import('./network/ReviewFlagsPage.tsx'),
  'admin/network/VolumeSharesPage': () => import('./network/VolumeSharesPage.tsx'),
  'admin/network/IncomePage': () => import('./network/IncomePage.tsx'),
  'admin/network/CorrectionsPage': () => import('./network/CorrectionsPage.tsx'),
  'admin/network/NewCorrectionPage': () => import('./network/NewCorrectionPage.tsx'),
  'admin/payments/MoneyPage': () => import('./payments/MoneyPage.tsx'),
  'admin/payments/BankTransactionsPage': () => import('./payments/BankTransactionsPage.tsx'),
  'admin/months/MonthsPage': () => import('./months/MonthsPage.tsx'),
  'admin/months/MonthPage': () => import('./months/MonthPage.tsx'),
  'admin/months/PayeesPage': () => import('./months/PayeesPage.tsx'),
  'admin/products/ProductsPage': () => import('./products/ProductsPage.tsx'),
  'admin/products/NewProductPage': () => import('./products/NewProductPage.tsx'),
  'admin/products/import/ProductImportsPage': () => import('./products/import/ProductImportsPage.tsx'),
  'admin/products/import/ProductImportPage': () => import('./products/import/ProductImportPage.tsx'),
  'admin/products/ProductPage': () => import('./products/ProductPage.tsx'),
  'admin/stock/StockPage': () => import('./stock/StockPage.tsx'),
  'admin/stock/ProductStockPage': () => import('./stock/ProductStockPage.tsx'),
  'admin/content/brand/BrandPage': () => import('./content/brand/BrandPage.tsx'),
  'admin/content/MediaPage': () => import('./content/MediaPage.tsx'),
  'admin/content/ContentListPage': () => import('./content/ContentListPage.tsx'),
  'admin/content/PageEditorPage': () => import('./content/PageEditorPage.tsx'),
  'admin/content/FinderEditorPage': () => import('./content/FinderEditorPage.tsx'),
  'admin/content/HomeEditorPage': () => import('./content/HomeEditorPage.tsx'),
  'admin/content/SlidesEditorPage': () => import('./content/SlidesEditorPage.tsx'),
  'admin/content/NoticesEditorPage': () => import('./content/NoticesEditorPage.tsx'),
  'admin/content/AnnouncementEditorPage': () => import('./content/AnnouncementEditorPage.tsx'),
  'admin/content/FaqsEditorPage': () => import('./content/FaqsEditorPage.tsx'),
  'admin/content/NavigationEditorPage': () => import('./content/NavigationEditorPage.tsx'),
  'admin/content/NotFoundEditorPage': () => import('./content/NotFoundEditorPage.tsx'),
  'admin/posts/ModerationPage': () => import('./posts/ModerationPage.tsx'),
  'admin/messages/MessagesPage': () => import('./messages/MessagesPage.tsx'),
  'admin/messages/MessagePage': () => import('./messages/MessagePage.tsx'),
  'admin/mail/OutboxPage': () => import('./mail/OutboxPage.tsx'),
  'admin/reports/ReportsPage': () => import('./reports/ReportsPage.tsx'),
  'admin/reports/ReportRowsPage': () => import('./reports/ReportRowsPage.tsx'),
  'admin/audit/AuditPage': () => import('./audit/AuditPage.tsx'),
  'admin/staff/ApprovalsPage': () => import('./staff/ApprovalsPage.tsx'),
  'admin/staff/StaffPage': () => import('./staff/StaffPage.tsx'),
  'admin/status/StatusPage': () => import('./status/StatusPage.tsx'),
  'admin/settings/RedirectsPage': () => import('./settings/RedirectsPage.tsx'),
  'admin/settings/ShippingPage': () => import('./settings/ShippingPage.tsx'),
  'admin/settings/TaxPage': () => import('./settings/TaxPage.tsx'),
  'admin/settings/TermsPage': () => import('./settings/TermsPage.tsx'),
  'admin/settings/MailTextsPage': () => import('./settings/MailTextsPage.tsx'),
  'admin/settings/MailTextPage': () => import('./settings/MailTextPage.tsx'),
  'admin/settings/SettingsPage': () => import('./settings/SettingsPage.tsx'),
  'admin/staff/ProfilePage': () => import('./staff/ProfilePage.tsx'),
}

const toRoute = (page: (typeof adminPages)[number]): RouteObject => ({
  id: page.id,
  path: page.path,
  lazy: { Component: async () => requirePermission((await pageModules[page.id]()).default, page) },
})

/** Shows a notice instead of the page to roles without permission, before the page fetches anything. */
function requirePermission(Page: ComponentType, page: (typeof adminPages)[number]): ComponentType {
  if (!('permission' in page)) return Page
  const { permission } = page
  return () => (useHasPermission(permission) ? <Page /> : <Forbidden />)
}
const isAuthPage = (page: (typeof adminPages)[number]): boolean => 'isAuth' in page

/** Client routes: sign-in and password pages stand alone, all others use the back-office frame. */
export const routes: RouteObject[] = [
  {
    id: 'admin',
    Component: AdminRoot,
    children: [
      { Component: AuthFrame, ErrorBoundary: ErrorPage, children: adminPages.filter(isAuthPage).map(toRoute) },
      {
        Component: AppFrame,
        ErrorBoundary: ErrorPage,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              ...adminPages.filter((page) => !isAuthPage(page)).map(toRoute),
              { id: 'admin/nowhere', path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
]
