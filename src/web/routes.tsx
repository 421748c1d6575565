import { type RouteObject, redirect } from 'react-router'
import { pagePaths, pagePatterns } from '#contract/paths.ts'
import { licenseQuery } from './account/license-query.ts'
import { faqsQuery, homeQuery, listingQuery, productQuery, readListingQuery } from './catalog/queries.ts'
import { paths } from './client/paths.ts'
import { apiQuery } from './docs/queries.ts'
import { statesQuery } from './forms/states-query.ts'
import { RootLayout } from './layout/RootLayout.tsx'
import { guestOrderQuery, lastOrderQuery } from './order/queries.ts'
import { FailedPage, FailedShop } from './page/FailedPage.tsx'
import { loaderOf, nowhere, type PageHandle, type PageOptions, page } from './page/page-route.ts'
import { shopQuery } from './page/shop-query.ts'
import { postListQuery, postQuery, readPostListQuery, readPostQuery } from './post/queries.ts'
import { type EmailedLinkCall, emailedLinkQuery, passwordLinkQuery, userQuery } from './sign-in/queries.ts'
import { termsQuery } from './sign-in/terms-query.ts'

const deadLink = () => import('./sign-in/DeadLinkPage.tsx')
const emailedLink = (call: EmailedLinkCall): PageOptions => ({
  page: 'personal',
  reads: ({ params }) => [emailedLinkQuery(call, params.token ?? '')],
  failed: deadLink,
})

/**
 * The table of pages; the server registers its paths from here. `reads` lists all data that a page shows without
 * waiting.
 */
export const pages: RouteObject[] = [
  page('HomeRoute', pagePaths.home, () => import('./HomeRoute.tsx'), {
    page: 'public',
    reads: () => [homeQuery()],
  }),
  page('catalog/ListingPage', pagePaths.packages, () => import('./catalog/ListingPage.tsx'), {
    page: 'public',
    params: ['category', 'q', 'sort', 'page'],
    reads: ({ search }) => [listingQuery(readListingQuery(search))],
  }),
  page('catalog/ProductPage', pagePatterns.product, () => import('./catalog/ProductPage.tsx'), {
    page: 'public',
    reads: ({ params }) => [productQuery(Number(params.product_id))],
  }),
  page('catalog/FaqsPage', pagePaths.faqs, () => import('./catalog/FaqsPage.tsx'), {
    page: 'public',
    reads: () => [faqsQuery()],
  }),
  page('catalog/AboutPage', pagePaths.about, () => import('./catalog/AboutPage.tsx'), { page: 'public' }),
  page('catalog/ProductFinderPage', pagePaths.productFinder, () => import('./catalog/ProductFinderPage.tsx'), {
    page: 'public',
    reads: () => [listingQuery({})],
  }),
  page('docs/ApiPage', pagePaths.apiDocs, () => import('./docs/ApiPage.tsx'), {
    page: 'public',
    params: ['part'],
    reads: () => [apiQuery()],
  }),
  page('post/PostListPage', pagePaths.posts, () => import('./post/PostListPage.tsx'), {
    page: 'public',
    params: ['language', 'page'],
    reads: ({ search }) => [postListQuery(readPostListQuery(search))],
  }),
  page('post/PostPage', pagePatterns.post, () => import('./post/PostPage.tsx'), {
    page: 'public',
    params: ['from', 'reply'],
    reads: ({ params, search }) => [postQuery(Number(params.post_id), readPostQuery(search))],
  }),
  page('CartRoute', pagePaths.cart, () => import('./CartRoute.tsx'), { page: 'personal' }),
  page('checkout/ShippingPage', pagePaths.shipping, () => import('./checkout/ShippingPage.tsx'), {
    page: 'shell',
    reads: () => [statesQuery()],
  }),
  page('checkout/PaymentPage', pagePaths.payment, () => import('./checkout/PaymentPage.tsx'), { page: 'shell' }),
  page('checkout/ReviewPage', pagePaths.review, () => import('./checkout/ReviewPage.tsx'), {
    page: 'shell',
    reads: () => [statesQuery()],
  }),
  page('checkout/SuccessPage', pagePaths.success, () => import('./checkout/SuccessPage.tsx'), {
    page: 'personal',
    reads: () => [lastOrderQuery()],
    otherwise: paths.cart,
  }),
  page('order/GuestOrderPage', pagePatterns.guestOrder, () => import('./order/GuestOrderPage.tsx'), {
    page: 'personal',
    params: ['key'],
    reads: ({ params, search }) => [guestOrderQuery(Number(params.order_id), search.get('key') ?? '')],
    failed: () => import('./order/GuestOrderFailed.tsx'),
  }),
  page('sign-in/LoginPage', pagePaths.login, () => import('./sign-in/LoginPage.tsx'), {
    page: 'shell',
    params: ['next'],
  }),
  page('sign-in/RegisterPage', pagePaths.register, () => import('./sign-in/RegisterPage.tsx'), {
    page: 'shell',
    reads: () => [statesQuery(), termsQuery()],
  }),
  page('sign-in/TermsPage', pagePaths.terms, () => import('./sign-in/TermsPage.tsx'), {
    page: 'public',
    reads: () => [termsQuery()],
  }),
  page('sign-in/ResetPage', pagePatterns.resetPassword, () => import('./sign-in/ResetPage.tsx'), {
    page: 'personal',
    reads: ({ params }) => [passwordLinkQuery(params.token ?? ''), termsQuery()],
    failed: deadLink,
  }),
  page(
    'sign-in/DeclinePage',
    pagePatterns.declineInvitation,
    () => import('./sign-in/DeclinePage.tsx'),
    emailedLink('invitationLink'),
  ),
  page(
    'sign-in/ConfirmNewsletterPage',
    pagePatterns.confirmNewsletter,
    () => import('./sign-in/ConfirmNewsletterPage.tsx'),
    emailedLink('confirmNewsletterLink'),
  ),
  page(
    'sign-in/EndNewsletterPage',
    pagePatterns.endNewsletter,
    () => import('./sign-in/EndNewsletterPage.tsx'),
    emailedLink('endNewsletterLink'),
  ),
  page('account/ProfilePage', pagePaths.account, () => import('./account/ProfilePage.tsx'), { page: 'shell' }),
  page('account/PasswordPage', pagePaths.accountPassword, () => import('./account/PasswordPage.tsx'), {
    page: 'shell',
  }),
  page('account/SecurityPage', pagePaths.accountSecurity, () => import('./account/SecurityPage.tsx'), {
    page: 'shell',
  }),
  page('account/MyDataPage', pagePaths.accountData, () => import('./account/MyDataPage.tsx'), { page: 'shell' }),
  page('order/OrdersPage', pagePaths.accountOrders, () => import('./order/OrdersPage.tsx'), {
    page: 'shell',
    params: ['page'],
  }),
  page('order/OrderPage', pagePatterns.accountOrder, () => import('./order/OrderPage.tsx'), { page: 'shell' }),
  page('account/AddressesPage', pagePaths.accountAddresses, () => import('./account/AddressesPage.tsx'), {
    page: 'shell',
    reads: () => [statesQuery()],
  }),
  page('account/LicensePage', pagePaths.accountLicense, () => import('./account/LicensePage.tsx'), {
    page: 'personal',
    reads: () => [userQuery(), licenseQuery(), statesQuery()],
    guests: paths.login,
  }),
  page('points/PointsPage', pagePaths.accountPoints, () => import('./points/PointsPage.tsx'), {
    page: 'shell',
    params: ['page'],
  }),
  page('account/PayoutsPage', pagePaths.accountPayouts, () => import('./account/PayoutsPage.tsx'), {
    page: 'shell',
  }),
  page('sales/SalesPage', pagePaths.accountSales, () => import('./sales/SalesPage.tsx'), {
    page: 'shell',
    params: ['year', 'month', 'page'],
    reads: () => [statesQuery()],
  }),
  page('sales/DownlinePage', pagePaths.accountDownline, () => import('./sales/DownlinePage.tsx'), {
    page: 'shell',
    params: ['year', 'month', 'of'],
  }),
  page(
    'sales/statement/StatementPage',
    pagePaths.accountStatement,
    () => import('./sales/statement/StatementPage.tsx'),
    { page: 'shell', params: ['year', 'month'] },
  ),
  page(
    'account/EmailProofPage',
    pagePatterns.proveEmail,
    () => import('./account/EmailProofPage.tsx'),
    emailedLink('proveEmailLink'),
  ),
  page('post/PostsPage', pagePaths.accountPosts, () => import('./post/PostsPage.tsx'), {
    page: 'shell',
    params: ['page'],
  }),
  page(
    'account/EmailConfirmPage',
    pagePatterns.confirmEmail,
    () => import('./account/EmailConfirmPage.tsx'),
    emailedLink('confirmEmailLink'),
  ),
  page(
    'account/EmailUndoPage',
    pagePatterns.undoEmailChange,
    () => import('./account/EmailUndoPage.tsx'),
    emailedLink('undoEmailLink'),
  ),
  {
    path: pagePaths.search,
    loader: ({ url }) => redirect(paths.listing({ q: url.searchParams.get('q') ?? '' })),
    handle: { page: 'public', params: ['q'] } satisfies PageHandle,
  },
]

export const routes: RouteObject[] = [
  {
    id: 'shop',
    ErrorBoundary: FailedShop,
    children: [
      {
        id: 'layout',
        Component: RootLayout,
        loader: loaderOf(() => [shopQuery()]),
        // Every page needs it and it rarely changes, so it is fetched once per page view.
        shouldRevalidate: () => false,
        children: [
          {
            id: 'pages',
            ErrorBoundary: FailedPage,
            children: [...pages, { id: 'nowhere', path: '*', loader: nowhere }],
          },
        ],
      },
    ],
  },
]
