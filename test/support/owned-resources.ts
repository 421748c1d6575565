import type { LightMyRequestResponse } from 'fastify'
import { cents } from '#domain/money/money.ts'
import { hashPassword } from '#server/identity/credentials/password.ts'
import { creditOrder as writeCreditNote } from '#server/orders/payments/credit-order.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { browserOf } from './browser.ts'
import { makeProduct } from './factories.ts'
import { registrationForm } from './member-forms.ts'
import { deliveryForm, pickupForm } from './order-forms.ts'
import { requireOk } from './require-ok.ts'
import { waitFor } from './wait.ts'

const PASSWORD = 'orchid lamp 48'

type Browser = ReturnType<typeof browserOf>
/**
 * `key` is the secret that opens the resource besides its id, known only to its owner; `number` is the number its owner
 * sees.
 */
type Resource = { id: number; key?: string; number?: number }

export type OwnedResource = {
  owner: 'user' | 'guest'
  /** Creates a new one for the owner. */
  create(owner: Browser, db: Database): Promise<Resource>
  /** Makes the call about it. */
  request(browser: Browser, resource: Resource): Promise<LightMyRequestResponse>
  /** Status for a stranger, if it is not "not found". */
  expectedStatus?: number
}

/** Owned by the shop: `src/server/identity/staff/back-office-calls.db.test.ts` makes each call with every role. */
const STAFF_ONLY = 'owned by the shop; staff with the permission may use any'

/**
 * Every id that a call takes, as named by the ownership test, with its owner: how to create one and how to make the
 * call. A sentence instead explains why anyone may use it.
 */
export const ids: Record<string, OwnedResource[] | string> = {
  'GET /packages/:product_id.json product_id': 'products are public',
  'POST /admin/content/:document/save content.body.blocks.product_ids': STAFF_ONLY,
  'POST /admin/content/:document/save content.body.questions.id': 'counts the questions of the document',
  'POST /admin/content/:document/save content.body.questions.answers.id': 'counts the answers of a question',
  'POST /admin/content/:document/save content.body.questions.answers.category_id': STAFF_ONLY,
  'POST /admin/content/:document/save content.body.questions.answers.family_id': STAFF_ONLY,
  'POST /shopping-cart/product/add id': 'a product id; products are public',
  'POST /register cosmetology_id': 'a license number, stored as text; not used for look-ups',
  'POST /account/license/save cosmetology_id': 'a license number, stored as text; not used for look-ups',
  'POST /password/reset cosmetology_id': 'a license number, stored as text; not used for look-ups',
  'POST /shopping-cart/product/update id': cartLines((browser, { id }) =>
    browser.post('/shopping-cart/product/update', { id, quantity: 7 }),
  ),
  'POST /shopping-cart/product/remove id': cartLines((browser, { id }) =>
    browser.post('/shopping-cart/product/remove', { id }),
  ),
  'GET /orders/:order_id.json order_id': [
    {
      owner: 'guest',
      create: placeOrder,
      request: (browser, { id, key }) => browser.get(`/orders/${id}.json?key=${key}`),
    },
  ],
  'POST /orders/:order_id/paid order_id': [
    {
      owner: 'guest',
      create: placeOrder,
      request: (browser, { id, key }) => browser.post(`/orders/${id}/paid`, { key }),
    },
  ],
  'POST /account/orders/:order_id/paid order_id': [
    { owner: 'user', create: placeOrder, request: (browser, { id }) => browser.post(`/account/orders/${id}/paid`, {}) },
  ],
  'GET /admin/posts/:post_id.json post_id': STAFF_ONLY,
  'GET /admin/posts/:post_id/attachment post_id': STAFF_ONLY,
  'POST /admin/posts/:post_id/approve post_id': STAFF_ONLY,
  'POST /admin/posts/:post_id/hide post_id': STAFF_ONLY,
  'POST /admin/posts/:post_id/restore post_id': STAFF_ONLY,
  'POST /admin/comments/:comment_id/hide comment_id': STAFF_ONLY,
  'POST /admin/comments/:comment_id/restore comment_id': STAFF_ONLY,
  'POST /admin/replies/:reply_id/hide reply_id': STAFF_ONLY,
  'POST /admin/replies/:reply_id/restore reply_id': STAFF_ONLY,
  'GET /admin/messages/:message_id.json message_id': STAFF_ONLY,
  'POST /admin/messages/:message_id/answer message_id': STAFF_ONLY,
  'POST /admin/messages/:message_id/state message_id': STAFF_ONLY,
  'GET /admin/mails/:mail_id.json mail_id': STAFF_ONLY,
  'GET /admin/mails/:mail_id/page.html mail_id': STAFF_ONLY,
  'POST /admin/mails/:mail_id/resend mail_id': STAFF_ONLY,
  'POST /admin/mails/retry mail_ids': STAFF_ONLY,
  'POST /admin/newsletter/subscribers/:subscriber_id/bounced subscriber_id': STAFF_ONLY,
  'GET /admin/newsletters/:newsletter_id.json newsletter_id': STAFF_ONLY,
  'GET /admin/newsletters/:newsletter_id/deliveries.json newsletter_id': STAFF_ONLY,
  'POST /admin/newsletters/:newsletter_id/save newsletter_id': STAFF_ONLY,
  'POST /admin/newsletters/:newsletter_id/discard newsletter_id': STAFF_ONLY,
  'POST /admin/newsletters/:newsletter_id/test newsletter_id': STAFF_ONLY,
  'POST /admin/newsletters/:newsletter_id/send newsletter_id': STAFF_ONLY,
  'POST /admin/newsletters/:newsletter_id/stop newsletter_id': STAFF_ONLY,
  'POST /admin/newsletters/:newsletter_id/resume newsletter_id': STAFF_ONLY,
  'GET /admin/network/tree.json member_id': STAFF_ONLY,
  'GET /admin/corrections.json member_id': STAFF_ONLY,
  'GET /admin/corrections/proposed.json approval_id': STAFF_ONLY,
  'POST /admin/corrections/preview member_id': STAFF_ONLY,
  'POST /admin/corrections/propose member_id': STAFF_ONLY,
  'GET /admin/members/:member_id.json member_id': STAFF_ONLY,
  'GET /admin/members/:member_id/mails.json member_id': STAFF_ONLY,
  'POST /admin/settings/mails/:mail/preview order_id': STAFF_ONLY,
  'POST /admin/settings/mails/:mail/preview.html order_id': STAFF_ONLY,
  'POST /admin/months/:month/payouts/:member_id/hold member_id': STAFF_ONLY,
  'POST /admin/months/:month/payouts/:member_id/release member_id': STAFF_ONLY,
  'POST /admin/months/:month/payouts/:member_id/fail member_id': STAFF_ONLY,
  'POST /admin/months/:month/payouts/:member_id/send member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/w9 member_id': STAFF_ONLY,
  'GET /admin/members/:member_id/sponsors.json member_id': STAFF_ONLY,
  'GET /admin/members/:member_id/sponsor/preview.json member_id': STAFF_ONLY,
  'GET /admin/members/:member_id/sponsor/preview.json sponsor_id': STAFF_ONLY,
  'POST /admin/members/:member_id/sponsor/plan member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/sponsor/plan sponsor_id': STAFF_ONLY,
  'POST /admin/members/:member_id/sponsor/cancel member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/change member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/license member_id': STAFF_ONLY,
  'GET /admin/members/:member_id/erasure.json member_id': STAFF_ONLY,
  'GET /admin/members/:member_id/export.zip member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/erase member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/sign-in-as member_id': STAFF_ONLY,
  'GET /admin/members/:member_id/license/file member_id': STAFF_ONLY,
  'GET /admin/members/:member_id/license/renewal/file member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/invitations/:invitation_id/resend member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/invitations/:invitation_id/resend invitation_id': STAFF_ONLY,
  'POST /admin/members/:member_id/invitations/:invitation_id/revoke member_id': STAFF_ONLY,
  'POST /admin/members/:member_id/invitations/:invitation_id/revoke invitation_id': STAFF_ONLY,
  'POST /admin/staff/change staff_id': STAFF_ONLY,
  'POST /admin/staff/reset staff_id': STAFF_ONLY,
  'POST /admin/staff/stop-reset staff_reset_id': STAFF_ONLY,
  'POST /admin/approvals/approve approval_id': STAFF_ONLY,
  'POST /admin/approvals/refuse approval_id': STAFF_ONLY,
  'GET /admin/shipments/:shipment_id/packing-slip.pdf shipment_id': STAFF_ONLY,
  'GET /admin/shipments/packing-slips.pdf ids': STAFF_ONLY,
  'GET /admin/shipments/:shipment_id/label.pdf shipment_id': STAFF_ONLY,
  'GET /admin/shipments/labels.pdf ids': STAFF_ONLY,
  'GET /admin/orders/pick-list.pdf ids': STAFF_ONLY,
  'GET /admin/orders/pack-list.json ids': STAFF_ONLY,
  'GET /admin/orders/:order_id.json order_id': STAFF_ONLY,
  'POST /admin/returns/preview order_id': STAFF_ONLY,
  'POST /admin/returns/confirm order_id': STAFF_ONLY,
  'POST /admin/bank-transactions/:bank_transaction_id/book bank_transaction_id': STAFF_ONLY,
  'POST /admin/bank-transactions/:bank_transaction_id/book orders.order_id': STAFF_ONLY,
  'POST /admin/bank-transactions/:bank_transaction_id/received bank_transaction_id': STAFF_ONLY,
  'POST /admin/bank-transactions/:bank_transaction_id/set-aside bank_transaction_id': STAFF_ONLY,
  'POST /admin/bank-transactions/:bank_transaction_id/undo bank_transaction_id': STAFF_ONLY,
  'POST /admin/bank-transactions/book-exact bank_transaction_ids': STAFF_ONLY,
  'GET /admin/products/:product_id.json product_id': STAFF_ONLY,
  'GET /admin/products/export.csv ids': STAFF_ONLY,
  'GET /admin/products/export.csv category_id': STAFF_ONLY,
  'POST /admin/products/change products.product_id': STAFF_ONLY,
  'POST /admin/products/bulk/preview selection.product_ids': STAFF_ONLY,
  'POST /admin/products/bulk/preview selection.filter.category_id': STAFF_ONLY,
  'POST /admin/products/bulk/preview change.category_id': STAFF_ONLY,
  'POST /admin/products/bulk/start selection.product_ids': STAFF_ONLY,
  'POST /admin/products/bulk/start selection.filter.category_id': STAFF_ONLY,
  'POST /admin/products/bulk/start change.category_id': STAFF_ONLY,
  'GET /admin/products/imports/:import_id.json import_id': STAFF_ONLY,
  'GET /admin/products/imports/:import_id/rows.json import_id': STAFF_ONLY,
  'GET /admin/products/imports/:import_id/pictures.json import_id': STAFF_ONLY,
  'POST /admin/products/imports/:import_id/start import_id': STAFF_ONLY,
  'POST /admin/products/imports/:import_id/undo import_id': STAFF_ONLY,
  'POST /admin/products/imports/:import_id/discard import_id': STAFF_ONLY,
  'POST /admin/products/imports/:import_id/pictures import_id': STAFF_ONLY,
  'GET /admin/content/media/:picture_id.json picture_id': STAFF_ONLY,
  'POST /admin/content/media/:picture_id/save picture_id': STAFF_ONLY,
  'POST /admin/content/media/:picture_id/replace picture_id': STAFF_ONLY,
  'POST /admin/content/media/:picture_id/replace replacement_id': STAFF_ONLY,
  'POST /admin/content/media/:picture_id/delete picture_id': STAFF_ONLY,
  'POST /admin/content/:document/save content.body.sections.source.product_ids': STAFF_ONLY,
  'POST /admin/content/:document/save content.body.slides.id': STAFF_ONLY,
  'POST /admin/content/:document/save content.body.notices.id': STAFF_ONLY,
  'POST /admin/categories/add parent_id': STAFF_ONLY,
  'POST /admin/categories/order parent_id': STAFF_ONLY,
  'POST /admin/categories/order category_ids': STAFF_ONLY,
  'POST /admin/categories/:category_id/save category_id': STAFF_ONLY,
  'POST /admin/categories/:category_id/save parent_id': STAFF_ONLY,
  'POST /admin/categories/:category_id/merge category_id': STAFF_ONLY,
  'POST /admin/categories/:category_id/merge into_id': STAFF_ONLY,
  'POST /admin/categories/:category_id/delete category_id': STAFF_ONLY,
  'GET /admin/stock/:product_id/history.json product_id': STAFF_ONLY,
  'POST /admin/stock/:product_id/receive product_id': STAFF_ONLY,
  'POST /admin/stock/:product_id/count product_id': STAFF_ONLY,
  'POST /admin/stock/:product_id/correct product_id': STAFF_ONLY,
  'POST /admin/stock/:product_id/damage product_id': STAFF_ONLY,
  'GET /admin/products.json category_id': STAFF_ONLY,
  'GET /admin/products/:product_id/history.json product_id': STAFF_ONLY,
  'POST /admin/products/add fields.category_id': STAFF_ONLY,
  'POST /admin/products/add fields.family_id': STAFF_ONLY,
  'POST /admin/products/add fields.contents.product_id': STAFF_ONLY,
  'POST /admin/products/change products.fields.category_id': STAFF_ONLY,
  'POST /admin/products/change products.fields.family_id': STAFF_ONLY,
  'POST /admin/products/change products.fields.contents.product_id': STAFF_ONLY,
  'GET /admin/products/families/:family_id.json family_id': STAFF_ONLY,
  'POST /admin/products/families/add members.product_id': STAFF_ONLY,
  'POST /admin/products/families/:family_id/save family_id': STAFF_ONLY,
  'POST /admin/products/families/:family_id/save members.product_id': STAFF_ONLY,
  'POST /admin/products/families/:family_id/dissolve family_id': STAFF_ONLY,
  'POST /admin/products/:product_id/save product_id': STAFF_ONLY,
  'POST /admin/products/:product_id/save fields.category_id': STAFF_ONLY,
  'POST /admin/products/:product_id/save fields.family_id': STAFF_ONLY,
  'POST /admin/products/:product_id/save fields.contents.product_id': STAFF_ONLY,
  'POST /admin/products/:product_id/delete product_id': STAFF_ONLY,
  'POST /admin/products/:product_id/restore product_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/payments/book order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/adjust order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/refund order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/refund credit_note_id': STAFF_ONLY,
  'POST /admin/payments/:payment_id/correct payment_id': STAFF_ONLY,
  'POST /admin/payments/:payment_id/clear payment_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/contact order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/complete order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/cancel order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/reinstate order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/due-date order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/settle-claim order_id': STAFF_ONLY,
  'POST /admin/views/:view_id/change view_id': STAFF_ONLY,
  'POST /admin/views/:view_id/delete view_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/notes/add order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/pack order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/ready order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/ship order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/deliver order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/pick-up order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/void-shipment order_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/ready shipment_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/ship shipment_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/deliver shipment_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/pick-up shipment_id': STAFF_ONLY,
  'POST /admin/orders/:order_id/void-shipment shipment_id': STAFF_ONLY,
  'GET /admin/orders/:order_id/versions.json order_id': STAFF_ONLY,
  'POST /admin/orders/edit order_id': STAFF_ONLY,
  'POST /admin/orders/edit lines.product_id': STAFF_ONLY,
  'POST /admin/orders/edit/preview order_id': STAFF_ONLY,
  'POST /admin/orders/edit/preview lines.product_id': STAFF_ONLY,
  'POST /admin/orders/place customer.user_id': STAFF_ONLY,
  'POST /admin/orders/place lines.product_id': STAFF_ONLY,
  'POST /admin/orders/place shipping.address_id': STAFF_ONLY,
  'POST /admin/orders/quote address_id': STAFF_ONLY,
  'POST /admin/orders/quote lines.product_id': STAFF_ONLY,
  'POST /admin/orders/quote user_id': STAFF_ONLY,
  'POST /orders/:order_id/link order_id':
    'the response is the same for every number; an email goes only to the email of the order',
  'GET /account/orders/:order_id.json order_id': [
    { owner: 'user', create: placeOrder, request: (browser, { id }) => browser.get(`/account/orders/${id}.json`) },
  ],
  'POST /account/address/save id': [
    {
      owner: 'user',
      create: saveAddress,
      request: (browser, { id }) => browser.post('/account/address/save', { ...address, id, city: 'Tenafly' }),
    },
  ],
  'GET /checkout/quotes.json address_id': [
    {
      owner: 'user',
      create: saveAddress,
      request: (browser, { id }) => browser.get(`/checkout/quotes.json?address_id=${id}`),
    },
  ],
  'GET /checkout/totals.json address_id': [
    {
      owner: 'user',
      create: async (owner, db) => {
        await fillCart(owner, db)
        return saveAddress(owner)
      },
      request: (browser, { id }) => browser.get(`/checkout/totals.json?type=D&shipping_method=ground&address_id=${id}`),
    },
  ],
  'POST /checkout/confirm shipping.address_id': [
    {
      owner: 'user',
      create: async (owner, db) => {
        await fillCart(owner, db)
        return saveAddress(owner)
      },
      request: (browser, { id }) =>
        browser.post('/checkout/confirm', { ...deliveryForm, shipping: { address_id: id } }),
      // One of many fields in a form.
      expectedStatus: 422,
    },
  ],
  'GET /account/orders/:order_id/points.json order_id': [
    {
      owner: 'user',
      create: placeOrder,
      request: (browser, { id }) => browser.get(`/account/orders/${id}/points.json`),
    },
  ],
  'GET /account/orders/:order_id/invoice.pdf order_id': [
    {
      owner: 'user',
      create: placeOrder,
      request: (browser, { id }) => browser.get(`/account/orders/${id}/invoice.pdf`),
    },
  ],
  'GET /orders/:order_id/invoice.pdf order_id': [
    {
      owner: 'guest',
      create: placeOrder,
      request: (browser, { id, key }) => browser.get(`/orders/${id}/invoice.pdf?key=${key}`),
    },
  ],
  'GET /account/orders/:order_id/credit-notes/:number.pdf order_id': [
    {
      owner: 'user',
      create: creditOrder,
      request: (browser, { id, number }) => browser.get(`/account/orders/${id}/credit-notes/${number}.pdf`),
    },
  ],
  'GET /orders/:order_id/credit-notes/:number.pdf order_id': [
    {
      owner: 'guest',
      create: creditOrder,
      request: (browser, { id, key, number }) => browser.get(`/orders/${id}/credit-notes/${number}.pdf?key=${key}`),
    },
  ],
  'GET /admin/orders/:order_id/credit-notes/:number.pdf order_id': STAFF_ONLY,
  'POST /account/posts/save id': [
    {
      owner: 'user',
      create: writePost,
      request: (browser, { id }) => browser.post('/account/posts/save', { ...post, id, title: 'Taken over' }),
    },
  ],
  'GET /account/sales/legs.json member_id': [
    {
      owner: 'user',
      create: addToDirectLine,
      request: (browser, { id }) => browser.get(`/account/sales/legs.json?member_id=${id}`),
    },
  ],
  'GET /posts/:post_id.json post_id': 'posts are public',
  'GET /posts/:post_id/comments.json post_id': 'posts are public, and so are their comments',
  'GET /post/comments/:comment_id/replies.json comment_id': 'comments are public, and so are their replies',
  'POST /posts/:post_id/comments post_id': 'posts are public, and every signed-in user may comment on them',
  'POST /post/comments/reply comment_id': 'comments are public, and every signed-in user may reply to them',
  'POST /account/payouts/method address_id': [
    {
      owner: 'user',
      async create(owner, db) {
        const address = await saveAddress(owner)
        // Gives every user this password, so that the stranger is not refused because of a wrong one.
        await db
          .updateTable('users')
          .set({ password_hash: await hashPassword(PASSWORD) })
          .execute()
        return address
      },
      request: (browser, { id }) =>
        browser.post('/account/payouts/method', { kind: 'check', address_id: id, current_password: PASSWORD }),
      expectedStatus: 422,
    },
  ],
  'POST /account/address/remove address_id': [
    {
      owner: 'user',
      create: saveAddress,
      request: (browser, { id }) => browser.post('/account/address/remove', { address_id: id }),
    },
  ],
}

/** Lines of a user's cart and of a guest's are looked up differently. */
function cartLines(request: OwnedResource['request']): OwnedResource[] {
  return [
    { owner: 'user', create: fillCart, request },
    { owner: 'guest', create: fillCart, request },
  ]
}

export async function fillCart(owner: Browser, db: Database): Promise<Resource> {
  const product = await makeProduct(db, { priceCents: 5000 })
  const { line_items } = requireOk(await owner.post('/shopping-cart/product/add', { id: product.id, quantity: 1 }))
  return line_items.at(-1)
}

async function placeOrder(owner: Browser, db: Database): Promise<Resource> {
  await fillCart(owner, db)
  const { id, url } = requireOk(await owner.post('/checkout/confirm', pickupForm))
  return { id, key: new URL(url, 'http://shop.test').searchParams.get('key') ?? '' }
}

/** An order with a credit of one dollar. */
async function creditOrder(owner: Browser, db: Database): Promise<Resource> {
  const placed = await placeOrder(owner, db)
  const zero = cents(0)
  const creditNote = await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, placed.id)
    const parts = { goods: cents(100), discount: zero, insurance: zero, shipping: zero, tax: zero }
    const note = { kind: 'adjustment', parts, isNumbered: true, reason: 'A dent.' } as const
    return order && writeCreditNote(trx, { kind: 'system', job: 'test' }, { order, ...note })
  })
  if (creditNote?.number === undefined) throw new Error('nothing was credited')
  return { ...placed, number: creditNote.number }
}

const address = deliveryForm.shipping

async function saveAddress(owner: Browser): Promise<Resource> {
  return requireOk(await owner.post('/account/address/save', address)).addresses.at(-1)
}

let sequence = 0

/** A person who registers through the owner's link. */
async function addToDirectLine(owner: Browser): Promise<Resource> {
  const { detail } = requireOk(await owner.get('/account/sales.json'))
  const form = registrationForm(`added${++sequence}@example.com`, 'orchid lamp 48')
  const member = requireOk(await owner.post('/register', { ...form, ref: detail.referral_code }))
  // In-memory figures lag by up to a second (docs/decisions/0011).
  await waitFor(async () => requireOk(await owner.get(`/account/sales/legs.json?member_id=${member.id}`)))
  return member
}

const post = { title: 'Mine', language: 'en', content: '<p>Only I change this.</p>' }

async function writePost(owner: Browser): Promise<Resource> {
  return requireOk(await owner.post('/account/posts/save', post)).data[0]
}
