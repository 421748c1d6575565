/**
 * Every path of the shop, written once: server, pages, mails and OpenAPI document take it from here. Plain text without
 * a schema, since every page loads it. A segment may begin with a parameter (`:order_id`).
 */

/** Method and path of every call of the HTTP API. `defineCall` says of each what it takes and what it answers. */
export const callPaths = {
  home: 'GET /home.json',
  faqs: 'GET /faqs.json',
  shop: 'GET /shop.json',
  states: 'GET /states.json',

  listing: 'GET /packages.json',
  product: 'GET /packages/:product_id.json',

  readCart: 'GET /cart.json',
  addToCart: 'POST /shopping-cart/product/add',
  updateCartLine: 'POST /shopping-cart/product/update',
  removeCartLine: 'POST /shopping-cart/product/remove',

  quotes: 'GET /checkout/quotes.json',
  totals: 'GET /checkout/totals.json',
  placeOrder: 'POST /checkout/confirm',
  lastOrder: 'GET /checkout/order.json',
  guestOrder: 'GET /orders/:order_id.json',
  guestInvoice: 'GET /orders/:order_id/invoice.pdf',
  renewGuestLink: 'POST /orders/:order_id/link',

  login: 'POST /login',
  logout: 'POST /logout',
  register: 'POST /register',
  checkEmail: 'POST /check-email',
  forgot: 'POST /password/forgot',
  reset: 'POST /password/reset',
  passwordLink: 'GET /password/reset/:token.json',
  declineInvitation: 'POST /invitation/decline',
  subscribe: 'POST /newsletter/subscribe',

  user: 'GET /account/user.json',
  saveProfile: 'POST /account/profile/save',
  changePassword: 'POST /account/password/change',
  licence: 'GET /account/licence.json',
  saveLicence: 'POST /account/licence/save',
  saveAddress: 'POST /account/address/save',
  removeAddress: 'POST /account/address/remove',
  orders: 'GET /account/orders.json',
  order: 'GET /account/orders/:order_id.json',
  invoice: 'GET /account/orders/:order_id/invoice.pdf',
  claimOrders: 'POST /account/orders/claim',
  points: 'GET /account/points.json',

  startSecondFactor: 'POST /account/security/start',
  confirmSecondFactor: 'POST /account/security/confirm',
  removeSecondFactor: 'POST /account/security/remove',
  cancelEmailChange: 'POST /account/email/cancel',
  resendEmailChange: 'POST /account/email/resend',
  confirmEmail: 'POST /email/confirm',
  undoEmailChange: 'POST /email/undo',
  proveEmail: 'POST /email/prove',

  sales: 'GET /account/sales.json',
  salesHistory: 'GET /account/sales/history.json',
  salesChanges: 'GET /account/sales/changes.json',
  bonusLines: 'GET /account/sales/lines.json',
  levelReason: 'GET /account/sales/level.json',
  legs: 'GET /account/sales/legs.json',
  searchLegs: 'GET /account/sales/search.json',
  statement: 'GET /account/sales/statement.json',
  statementPdf: 'GET /account/sales/statement.pdf',
  addChild: 'POST /account/child/add',

  posts: 'GET /posts.json',
  post: 'GET /posts/:post_id.json',
  comments: 'GET /posts/:post_id/comments.json',
  replies: 'GET /post/comments/:comment_id/replies.json',
  comment: 'POST /posts/:post_id/comments',
  reply: 'POST /post/comments/reply',
  ownPosts: 'GET /account/posts.json',
  savePost: 'POST /account/posts/save',
  upload: 'POST /admin777/upload',
} as const

export type CallName = keyof typeof callPaths
export type MethodOf<N extends CallName> = (typeof callPaths)[N] extends `${infer Method} ${string}` ? Method : never
export type PathOf<N extends CallName> = (typeof callPaths)[N] extends `${string} ${infer Path}` ? Path : never

/** Pages that have one URL, their search parameters aside. */
export const pagePaths = {
  home: '/',
  packages: '/packages',
  search: '/search',
  faqs: '/faqs',
  about: '/about',
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
  accountPoints: '/account/points',
  accountSales: '/account/sales',
  accountDownline: '/account/sales/downline',
  accountStatement: '/account/sales/statement',
  accountPosts: '/account/posts',
} as const

/** Pages about one thing: `fillPath` makes their URLs. */
export const pagePatterns = {
  product: '/packages/:product_id',
  post: '/posts/:post_id',
  accountOrder: '/account/orders/:order_id',
  guestOrder: '/orders/:order_id',
  resetPassword: '/password/reset/:token',
  declineInvitation: '/invitation/decline/:token',
  confirmEmail: '/email/confirm/:token',
  undoEmailChange: '/email/undo/:token',
  proveEmail: '/email/prove/:token',
} as const

/** The description of the calls, for programs. */
export const API_DESCRIPTION = '/openapi.json'

type Word<Text extends string> = Text extends `${infer Name}${'.' | '/'}${string}` ? Name : Text
/** Names of the parameters in a path. */
export type PathParam<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Segment}/${infer More}`
    ? Word<Segment> | PathParam<`/${More}`>
    : Word<Rest>
  : never

/** The path with its parameters filled in. */
export const fillPath = <const Path extends string>(
  path: Path,
  params: Record<PathParam<Path>, string | number>,
): string => path.replace(/:(\w+)/g, (_, name: PathParam<Path>) => encodeURIComponent(params[name]))
