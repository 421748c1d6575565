/*
 * Every path of the shop, defined once for server, pages, mails and the OpenAPI document. Plain strings without
 * schemas, because every page loads them. A segment may begin with a parameter (`:order_id`).
 */

/** All calls of the HTTP API by method and name. `defineCall` describes each one's input and responses. */
export const callPaths = {
  GET: {
    home: '/home.json',
    faqs: '/faqs.json',
    shop: '/shop.json',
    states: '/states.json',
    terms: '/terms.json',
    contentPage: '/pages/:slug.json',
    finder: '/product-finder.json',
    contentPreview: '/preview/:token.json',
    apiDescription: '/openapi.json',

    listing: '/packages.json',
    product: '/packages/:product_id.json',
    suggestions: '/suggestions.json',
    productDocument: '/documents/:file',

    readCart: '/cart.json',

    quotes: '/checkout/quotes.json',
    totals: '/checkout/totals.json',
    lastOrder: '/checkout/order.json',
    guestOrder: '/orders/:order_id.json',
    guestInvoice: '/orders/:order_id/invoice.pdf',
    guestCreditNote: '/orders/:order_id/credit-notes/:number.pdf',

    passwordLink: '/password/reset/:token.json',
    invitationLink: '/invitation/decline/:token.json',
    confirmEmailLink: '/email/confirm/:token.json',
    undoEmailLink: '/email/undo/:token.json',
    proveEmailLink: '/email/prove/:token.json',
    confirmNewsletterLink: '/newsletter/confirm/:token.json',
    endNewsletterLink: '/newsletter/end/:token.json',

    user: '/account/user.json',
    license: '/account/license.json',
    myData: '/account/my-data.json',
    myDataArchive: '/account/my-data.zip',
    licenseFile: '/account/license/file',
    renewalFile: '/account/license/renewal/file',
    orders: '/account/orders.json',
    order: '/account/orders/:order_id.json',
    orderPoints: '/account/orders/:order_id/points.json',
    invoice: '/account/orders/:order_id/invoice.pdf',
    creditNote: '/account/orders/:order_id/credit-notes/:number.pdf',
    points: '/account/points.json',
    myPayouts: '/account/payouts.json',

    sales: '/account/sales.json',
    salesHistory: '/account/sales/history.json',
    salesChanges: '/account/sales/changes.json',
    bonusLines: '/account/sales/lines.json',
    levelReason: '/account/sales/level.json',
    legs: '/account/sales/legs.json',
    searchLegs: '/account/sales/search.json',
    statement: '/account/sales/statement.json',
    statementPdf: '/account/sales/statement.pdf',

    posts: '/posts.json',
    post: '/posts/:post_id.json',
    comments: '/posts/:post_id/comments.json',
    replies: '/post/comments/:comment_id/replies.json',
    myPosts: '/account/posts.json',
  },
  POST: {
    addToCart: '/shopping-cart/product/add',
    updateCartLine: '/shopping-cart/product/update',
    removeCartLine: '/shopping-cart/product/remove',

    placeOrder: '/checkout/confirm',
    renewGuestLink: '/orders/:order_id/link',
    claimGuestPayment: '/orders/:order_id/paid',

    login: '/login',
    logout: '/logout',
    register: '/register',
    checkEmail: '/check-email',
    forgot: '/password/forgot',
    reset: '/password/reset',
    declineInvitation: '/invitation/decline',
    subscribe: '/newsletter/subscribe',
    confirmNewsletter: '/newsletter/confirm',
    endNewsletter: '/newsletter/end/:token',

    saveProfile: '/account/profile/save',
    changePassword: '/account/password/change',
    savePayoutMethod: '/account/payouts/method',
    saveLicense: '/account/license/save',
    exportMyData: '/account/my-data/export',
    eraseMyData: '/account/my-data/erase',
    keepMyData: '/account/my-data/keep',
    saveAddress: '/account/address/save',
    removeAddress: '/account/address/remove',
    claimOrders: '/account/orders/claim',
    claimPayment: '/account/orders/:order_id/paid',

    startSecondFactor: '/account/security/start',
    confirmSecondFactor: '/account/security/confirm',
    removeSecondFactor: '/account/security/remove',
    cancelEmailChange: '/account/email/cancel',
    resendEmailChange: '/account/email/resend',
    confirmEmail: '/email/confirm',
    undoEmailChange: '/email/undo',
    proveEmail: '/email/prove',

    addChild: '/account/child/add',

    comment: '/posts/:post_id/comments',
    reply: '/post/comments/reply',
    savePost: '/account/posts/save',
    upload: '/admin777/upload',

    sendMessage: '/contact',
  },
} as const

type CallPaths = typeof callPaths
export type ReadName = keyof CallPaths['GET']
export type WriteName = keyof CallPaths['POST']
export type CallName = ReadName | WriteName
export type MethodOf<N extends CallName> = N extends ReadName ? 'GET' : 'POST'
export type PathOf<N extends CallName> = (CallPaths['GET'] & CallPaths['POST'])[N]

export const callPath = <N extends CallName>(name: N): PathOf<N> => ({ ...callPaths.GET, ...callPaths.POST })[name]

/** Pages with a fixed path. */
export const pagePaths = {
  home: '/',
  packages: '/packages',
  search: '/search',
  faqs: '/faqs',
  about: '/about',
  privacy: '/privacy',
  returns: '/returns',
  shippingInfo: '/shipping',
  contact: '/contact',
  terms: '/terms',
  productFinder: '/product-finder',
  apiDocs: '/docs/api',
  posts: '/posts',
  cart: '/checkout/cart',
  shipping: '/checkout/shipping',
  payment: '/checkout/payment',
  review: '/checkout/review',
  success: '/checkout/success',
  login: '/login',
  register: '/register',
  account: '/account',
  accountPassword: '/account/password',
  accountSecurity: '/account/security',
  accountOrders: '/account/orders',
  accountAddresses: '/account/addresses',
  accountLicense: '/account/license',
  accountPoints: '/account/points',
  accountSales: '/account/sales',
  accountDownline: '/account/sales/downline',
  accountStatement: '/account/sales/statement',
  accountPosts: '/account/posts',
  accountData: '/account/my-data',
  accountPayouts: '/account/payouts',
} as const

export type PagePath = (typeof pagePaths)[keyof typeof pagePaths]

/** Pages about one object; `fillPath` inserts its id or token. */
export const pagePatterns = {
  contentPage: '/pages/:slug',
  contentPreview: '/preview/:token',
  product: '/packages/:product_id',
  post: '/posts/:post_id',
  accountOrder: '/account/orders/:order_id',
  guestOrder: '/orders/:order_id',
  resetPassword: '/password/reset/:token',
  declineInvitation: '/invitation/decline/:token',
  confirmNewsletter: '/newsletter/confirm/:token',
  endNewsletter: '/newsletter/end/:token',
  confirmEmail: '/email/confirm/:token',
  undoEmailChange: '/email/undo/:token',
  proveEmail: '/email/prove/:token',
} as const

/** Slugs of pages that owners write whose path has only that part. */
const topLevelSlugs: Readonly<Record<string, string>> = {
  about: pagePaths.about,
  privacy: pagePaths.privacy,
  returns: pagePaths.returns,
  shipping: pagePaths.shippingInfo,
  contact: pagePaths.contact,
}

/** Pattern of the browser's router for all of them. */
export const contentPattern = '/pages?/:slug'

/** All paths of pages that owners write. */
export const contentPaths: readonly string[] = [...Object.values(topLevelSlugs), pagePatterns.contentPage]

/** Path of a page that owners write. */
export const contentPagePath = (slug: string): string =>
  topLevelSlugs[slug] ?? fillPath(pagePatterns.contentPage, { slug })

/** Phones request the icon by this name without a link in the page. */
/** Icons of the shop; browsers and phones also request some of them without being told. */
export const iconPaths = {
  svg: '/favicon.svg',
  ico: '/favicon.ico',
  touch: '/apple-touch-icon.png',
  small: '/icon-192.png',
  large: '/icon-512.png',
  manifest: '/site.webmanifest',
} as const
/** The shop's logo as a PNG picture. */
export const logoPaths = { light: '/logo.png', dark: '/logo-dark.png' } as const
/** The folders under which files are served. */
export const fileFolders = { assets: '/assets/', uploads: '/uploads/' } as const

type ParamName<Text extends string> = Text extends `${infer Name}${'.' | '/'}${string}` ? Name : Text
/** The names of a path's parameters. */
export type PathParam<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Segment}/${infer More}`
    ? ParamName<Segment> | PathParam<`/${More}`>
    : ParamName<Rest>
  : never

/** Returns the path with its parameters filled in, URL-encoded. */
export const fillPath = <const Path extends string>(
  path: Path,
  params: Record<PathParam<Path>, string | number>,
): string => path.replace(/:(\w+)/g, (_, name: PathParam<Path>) => encodeURIComponent(params[name]))
