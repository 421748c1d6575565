import type { ListingQuery } from '#contract/catalog.ts'
import type { PostListQuery, PostQuery } from '#contract/post.ts'

/** A month of the sales pages; empty for the current one. */
export type MonthQuery = { year?: string | undefined; month?: string | undefined }
type LinesQuery = MonthQuery & { bonus: 'own' | 'sales' | 'level'; paid: 'yes' | 'no'; after?: string | undefined }

/** Every path of the shop is built here, so that moving a page takes one edit. */
export const paths = {
  home: '/',
  packages: '/packages',
  listing: (query: Partial<ListingQuery>) => `/packages${search(query)}`,
  product: (id: number) => `/packages/${id}`,
  faqs: '/faqs',
  about: '/about',
  productFinder: '/product-finder',
  apiDocs: '/docs/api',
  cart: '/checkout/cart',
  shipping: '/checkout/shipping',
  payment: '/checkout/payment',
  review: '/checkout/review',
  success: '/checkout/success',
  login: '/login',
  register: '/register',
  referral: (code: string) => `/register${search({ ref: code })}`,
  declineInvitation: (token: string) => `/invitation/decline/${encodeURIComponent(token)}`,
  account: '/account',
  accountPassword: '/account/password',
  accountSecurity: '/account/security',
  accountOrders: '/account/orders',
  accountOrder: (id: number) => `/account/orders/${id}`,
  accountAddresses: '/account/addresses',
  accountPoints: '/account/points',
  accountSales: '/account/sales',
  salesOf: (query: MonthQuery & { page?: number }) => `/account/sales${search(query)}`,
  accountDownline: (query: MonthQuery & { of?: number }) => `/account/sales/downline${search(query)}`,
  accountStatement: (query: MonthQuery) => `/account/sales/statement${search(query)}`,
  statementPdf: (query: MonthQuery) => `/account/sales/statement.pdf${search(query)}`,
  accountPosts: '/account/posts',
  posts: '/posts',
  postList: (query: Partial<PostListQuery>) => `/posts${search(query)}`,
  post: (id: number, query: PostQuery = {}) => `/posts/${id}${search(query)}`,
  accountInvoice: (id: number) => `/account/orders/${id}/invoice.pdf`,
  guestOrder: (id: number, key: string) => `/orders/${id}?key=${encodeURIComponent(key)}`,
  guestInvoice: (id: number, key: string) => `/orders/${id}/invoice.pdf?key=${encodeURIComponent(key)}`,

  api: {
    description: '/openapi.json',
    cart: '/cart.json',
    addToCart: '/shopping-cart/product/add',
    updateCartLine: '/shopping-cart/product/update',
    removeCartLine: '/shopping-cart/product/remove',
    listing: (query: Partial<ListingQuery>) => `/packages.json${search(query)}`,
    product: (id: number) => `/packages/${id}.json`,
    home: '/home.json',
    faqs: '/faqs.json',
    shop: '/shop.json',
    states: '/states.json',
    quotes: (destination: { zipcode: string } | { address_id: string }) =>
      `/checkout/quotes.json${search(destination)}`,
    totals: (question: Record<string, string>) => `/checkout/totals.json${search(question)}`,
    placeOrder: '/checkout/confirm',
    lastOrder: '/checkout/order.json',
    guestOrder: (id: number, key: string) => `/orders/${id}.json${search({ key })}`,
    renewGuestLink: (id: number) => `/orders/${id}/link`,
    login: '/login',
    logout: '/logout',
    register: '/register',
    checkEmail: '/check-email',
    forgotPassword: '/password/forgot',
    resetPassword: '/password/reset',
    passwordLink: (token: string) => `/password/reset/${encodeURIComponent(token)}.json`,
    declineInvitation: '/invitation/decline',
    user: '/account/user.json',
    saveProfile: '/account/profile/save',
    licence: '/account/licence.json',
    saveLicence: '/account/licence/save',
    changePassword: '/account/password/change',
    startSecondFactor: '/account/security/start',
    confirmSecondFactor: '/account/security/confirm',
    removeSecondFactor: '/account/security/remove',
    saveAddress: '/account/address/save',
    removeAddress: '/account/address/remove',
    accountOrders: (offset: number) => `/account/orders.json?offset=${offset}`,
    accountOrder: (id: number) => `/account/orders/${id}.json`,
    accountPoints: (offset: number) => `/account/points.json?offset=${offset}`,
    sales: (query: MonthQuery & { offset?: number } = {}) => `/account/sales.json${search(query)}`,
    salesHistory: '/account/sales/history.json',
    bonusLines: (query: LinesQuery) => `/account/sales/lines.json${search(query)}`,
    salesChanges: (query: MonthQuery) => `/account/sales/changes.json${search(query)}`,
    levelReason: (query: MonthQuery) => `/account/sales/level.json${search(query)}`,
    legs: (query: MonthQuery & { member_id?: number | undefined; offset?: number }) =>
      `/account/sales/legs.json${search(query)}`,
    searchLegs: (query: MonthQuery & { q: string }) => `/account/sales/search.json${search(query)}`,
    statement: (query: MonthQuery) => `/account/sales/statement.json${search(query)}`,
    addChild: '/account/child/add',
    claimOrders: '/account/orders/claim',
    proveEmail: '/email/prove',
    accountPosts: (offset: number) => `/account/posts.json?offset=${offset}`,
    savePost: '/account/posts/save',
    uploadPicture: '/admin777/upload',
    posts: (query: Partial<PostListQuery>) => `/posts.json${search(query)}`,
    post: (id: number, query: PostQuery = {}) => `/posts/${id}.json${search(query)}`,
    comments: (postId: number, from: number) => `/posts/${postId}/comments.json?from=${from}`,
    replies: (commentId: number, from: number) => `/post/comments/${commentId}/replies.json?from=${from}`,
    comment: (postId: number) => `/posts/${postId}/comments`,
    reply: '/post/comments/reply',
    confirmEmail: '/email/confirm',
    cancelEmailChange: '/account/email/cancel',
    resendEmailChange: '/account/email/resend',
    undoEmailChange: '/email/undo',
    subscribe: '/newsletter/subscribe',
  },
} as const

/** Omits empty and default values, so that one listing has one URL. */
function search(query: Record<string, string | number | undefined>): string {
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      value !== undefined &&
      value !== '' &&
      !(name === 'page' && value === 1) &&
      !(name === 'language' && value === 'en') &&
      !(name === 'sort' && value === 'featured'),
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}
