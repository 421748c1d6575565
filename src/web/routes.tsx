import { type RouteObject, redirect } from 'react-router'
import { FINDER_PARAMS } from '#contract/base/limits.ts'
import { contentPaths, contentPattern, pagePaths, pagePatterns } from '#contract/paths.ts'
import { guestOrderQuery, lastOrderQuery } from './account/orders/queries.ts'
import { licenseQuery } from './account/profile/license-query.ts'
import { type EmailedLinkCall, emailedLinkQuery, passwordLinkQuery, userQuery } from './account/sign-in/queries.ts'
import { termsQuery } from './account/sign-in/terms-query.ts'
import { paths } from './api/paths.ts'
import { statesQuery } from './forms/states-query.ts'
import { FailedPage, FailedShop } from './page/FailedPage.tsx'
import { createLoader, type PageHandle, type PageOptions, page, throwNotFound } from './page/page-route.ts'
import { shopQuery } from './page/shop-query.ts'
import {
  faqsQuery,
  findCurrentListing,
  finderQuery,
  homeQuery,
  listingQuery,
  productQuery,
  readFinderQuery,
  readListingQuery,
} from './shop/catalog/queries.ts'
import { contentPageQuery, contentPreviewQuery } from './shop/content/queries.ts'
import { apiQuery } from './shop/docs/queries.ts'
import { RootLayout } from './shop/layout/RootLayout.tsx'
import { findPreferredList, postListQuery, postQuery, readPostListQuery, readPostQuery } from './shop/posts/queries.ts'

const loadDeadLinkPage = () => import('./account/sign-in/DeadLinkPage.tsx')
const emailedLink = (call: EmailedLinkCall): PageOptions => ({
  page: 'personal',
  reads: ({ params }) => [emailedLinkQuery(call, params.token ?? '')],
  failed: loadDeadLinkPage,
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
  page('ListingPage', pagePaths.packages, () => import('./shop/catalog/ListingPage.tsx'), {
    page: 'public',
    params: ['category', 'q', 'sort', 'exact', 'page'],
    reads: ({ search }) => [listingQuery(readListingQuery(search))],
    findCurrentUrl: ({ search }, client) => findCurrentListing(readListingQuery(search), client),
  }),
  page('ProductPage', pagePatterns.product, () => import('./shop/catalog/ProductPage.tsx'), {
    page: 'public',
    reads: ({ params }) => [productQuery(Number(params.product_id))],
  }),
  page('FaqsPage', pagePaths.faqs, () => import('./shop/catalog/FaqsPage.tsx'), {
    page: 'public',
    params: ['q'],
    reads: ({ search }) => [faqsQuery(search.get('q') ?? '')],
  }),
  page('ContentPage', contentPattern, () => import('./shop/content/ContentPage.tsx'), {
    page: 'public',
    params: ['sent'],
    servedPaths: contentPaths,
    reads: ({ params }) => [contentPageQuery(params.slug ?? '')],
  }),
  page('PreviewPage', pagePatterns.contentPreview, () => import('./shop/content/PreviewPage.tsx'), {
    page: 'personal',
    reads: ({ params }) => [contentPreviewQuery(params.token ?? '')],
    failed: () => import('./shop/content/PreviewEnded.tsx'),
  }),
  page('ProductFinderPage', pagePaths.productFinder, () => import('./shop/catalog/ProductFinderPage.tsx'), {
    page: 'public',
    params: [...FINDER_PARAMS],
    reads: ({ search }) => [finderQuery(readFinderQuery(search))],
  }),
  page('ApiPage', pagePaths.apiDocs, () => import('./shop/docs/ApiPage.tsx'), {
    page: 'public',
    params: ['part'],
    reads: () => [apiQuery()],
  }),
  page('PostListPage', pagePaths.posts, () => import('./shop/posts/PostListPage.tsx'), {
    page: 'public',
    params: ['language', 'tag', 'page'],
    reads: ({ search }) => [postListQuery(readPostListQuery(search))],
    findCurrentUrl: ({ search }) => findPreferredList(search),
  }),
  page('PostPage', pagePatterns.post, () => import('./shop/posts/PostPage.tsx'), {
    page: 'public',
    params: ['from', 'reply'],
    reads: ({ params, search }) => [postQuery(Number(params.post_id), readPostQuery(search))],
  }),
  page('CartRoute', pagePaths.cart, () => import('./CartRoute.tsx'), { page: 'personal' }),
  page('ShippingPage', pagePaths.shipping, () => import('./shop/checkout/ShippingPage.tsx'), {
    page: 'shell',
    reads: () => [statesQuery()],
  }),
  page('PaymentPage', pagePaths.payment, () => import('./shop/checkout/PaymentPage.tsx'), { page: 'shell' }),
  page('ReviewPage', pagePaths.review, () => import('./shop/checkout/ReviewPage.tsx'), {
    page: 'shell',
    reads: () => [statesQuery()],
  }),
  page('SuccessPage', pagePaths.success, () => import('./shop/checkout/SuccessPage.tsx'), {
    page: 'personal',
    reads: () => [lastOrderQuery()],
    notFoundRedirect: paths.cart,
  }),
  page('GuestOrderPage', pagePatterns.guestOrder, () => import('./account/orders/GuestOrderPage.tsx'), {
    page: 'personal',
    params: ['key'],
    reads: ({ params, search }) => [guestOrderQuery(Number(params.order_id), search.get('key') ?? '')],
    failed: () => import('./account/orders/GuestOrderFailed.tsx'),
  }),
  page('LoginPage', pagePaths.login, () => import('./account/sign-in/LoginPage.tsx'), {
    page: 'shell',
    params: ['next'],
  }),
  page('RegisterPage', pagePaths.register, () => import('./account/sign-in/RegisterPage.tsx'), {
    page: 'shell',
    reads: () => [statesQuery(), termsQuery()],
  }),
  page('TermsPage', pagePaths.terms, () => import('./account/sign-in/TermsPage.tsx'), {
    page: 'public',
    reads: () => [termsQuery()],
  }),
  page('ResetPage', pagePatterns.resetPassword, () => import('./account/sign-in/ResetPage.tsx'), {
    page: 'personal',
    reads: ({ params }) => [passwordLinkQuery(params.token ?? ''), termsQuery()],
    failed: loadDeadLinkPage,
  }),
  page(
    'DeclinePage',
    pagePatterns.declineInvitation,
    () => import('./account/sign-in/DeclinePage.tsx'),
    emailedLink('invitationLink'),
  ),
  page(
    'ConfirmNewsletterPage',
    pagePatterns.confirmNewsletter,
    () => import('./account/sign-in/ConfirmNewsletterPage.tsx'),
    emailedLink('confirmNewsletterLink'),
  ),
  page(
    'EndNewsletterPage',
    pagePatterns.endNewsletter,
    () => import('./account/sign-in/EndNewsletterPage.tsx'),
    emailedLink('endNewsletterLink'),
  ),
  page('ProfilePage', pagePaths.account, () => import('./account/profile/ProfilePage.tsx'), { page: 'shell' }),
  page('PasswordPage', pagePaths.accountPassword, () => import('./account/profile/PasswordPage.tsx'), {
    page: 'shell',
  }),
  page('SecurityPage', pagePaths.accountSecurity, () => import('./account/profile/SecurityPage.tsx'), {
    page: 'shell',
  }),
  page('MyDataPage', pagePaths.accountData, () => import('./account/profile/MyDataPage.tsx'), { page: 'shell' }),
  page('OrdersPage', pagePaths.accountOrders, () => import('./account/orders/OrdersPage.tsx'), {
    page: 'shell',
    params: ['page'],
  }),
  page('OrderPage', pagePatterns.accountOrder, () => import('./account/orders/OrderPage.tsx'), { page: 'shell' }),
  page('AddressesPage', pagePaths.accountAddresses, () => import('./account/profile/AddressesPage.tsx'), {
    page: 'shell',
    reads: () => [statesQuery()],
  }),
  page('LicensePage', pagePaths.accountLicense, () => import('./account/profile/LicensePage.tsx'), {
    page: 'personal',
    reads: () => [userQuery(), licenseQuery(), statesQuery()],
    signInPath: paths.login,
  }),
  page('PointsPage', pagePaths.accountPoints, () => import('./account/points/PointsPage.tsx'), {
    page: 'shell',
    params: ['page'],
  }),
  page('PayoutsPage', pagePaths.accountPayouts, () => import('./account/profile/PayoutsPage.tsx'), {
    page: 'shell',
  }),
  page('SalesPage', pagePaths.accountSales, () => import('./account/sales/SalesPage.tsx'), {
    page: 'shell',
    params: ['year', 'month', 'page'],
    reads: () => [statesQuery()],
  }),
  page('DownlinePage', pagePaths.accountDownline, () => import('./account/sales/DownlinePage.tsx'), {
    page: 'shell',
    params: ['year', 'month', 'of'],
  }),
  page('StatementPage', pagePaths.accountStatement, () => import('./account/sales/statement/StatementPage.tsx'), {
    page: 'shell',
    params: ['year', 'month'],
  }),
  page(
    'EmailProofPage',
    pagePatterns.proveEmail,
    () => import('./account/profile/EmailProofPage.tsx'),
    emailedLink('proveEmailLink'),
  ),
  page('PostsPage', pagePaths.accountPosts, () => import('./shop/posts/PostsPage.tsx'), {
    page: 'shell',
    params: ['page'],
  }),
  page(
    'EmailConfirmPage',
    pagePatterns.confirmEmail,
    () => import('./account/profile/EmailConfirmPage.tsx'),
    emailedLink('confirmEmailLink'),
  ),
  page(
    'EmailUndoPage',
    pagePatterns.undoEmailChange,
    () => import('./account/profile/EmailUndoPage.tsx'),
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
        loader: createLoader(() => [shopQuery()]),
        // Every page needs it and it rarely changes, so it is fetched once per page view.
        shouldRevalidate: () => false,
        children: [
          {
            id: 'pages',
            ErrorBoundary: FailedPage,
            children: [...pages, { id: 'nowhere', path: '*', loader: throwNotFound, element: null }],
          },
        ],
      },
    ],
  },
]
