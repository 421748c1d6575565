import type { AdminResponse } from '#contract/admin-calls.ts'
import type { CategoryTree } from '#contract/catalog/categories.ts'
import { defaultBrand } from '#contract/content/brand.ts'
import { monthOf } from '#domain/calendar/month.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { toInvitationVersion } from '#server/customers/resend-invitation.ts'
import { claimPayment } from '#server/orders/overdue/claim-payment.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { address } from './address.ts'
import type { browserOf } from './browser.ts'
import { readOrderVersion, readTransactionVersion, withCurrentVersion } from './current-version.ts'
import { makeCategory, makePicture, makeProduct, makeUser } from './factories.ts'
import { childForm } from './member-forms.ts'
import { requireOk } from './require-ok.ts'
import { makeStaff, readStaffVersion } from './staff.ts'

/** A recently re-authenticated owner who creates the data that a call needs. */
type CallContext = { owner: ReturnType<typeof browserOf>; connection: Connection }
type CallInput = { params?: Record<string, number | string>; query?: string; body?: object }

let sequence = 0
const reason = 'For a test'

/** Three units, $60.00, by a guest. */
async function placeOrder({ owner, connection }: CallContext, overrides: object = {}) {
  const { id } = await makeProduct(connection.db, { priceCents: 2000 })
  const guest = { kind: 'guest', first_name: 'Ada', last_name: 'Lee', user_email: 'a@b.example' }
  const order = {
    customer: { ...guest, phone_number: '2015550100' },
    lines: [{ product_id: id, quantity: 3 }],
    payment_type: 'quickpay',
    type: 'P',
    ...overrides,
  }
  return { order, id: requireOk(await owner.post('/admin/orders/place', order)).id as number }
}
/** Email of a guest with an order. */
async function createGuest(context: CallContext): Promise<string> {
  const email = `guest${++sequence}@example.com`
  const customer = { kind: 'guest', first_name: 'Ada', last_name: 'Lee', user_email: email, phone_number: '2015550100' }
  await placeOrder(context, { customer })
  return email
}
const pictureInput = async ({ connection }: CallContext, body: object = {}): Promise<CallInput> => ({
  params: { picture_id: await makePicture(connection) },
  body: { ...body, expected_version: '1' },
})
const familyBody = async ({ connection }: CallContext) => ({
  ...{ name: 'Polish', option_name: 'Shade', canonical: 0 },
  members: [{ product_id: (await makeProduct(connection.db)).id, option_value: 'Red', swatch: '#aa0000' }],
})
async function createFamily(context: CallContext) {
  const body = await familyBody(context)
  const { family_id, version } = requireOk(await context.owner.post('/admin/products/families/add', body))
  return { family_id: family_id as number, version: version as string, body }
}
const delivery = { type: 'D', shipping: { address_id: 0, ...address }, shipping_method: 'ground' }
const completeOrder = async (context: CallContext) => {
  const { id } = await placeOrder(context, { paid: true, handed_over: true })
  await postCurrent(context, `/admin/orders/${id}/complete`)
  return id
}
const payOrder = async (context: CallContext, cents: number, method = 'check') => {
  const { id } = await placeOrder(context)
  await postCurrent(context, `/admin/orders/${id}/payments/book`, { amount: cents / 100, method })
  const { rows } = await context.connection.pool.query('select max(id)::int as id from payments where order_id = $1', [
    id,
  ])
  return { id, paymentId: rows[0].id as number }
}
const advanceOrder = async (context: CallContext, overrides: object, ...steps: string[]) => {
  const { id } = await placeOrder(context, overrides)
  let shipment = 0
  for (const name of steps) {
    const { fulfillment } = await postCurrent(context, `/admin/orders/${id}/${name}`)
    shipment = fulfillment.shipments[0].id
  }
  return { id, shipment }
}
const stepInput =
  (overrides: object, ...precedingSteps: string[]) =>
  async (context: CallContext): Promise<CallInput> => {
    const { id } = await advanceOrder(context, overrides, ...precedingSteps)
    return orderChange(context, id)
  }
const orderInput =
  (body: object = {}) =>
  async (context: CallContext): Promise<CallInput> => ({ params: { order_id: (await placeOrder(context)).id }, body })
/** The input of a change of the order's current version. */
const orderChange = async ({ owner }: CallContext, id: number, body: object = {}): Promise<CallInput> => ({
  params: { order_id: id },
  body: { ...body, expected_version: await readOrderVersion(owner, id) },
})
const placedOrderChange =
  (body: object = {}) =>
  async (context: CallContext): Promise<CallInput> =>
    orderChange(context, (await placeOrder(context)).id, body)
const postCurrent = async ({ owner }: CallContext, path: string, body: object = {}) =>
  requireOk(await owner.post(path, await withCurrentVersion(owner, path, body)))
const transactionChange = async ({ owner }: CallContext, id: number, body: object = {}): Promise<CallInput> => ({
  params: { bank_transaction_id: id },
  body: { ...body, expected_version: await readTransactionVersion(owner, id) },
})
const createShipment = async (context: CallContext) => (await advanceOrder(context, delivery, 'pack')).shipment

async function importTransaction({ owner }: CallContext, memo = 'thanks', amount = '+7.00') {
  const text = `Date,Amount,Name,Memo,Id\n11/20/2026,${amount},ANY BODY,${memo},P${++sequence}`
  return requireOk(await owner.post('/admin/bank-transactions/import', { text })).added[0] as number
}
const readTree = async ({ owner }: CallContext) => (await owner.get('/admin/categories.json')).json<CategoryTree>()
const categoryChange = (create: (context: CallContext) => Promise<object>) => async (context: CallContext) => {
  const { id } = await makeCategory(context.connection.db)
  const fields = await create(context)
  return { params: { category_id: id }, body: { ...fields, expected_version: (await readTree(context)).version } }
}

const createMessage = async ({ connection }: CallContext): Promise<number> => {
  const { rows } = await connection.pool.query(
    `insert into messages (name, email, subject, body) values ('Ana', 'ana@example.com', 'Shades', 'Which shades?') returning id`,
  )
  return rows[0].id
}
/** A page with a draft. */
async function createContentPage({ owner }: CallContext) {
  const body = { slug: `page-${++sequence}`, title: 'Our salons' }
  const { document, version } = requireOk(await owner.post('/admin/content/pages/add', body))
  return { document: document as number, version: version as string }
}
const contentInput =
  (body?: object, ...precedingSteps: readonly (readonly [name: string, body: object])[]) =>
  async (context: CallContext): Promise<CallInput> => {
    const page = await createContentPage(context)
    let { version } = page
    for (const [name, step] of precedingSteps) {
      const path = `/admin/content/${page.document}/${name}`
      version = requireOk(await context.owner.post(path, { ...step, expected_version: version })).version
    }
    return { params: { document: page.document }, ...(body && { body: { ...body, expected_version: version } }) }
  }
const pageContent = { kind: 'page', body: { title: 'Salons', description: '', intro: '', blocks: [] } }
const inAYear = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString()

const createTrackedProduct = async ({ connection }: CallContext) => (await makeProduct(connection.db, { stock: 5 })).id
const stockInput =
  (body: object) =>
  async (context: CallContext): Promise<CallInput> => {
    const id = await createTrackedProduct(context)
    const { product } = requireOk(await context.owner.get(`/admin/stock/${id}/history.json`))
    return { params: { product_id: id }, body: { reason, expected_version: product.version, ...body } }
  }
const bulkBody = async ({ connection }: CallContext) => ({
  selection: { product_ids: [(await makeProduct(connection.db)).id] },
  change: { kind: 'pv', pv: 5 },
})
/** An import of a new product that can be started, or has been. */
const importInput = async ({ connection }: CallContext, state = 'ready') => {
  const { rows } = await connection.pool.query(
    `with import as (
       insert into product_imports (file_name, bytes, state, columns, requested_by, requested_by_id)
       select 'prices.csv', 9, $1, '{"Handle": "Handle"}', email, id from staff where role = 'owner' limit 1 returning id
     )
     insert into product_import_rows (import_id, line, handle, name, kind, price_cents, outcome)
     select id, 2, 'fixture-' || id, 'Fixture', 'product', 500, 'new' from import returning import_id`,
    [state],
  )
  return { params: { import_id: rows[0].import_id as number } }
}
const createCertificate = async ({ owner, connection }: CallContext, approved = false) => {
  const { email } = await makeUser(connection.db)
  const fields = { email, state: 'NJ', number: `N${++sequence}` }
  requireOk(await owner.post('/admin/certificates/save', { ...fields, expires_on: '2099-01-01' }))
  if (approved) requireOk(await owner.post('/admin/certificates/approve', fields))
  return fields
}
const editBody = async (context: CallContext) => ({
  order_id: (await placeOrder(context)).id,
  lines: [{ position: 0, quantity: 2 }],
})
const returnBody = async (context: CallContext) => ({
  order_id: await completeOrder(context),
  lines: [{ line: 0, quantity: 1, restock: true }],
  reason,
})

/** A newsletter, with further steps applied. */
async function newsletterInput({ owner, connection }: CallContext, ...steps: string[]): Promise<CallInput> {
  const text = { subject: `News ${++sequence}`, body: 'Hello.' }
  const { id, version } = requireOk(await owner.post('/admin/newsletters/write', text))
  await connection.pool.query(
    `insert into newsletter_subscribers (email, state, confirmed_at) values ('n${sequence}@reader.example', 'confirmed', now())`,
  )
  for (const step of steps)
    requireOk(await owner.post(`/admin/newsletters/${id}/${step}`, { expected_version: version }))
  return { params: { newsletter_id: id }, body: { expected_version: version } }
}

/** Latest version of the terms. */
async function publishTerms({ owner }: CallContext): Promise<number> {
  const { version } = requireOk(await owner.get('/admin/terms.json'))
  const terms = { text: `Terms ${++sequence}`, expected_version: version, reason }
  return requireOk(await owner.post('/admin/terms/publish', terms)).version
}

const readLinkEmailVersion = async ({ owner }: CallContext): Promise<string> =>
  requireOk(await owner.get('/admin/settings/mails/order_link.json')).version

/** A member with a license, in the state the owner has seen. */
async function createMember({ owner, connection }: CallContext) {
  const { id } = await makeUser(connection.db)
  await connection.pool.query(`update users set license_state = 'NJ', cosmetology_id = 'P-' || id where id = $1`, [id])
  const { version } = requireOk(await owner.get(`/admin/members/${id}.json`))
  return { id, version }
}

/** A member and another one who may become their sponsor. */
async function createSponsorChange({ owner, connection }: CallContext) {
  const { id } = await makeUser(connection.db)
  const { version } = requireOk(await owner.get(`/admin/members/${id}/sponsors.json`))
  return {
    params: { member_id: id },
    body: { sponsor_id: (await makeUser(connection.db)).id, expected_version: version, reason },
  }
}

/** A clerk, in the state the owner has seen. */
async function createClerk({ connection }: CallContext) {
  const { id } = await makeStaff(connection.db, 'clerk')
  return { staff_id: id, expected_version: await readStaffVersion(connection.db, id) }
}

/** An open invitation of a member. */
async function createInvitation({ connection }: CallContext): Promise<CallInput> {
  const { id } = await makeUser(connection.db)
  const form = { ...childForm(`invited${++sequence}@example.com`) }
  const invitation = await connection.db
    .insertInto('invitations')
    .values({ inviter_id: id, ...form })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return {
    params: { member_id: id, invitation_id: invitation.id },
    body: { reason, expected_version: toInvitationVersion(invitation.expires_at) },
  }
}

/** A month closed long ago, with a payout due to a member. */
async function createDuePayout({ connection }: CallContext) {
  const { id } = await makeUser(connection.db)
  const hash = "decode('00', 'hex')"
  await connection.pool.query(`insert into months (month, closed_at, closed_by, plan_version, inputs_hash, minimum_payout_cents, members,
      orders, lines, total_sales_cents, sales_bonus_cents, level_bonus_cents, breakage_cents)
    values ('2020-01', now(), 'x', 1, ${hash}, 2500, 1, 0, 0, 0, 0, 0, 0) on conflict do nothing`)
  await connection.pool.query(`insert into payouts (month, member_id, amount_cents) values ('2020-01', $1, 3000)`, [id])
  return { params: { month: '2020-01', member_id: id }, body: { reason, expected_version: '0' } }
}
/** A month that has begun: with a member in the network. */
async function currentMonthInput({ connection }: CallContext) {
  await makeUser(connection.db)
  await connection.pool.query(
    `update month_runs set state = 'refused', refusal = 'for a test', ended_at = now() where ended_at is null`,
  )
  return { params: { month: monthOf(Date.now()) } }
}

/** Five dollars for a new member. */
async function correctionInput({ connection }: CallContext) {
  const { id } = await makeUser(connection.db)
  const fields = { member_id: id, corrected_month: monthOf(Date.now()), bonus: 'sales', amount: 5, order_no: '' }
  return { body: { ...fields, reason } }
}

/**
 * Makes a back-office call succeed, creating everything it needs first. Calls that are not listed are made without
 * input: they take no id or body, or need a second person or a file.
 */
export const callFixtures: Record<string, (context: CallContext) => Promise<CallInput>> = {
  'GET /admin/members/:member_id.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'GET /admin/network/orders.json': async (context) => ({ query: `order=${await completeOrder(context)}` }),
  'GET /admin/months/:month.json': currentMonthInput,
  'POST /admin/months/:month/preview': currentMonthInput,
  'GET /admin/months/:month/payouts.json': async (context) => {
    await createDuePayout(context)
    return { params: { month: '2020-01' } }
  },
  'GET /admin/months/:month/payouts.csv': async (context) => {
    await createDuePayout(context)
    return { params: { month: '2020-01' } }
  },
  'GET /admin/payees/:year.json': async () => ({ params: { year: 2026 } }),
  'GET /admin/payees/:year/export.csv': async () => ({ params: { year: 2026 } }),
  'POST /admin/months/:month/payouts/:member_id/hold': (context) => createDuePayout(context),
  'POST /admin/months/:month/payouts/:member_id/fail': (context) => createDuePayout(context),
  'POST /admin/months/:month/payouts/:member_id/release': async (context) => {
    const { params, body } = await createDuePayout(context)
    const { version } = requireOk(
      await context.owner.post(`/admin/months/2020-01/payouts/${params.member_id}/hold`, body),
    )
    return { params, body: { ...body, expected_version: version } }
  },
  'POST /admin/members/:member_id/w9': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
    body: { on: '2026-01-15', expected_version: 'none' },
  }),
  'POST /admin/corrections/preview': correctionInput,
  'POST /admin/corrections/propose': async (context) => {
    const { body } = await correctionInput(context)
    const { version } = requireOk(await context.owner.post('/admin/corrections/preview', body))
    return { body: { ...body, expected_version: version } }
  },
  'GET /admin/network/review-flags.json': async () => ({ query: 'kind=near_match' }),
  'GET /admin/members/:member_id/mails.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'POST /admin/members/:member_id/change': async (context) => {
    const { id, version } = await createMember(context)
    return { params: { member_id: id }, body: { last_name: 'Changed', expected_version: version, reason } }
  },
  'GET /admin/members/:member_id/sponsors.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'GET /admin/members/:member_id/sponsor/preview.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
    query: `sponsor_id=${(await makeUser(connection.db)).id}`,
  }),
  'POST /admin/members/:member_id/sponsor/plan': (context) => createSponsorChange(context),
  'POST /admin/members/:member_id/sponsor/cancel': async (context) => {
    const { params, body } = await createSponsorChange(context)
    const { version } = requireOk(await context.owner.post(`/admin/members/${params.member_id}/sponsor/plan`, body))
    return { params, body: { expected_version: version, reason } }
  },
  'GET /admin/members/:member_id/erasure.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'GET /admin/members/:member_id/export.zip': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'POST /admin/members/:member_id/erase': async ({ owner, connection }) => {
    const { id } = await makeUser(connection.db)
    const { version } = requireOk(await owner.get(`/admin/members/${id}/erasure.json`))
    return { params: { member_id: id }, body: { reason, expected_version: version } }
  },
  'POST /admin/guests/preview': async (context) => ({ body: { email: await createGuest(context) } }),
  'POST /admin/guests/erase': async (context) => {
    const email = await createGuest(context)
    const { version } = requireOk(await context.owner.post('/admin/guests/preview', { email }))
    return { body: { email, expected_version: version, reason, acknowledge_open: true } }
  },
  'POST /admin/members/:member_id/sign-in-as': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
    body: { reason },
  }),
  'POST /admin/members/:member_id/license': async (context) => {
    const { id, version } = await createMember(context)
    return { params: { member_id: id }, body: { decision: 'refused', expected_version: version, reason } }
  },
  'POST /admin/members/:member_id/invitations/:invitation_id/resend': createInvitation,
  'POST /admin/members/:member_id/invitations/:invitation_id/revoke': createInvitation,
  'GET /admin/settings/quote.json': async () => ({ query: 'state=NJ&zip=07631&goods=10&weight=1' }),
  'POST /admin/settings/tax/set': async ({ owner }) => {
    const { version } = requireOk(await owner.get('/admin/settings/tax.json'))
    const rate = { state: 'NY', zip_prefix: '', percent: '4', on_goods: true, on_shipping: false }
    return { body: { ...rate, expected_version: version } }
  },
  'POST /admin/settings/shipping/methods/save': async ({ owner }) => {
    const { version } = requireOk(await owner.get('/admin/settings/shipping.json'))
    return { body: { code: 'walk', label: `On foot ${++sequence}`, expected_version: version } }
  },
  'POST /admin/settings/shipping/methods/order': async ({ owner }) => {
    const { methods, version } = requireOk(await owner.get('/admin/settings/shipping.json'))
    const codes = methods.map(({ code }: { code: string }) => code).reverse()
    return { body: { codes, expected_version: version } }
  },
  'POST /admin/settings/shipping/template': async ({ owner }) => {
    const { version } = requireOk(await owner.get('/admin/settings/shipping.json'))
    return { body: { template: 'flat', price: 9 + ++sequence, expected_version: version } }
  },
  'POST /admin/settings/mail-server/save': async ({ owner }) => {
    const { version } = requireOk(await owner.get('/admin/settings/mail-server.json'))
    const server = { host: '127.0.0.1', port: 1, encryption: 'none', user_name: 'shop', password: 'a password' }
    return { body: { ...server, expected_version: version } }
  },
  // Without a mail server, the email is stored as a file.
  'POST /admin/settings/mail-server/test': async ({ connection }) => {
    await connection.db.deleteFrom('mail_servers').execute()
    return { body: { to: 'owner@shop.example' } }
  },
  'POST /admin/setup/test-order': async ({ connection }) => {
    await makeProduct(connection.db)
    return {}
  },
  'GET /admin/settings/:key/history.json': async () => ({ params: { key: 'shop_phone' } }),
  'POST /admin/settings/:key/change': async ({ owner }) => {
    const { data } = requireOk(await owner.get('/admin/settings.json')) as AdminResponse<'settings'>
    const setting = data.find(({ key }) => key === 'low_stock_below')
    const value = String(Number(setting?.value) + 1)
    return { params: { key: 'low_stock_below' }, body: { value, expected_version: setting?.version, reason } }
  },
  'GET /admin/terms/:version.json': async (context) => ({ params: { version: await publishTerms(context) } }),
  'POST /admin/terms/publish': async (context) => {
    const expected_version = String(await publishTerms(context))
    return { body: { text: `Terms ${++sequence}`, expected_version, reason } }
  },
  'GET /admin/settings/mails/:mail.json': async () => ({ params: { mail: 'order_link' } }),
  'POST /admin/settings/mails/:mail/text': async (context) => ({
    params: { mail: 'order_link' },
    body: {
      subject: `A link ${++sequence}`,
      body: '{order_link}',
      expected_version: await readLinkEmailVersion(context),
    },
  }),
  'POST /admin/settings/mails/:mail/reset': async (context) => {
    const expected_version = await readLinkEmailVersion(context)
    const text = { subject: `A link ${++sequence}`, body: '{order_link}', expected_version }
    const { version } = requireOk(await context.owner.post('/admin/settings/mails/order_link/text', text))
    return { params: { mail: 'order_link' }, body: { expected_version: version } }
  },
  'POST /admin/settings/mails/:mail/preview': async () => ({
    params: { mail: 'order_link' },
    body: { subject: 'A link', body: '{order_link}' },
  }),
  'POST /admin/settings/mails/:mail/preview.html': async () => ({
    params: { mail: 'order_link' },
    body: { subject: 'A link', body: '{order_link}' },
  }),
  'GET /admin/newsletters/:newsletter_id.json': newsletterInput,
  'GET /admin/newsletters/:newsletter_id/deliveries.json': newsletterInput,
  'POST /admin/newsletter/subscribers/:subscriber_id/bounced': async ({ connection }) => {
    const { rows } = await connection.pool.query(
      `insert into newsletter_subscribers (email) values ('b${++sequence}@reader.example') returning id`,
    )
    return { params: { subscriber_id: rows[0].id }, body: { bounced: true } }
  },
  'POST /admin/newsletters/write': async () => ({ body: { subject: 'News', body: 'Hello.' } }),
  'POST /admin/newsletters/:newsletter_id/save': async (context) => {
    const { params, body } = await newsletterInput(context)
    return { params: params ?? {}, body: { ...body, subject: `News ${++sequence}`, body: 'Hello again.' } }
  },
  'POST /admin/newsletters/:newsletter_id/discard': newsletterInput,
  'POST /admin/newsletters/:newsletter_id/test': newsletterInput,
  'POST /admin/newsletters/:newsletter_id/send': newsletterInput,
  'POST /admin/newsletters/:newsletter_id/stop': (context) => newsletterInput(context, 'send'),
  'POST /admin/newsletters/:newsletter_id/resume': (context) => newsletterInput(context, 'send', 'stop'),
  'POST /admin/newsletters/preview': async () => ({ body: { subject: 'News', body: 'Hello.' } }),
  'POST /admin/content/brand/preview.html': async () => ({ body: { brand: JSON.stringify(defaultBrand) } }),
  'POST /admin/content/brand/preview.pdf': async () => ({ body: { brand: JSON.stringify(defaultBrand) } }),
  'POST /admin/newsletters/preview.html': async () => ({ body: { subject: 'News', body: 'Hello.' } }),
  'GET /admin/orders/:order_id.json': orderInput(),
  'GET /admin/orders/:order_id/versions.json': orderInput(),
  'GET /admin/orders/pick-list.pdf': async (context) => ({ query: `ids=${(await placeOrder(context)).id}` }),
  'GET /admin/shipments/:shipment_id/packing-slip.pdf': async (context) => ({
    params: { shipment_id: await createShipment(context) },
  }),
  'GET /admin/shipments/:shipment_id/label.pdf': async (context) => ({
    params: { shipment_id: await createShipment(context) },
  }),
  'GET /admin/shipments/packing-slips.pdf': async (context) => ({ query: `ids=${await createShipment(context)}` }),
  'GET /admin/shipments/labels.pdf': async (context) => ({ query: `ids=${await createShipment(context)}` }),
  'GET /admin/stock/:product_id/history.json': async (context) => ({
    params: { product_id: await createTrackedProduct(context) },
  }),

  'POST /admin/orders/:order_id/payments/book': placedOrderChange({ amount: 10 }),
  'POST /admin/payments/:payment_id/correct': async (context) => ({
    params: { payment_id: (await payOrder(context, 6_000)).paymentId },
    body: { reason },
  }),
  'POST /admin/payments/:payment_id/clear': async (context) => ({
    params: { payment_id: (await payOrder(context, 6_000)).paymentId },
  }),
  'POST /admin/orders/:order_id/refund': async (context) =>
    orderChange(context, (await payOrder(context, 7_000, 'cash')).id, { amount: 10, reason }),
  'POST /admin/orders/:order_id/adjust': placedOrderChange({ amount: 5, reason }),
  'POST /admin/orders/:order_id/complete': async (context) =>
    orderChange(context, (await payOrder(context, 6_000, 'cash')).id),
  'POST /admin/orders/:order_id/cancel': placedOrderChange({ reason }),
  'POST /admin/orders/:order_id/reinstate': async (context) => {
    const { id } = await placeOrder(context)
    await postCurrent(context, `/admin/orders/${id}/cancel`, { reason })
    return { params: { order_id: id }, body: { reason } }
  },
  'POST /admin/orders/:order_id/due-date': placedOrderChange({ due_on: '2099-01-05', reason }),
  'POST /admin/orders/:order_id/settle-claim': async (context) => {
    const { id } = await placeOrder(context)
    const claim = { orderId: id, claimant: 'link_holder' as const, method: undefined, note: '' }
    await inTransaction(context.connection.db, (trx) => claimPayment(trx, { kind: 'customer' }, claim))
    return orderChange(context, id, { reason })
  },
  'POST /admin/orders/:order_id/contact': async (context) => {
    const { order, id } = await placeOrder(context)
    const { kind: _, ...contact } = { ...order.customer, user_email: `c${++sequence}@b.example` }
    return orderChange(context, id, { ...contact, reason })
  },
  'POST /admin/orders/:order_id/pack': stepInput(delivery),
  'POST /admin/orders/:order_id/ship': stepInput(delivery, 'pack'),
  'POST /admin/orders/:order_id/deliver': stepInput(delivery, 'ship'),
  'POST /admin/orders/:order_id/ready': stepInput({}),
  'POST /admin/orders/:order_id/pick-up': stepInput({}, 'ready'),
  'POST /admin/orders/:order_id/void-shipment': async (context) => {
    const { id, shipment } = await advanceOrder(context, delivery, 'pack')
    return orderChange(context, id, { shipment_id: shipment, reason })
  },
  'POST /admin/orders/edit/preview': async (context) => ({ body: await editBody(context) }),
  'POST /admin/orders/edit': async (context) => {
    const body = await editBody(context)
    return { body: { ...body, reason, expected_version: await readOrderVersion(context.owner, body.order_id) } }
  },
  'POST /admin/orders/place': async (context) => ({ body: (await placeOrder(context)).order }),
  'POST /admin/orders/quote': async (context) => {
    const { lines } = (await placeOrder(context)).order
    return { body: { lines, type: 'P' } }
  },

  'POST /admin/returns/preview': async (context) => ({ body: await returnBody(context) }),
  'POST /admin/returns/confirm': async (context) => {
    const body = await returnBody(context)
    const { hash } = requireOk(await context.owner.post('/admin/returns/preview', body))
    return { body: { ...body, hash } }
  },
  'POST /admin/bank-transactions/import': async () => ({
    body: { text: `Date,Amount,Name,Memo,Id\n11/20/2026,7.00,ANY BODY,hello,P${++sequence}` },
  }),
  'POST /admin/bank-transactions/:bank_transaction_id/book': async (context) =>
    transactionChange(context, await importTransaction(context), {
      orders: [{ order_id: (await placeOrder(context)).id }],
    }),
  'POST /admin/bank-transactions/book-exact': async (context) => {
    const { id } = await placeOrder(context)
    return { body: { bank_transaction_ids: [await importTransaction(context, encodePaymentReference(id), '+60.00')] } }
  },
  'POST /admin/bank-transactions/:bank_transaction_id/received': async (context) =>
    // Without a match it stays open, so it can be marked as received.
    transactionChange(context, await importTransaction(context, 'thanks', '7.00')),
  'POST /admin/bank-transactions/:bank_transaction_id/set-aside': async (context) =>
    transactionChange(context, await importTransaction(context), { reason }),
  'POST /admin/bank-transactions/:bank_transaction_id/undo': async (context) => {
    const id = await importTransaction(context)
    await postCurrent(context, `/admin/bank-transactions/${id}/set-aside`, { reason })
    return transactionChange(context, id, { reason })
  },
  'POST /admin/products/change': async ({ connection }) => ({
    body: { products: [{ product_id: (await makeProduct(connection.db)).id, fields: { pv: 5 } }] },
  }),
  'POST /admin/products/bulk/preview': async (context) => ({ body: await bulkBody(context) }),
  'POST /admin/products/bulk/start': async (context) => {
    const body = await bulkBody(context)
    // Only one runs at a time.
    await context.connection.pool.query(
      `update product_bulk_runs set state = 'failed', ended_at = now() where ended_at is null`,
    )
    const { version } = requireOk(await context.owner.post('/admin/products/bulk/preview', body))
    return { body: { ...body, expected_version: version } }
  },
  'GET /admin/products/imports/:import_id.json': importInput,
  'GET /admin/products/imports/:import_id/rows.json': importInput,
  'GET /admin/products/imports/:import_id/pictures.json': importInput,
  'POST /admin/products/imports/:import_id/start': async (context) => ({
    ...(await importInput(context)),
    body: { expected_version: '0' },
  }),
  'POST /admin/products/imports/:import_id/discard': importInput,
  'POST /admin/products/imports/:import_id/undo': async (context) => importInput(context, 'imported'),
  'POST /admin/products/imports/:import_id/pictures': async (context) => {
    const input = await importInput(context, 'imported')
    const { id } = await makeProduct(context.connection.db)
    await context.connection.pool.query(
      `with image as (insert into product_images (product_id, position, source_url) values ($1, 9, 'https://x.invalid/1.png'))
       update product_import_rows set product_id = $1, result = 'imported' where import_id = $2`,
      [id, input.params.import_id],
    )
    return input
  },
  'POST /admin/stock/:product_id/receive': stockInput({ quantity: 2 }),
  'POST /admin/stock/:product_id/count': stockInput({ quantity: 9 }),
  'POST /admin/stock/:product_id/correct': stockInput({ quantity: -1 }),
  'POST /admin/stock/:product_id/damage': stockInput({ quantity: 1 }),
  'GET /admin/products/:product_id.json': async ({ connection }) => ({
    params: { product_id: (await makeProduct(connection.db)).id },
  }),
  'GET /admin/products/:product_id/history.json': async ({ connection }) => ({
    params: { product_id: (await makeProduct(connection.db)).id },
  }),
  'GET /admin/messages/:message_id.json': async (context) => ({ params: { message_id: await createMessage(context) } }),
  'POST /admin/messages/:message_id/answer': async (context) => ({
    params: { message_id: await createMessage(context) },
    body: { text: 'All of them.', expected_version: '1' },
  }),
  'POST /admin/messages/:message_id/state': async (context) => ({
    params: { message_id: await createMessage(context) },
    body: { state: 'spam', expected_version: '1' },
  }),
  'GET /admin/content/media/:picture_id.json': pictureInput,
  'POST /admin/content/media/:picture_id/save': (context) => pictureInput(context, { alt: 'Jar' }),
  'POST /admin/content/media/:picture_id/replace': async (context) =>
    pictureInput(context, { replacement_id: await makePicture(context.connection) }),
  'POST /admin/content/media/:picture_id/delete': pictureInput,
  'GET /admin/content/:document.json': contentInput(),
  'GET /admin/content/:document/history.json': contentInput(),
  'GET /admin/content/:document/versions/:number.json': async (context) => ({
    params: { document: (await createContentPage(context)).document, number: 1 },
  }),
  'POST /admin/content/pages/add': async () => ({ body: { slug: `page-${++sequence}`, title: 'Our salons' } }),
  'POST /admin/content/:document/save': contentInput({ content: pageContent }),
  'POST /admin/content/:document/move': async (context) => contentInput({ slug: `moved-${++sequence}` })(context),
  'POST /admin/content/:document/publish': contentInput({}),
  'POST /admin/content/:document/schedule': contentInput({ at: inAYear }),
  'POST /admin/content/:document/unschedule': contentInput({}, ['schedule', { at: inAYear }]),
  'POST /admin/content/:document/unpublish': contentInput({}, ['publish', {}]),
  'POST /admin/content/:document/restore': contentInput({ number: 1 }, ['save', { content: pageContent }]),
  'POST /admin/content/:document/preview': contentInput({}),
  'POST /admin/settings/redirects/add': async () => ({ body: { path: `/former-${++sequence}`, target: '/about' } }),
  'POST /admin/categories/add': async (context) => ({
    body: {
      name: 'Lips',
      slug: `lips-${++sequence}`,
      parent_id: null,
      expected_version: (await readTree(context)).version,
    },
  }),
  'POST /admin/categories/order': async (context) => {
    await makeCategory(context.connection.db)
    const { data, version } = await readTree(context)
    const top = data.filter(({ parent_id }) => parent_id === null).map(({ category_id }) => category_id)
    return { body: { parent_id: null, category_ids: top.toReversed(), expected_version: version } }
  },
  'POST /admin/categories/:category_id/save': categoryChange(async () => ({
    ...{ name: 'Lips', slug: `lips-${++sequence}`, parent_id: null },
  })),
  'POST /admin/categories/:category_id/merge': categoryChange(async ({ connection }) => ({
    into_id: (await makeCategory(connection.db)).id,
  })),
  'POST /admin/categories/:category_id/delete': categoryChange(async () => ({})),
  'GET /admin/products/families/:family_id.json': async (context) => ({
    params: { family_id: (await createFamily(context)).family_id },
  }),
  'POST /admin/products/families/add': async (context) => ({ body: await familyBody(context) }),
  'POST /admin/products/families/:family_id/save': async (context) => {
    const { family_id, version, body } = await createFamily(context)
    return { params: { family_id }, body: { ...body, name: 'Renamed', expected_version: version } }
  },
  'POST /admin/products/families/:family_id/dissolve': async (context) => {
    const { family_id, version } = await createFamily(context)
    return { params: { family_id }, body: { expected_version: version } }
  },
  'POST /admin/products/add': async () => ({ body: { fields: { name: `Added ${++sequence}`, price: 5 } } }),
  'POST /admin/products/:product_id/save': async ({ connection }) => ({
    params: { product_id: (await makeProduct(connection.db)).id },
    body: { fields: { shelf: `S-${++sequence}` }, expected_version: '1' },
  }),
  'POST /admin/products/:product_id/delete': async ({ connection }) => ({
    params: { product_id: (await makeProduct(connection.db)).id },
    body: { expected_version: '1' },
  }),
  'POST /admin/products/:product_id/restore': async ({ owner, connection }) => {
    const { id } = await makeProduct(connection.db)
    const body = { fields: { shelf: `S-${++sequence}` }, expected_version: '1' }
    requireOk(await owner.post(`/admin/products/${id}/save`, body))
    return { params: { product_id: id }, body: { version: 1, expected_version: '2' } }
  },

  'POST /admin/certificates/save': async ({ connection }) => ({
    body: {
      email: (await makeUser(connection.db)).email,
      state: 'NJ',
      number: `N${++sequence}`,
      expires_on: '2099-01-01',
    },
  }),
  'POST /admin/certificates/approve': async (context) => ({ body: await createCertificate(context) }),
  'POST /admin/certificates/refuse': async (context) => ({ body: { ...(await createCertificate(context)), reason } }),
  'POST /admin/certificates/end': async (context) => ({
    body: { ...(await createCertificate(context, true)), reason },
  }),

  'POST /admin/staff/add': async () => ({ body: { email: `added${++sequence}@staff.example`, role: 'clerk', reason } }),
  'POST /admin/staff/change': async (context) => ({ body: { ...(await createClerk(context)), name: 'Ada', reason } }),
  'POST /admin/staff/reset': async (context) => ({
    body: { ...(await createClerk(context)), kind: 'password', reason },
  }),
}

/** Read-only calls, which leave no audit entry. */
export const isReadOnly = (name: string): boolean =>
  name.startsWith('GET ') || /\/(?:preview(?:\.html|\.pdf)?|quote)$/.test(name)
