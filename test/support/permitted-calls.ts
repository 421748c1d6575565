import type { LightMyRequestResponse } from 'fastify'
import { monthOf } from '#domain/month.ts'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { claimPayment } from '#server/unpaid/claim-payment.ts'
import { address } from './address.ts'
import type { browserOf } from './browser.ts'
import { makeProduct, makeUser } from './factories.ts'
import { childForm } from './member-forms.ts'
import { makeStaff } from './staff.ts'

/** A recently re-authenticated owner who creates the data that a call needs. */
type Counter = { owner: ReturnType<typeof browserOf>; connection: Connection }
type CallInput = { params?: Record<string, number | string>; query?: string; body?: object }

let made = 0
const reason = 'For a test'
const done = (answer: LightMyRequestResponse) => {
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}

/** Three pieces, $60.00, by a guest. */
async function placeOrder({ owner, connection }: Counter, given: object = {}) {
  const { id } = await makeProduct(connection.db, { priceCents: 2000 })
  const guest = { kind: 'guest', first_name: 'Ada', last_name: 'Lee', user_email: 'a@b.example' }
  const order = {
    customer: { ...guest, phone_number: '2015550100' },
    lines: [{ product_id: id, quantity: 3 }],
    payment_type: 'quickpay',
    type: 'P',
    ...given,
  }
  return { order, id: done(await owner.post('/admin/orders/place', order)).id as number }
}
/** Email of a guest with an order. */
async function orderedAs(counter: Counter): Promise<string> {
  const email = `guest${++made}@example.com`
  const customer = { kind: 'guest', first_name: 'Ada', last_name: 'Lee', user_email: email, phone_number: '2015550100' }
  await placeOrder(counter, { customer })
  return email
}
const delivery = { type: 'D', shipping: { address_id: 0, ...address }, shipping_method: 'ground' }
const completed = async (counter: Counter) => {
  const { id } = await placeOrder(counter, { paid: true, handed_over: true })
  done(await counter.owner.post(`/admin/orders/${id}/complete`, {}))
  return id
}
const paid = async (counter: Counter, cents: number, method = 'check') => {
  const { id } = await placeOrder(counter)
  const body = { amount: cents / 100, method, expected_balance: 60 }
  done(await counter.owner.post(`/admin/orders/${id}/payments/book`, body))
  const { rows } = await counter.connection.pool.query('select max(id)::int as id from payments where order_id = $1', [
    id,
  ])
  return { id, paymentId: rows[0].id as number }
}
const step = async (counter: Counter, given: object, ...steps: string[]) => {
  const { id } = await placeOrder(counter, given)
  let seen = 0
  let shipment = 0
  for (const name of steps) {
    const { fulfillment } = done(await counter.owner.post(`/admin/orders/${id}/${name}`, { expected_steps: seen }))
    seen = fulfillment.steps_taken
    shipment = fulfillment.shipments[0].id
  }
  return { id, shipment, expected_steps: seen }
}
const nextStep =
  (given: object, ...before: string[]) =>
  async (counter: Counter): Promise<CallInput> => {
    const { id, expected_steps } = await step(counter, given, ...before)
    return { params: { order_id: id }, body: { expected_steps } }
  }
const ofOrder =
  (body: object = {}) =>
  async (counter: Counter): Promise<CallInput> => ({ params: { order_id: (await placeOrder(counter)).id }, body })
const ofShipment = async (counter: Counter) => (await step(counter, delivery, 'pack')).shipment

async function notice({ owner }: Counter, memo = 'thanks', amount = '+7.00') {
  const text = `Date,Amount,Name,Memo,Id\n11/20/2026,${amount},ANY BODY,${memo},P${++made}`
  return done(await owner.post('/admin/bank-transactions/import', { text })).added[0] as number
}
const counted = async ({ connection }: Counter) => (await makeProduct(connection.db, { stock: 5 })).id
const ofStock =
  (body: object) =>
  async (counter: Counter): Promise<CallInput> => ({
    params: { product_id: await counted(counter) },
    body: { reason, expected_stock: 5, ...body },
  })
const certificate = async ({ owner, connection }: Counter, approved = false) => {
  const { email } = await makeUser(connection.db)
  const of = { email, state: 'NJ', number: `N${++made}` }
  done(await owner.post('/admin/certificates/save', { ...of, expires_on: '2099-01-01' }))
  if (approved) done(await owner.post('/admin/certificates/approve', of))
  return of
}
const edit = async (counter: Counter) => ({
  order_id: (await placeOrder(counter)).id,
  version: 1,
  lines: [{ position: 0, quantity: 2 }],
})
const requiresReversal = async (counter: Counter) => ({
  order_id: await completed(counter),
  lines: [{ line: 0, quantity: 1, restock: true }],
  reason,
})

/** A newsletter, with further steps applied. */
async function newsletter({ owner, connection }: Counter, ...steps: string[]): Promise<CallInput> {
  const text = { subject: `News ${++made}`, body: 'Hello.' }
  const { id, version } = done(await owner.post('/admin/newsletters/write', text))
  await connection.pool.query(
    `insert into newsletter_subscribers (email, state, confirmed_at) values ('n${made}@reader.example', 'confirmed', now())`,
  )
  for (const step of steps) done(await owner.post(`/admin/newsletters/${id}/${step}`, { version }))
  return { params: { newsletter_id: id }, body: { version } }
}

/** Latest version of the terms. */
async function published({ owner }: Counter): Promise<number> {
  const { data } = done(await owner.get('/admin/terms.json'))
  return done(
    await owner.post('/admin/terms/publish', { text: `Terms ${++made}`, seen: data[0]?.version ?? null, reason }),
  ).version
}

const versionOfLinkMail = async ({ owner }: Counter): Promise<number> =>
  done(await owner.get('/admin/settings/mails/order_link.json')).version

/** A member with a license, in the state the owner has seen. */
async function seenMember({ owner, connection }: Counter) {
  const { id } = await makeUser(connection.db)
  await connection.pool.query(`update users set license_state = 'NJ', cosmetology_id = 'P-' || id where id = $1`, [id])
  const { version } = done(await owner.get(`/admin/members/${id}.json`))
  return { id, version }
}

/** A member and another one who may become their sponsor. */
async function seenSponsors({ owner, connection }: Counter) {
  const { id } = await makeUser(connection.db)
  const { version } = done(await owner.get(`/admin/members/${id}/sponsors.json`))
  return { params: { member_id: id }, body: { sponsor_id: (await makeUser(connection.db)).id, version, reason } }
}

/** An open invitation of a member. */
async function invited({ connection }: Counter): Promise<CallInput> {
  const { id } = await makeUser(connection.db)
  const form = { ...childForm(`invited${++made}@example.com`) }
  const invitation = await connection.db
    .insertInto('invitations')
    .values({ inviter_id: id, ...form })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { member_id: id, invitation_id: invitation.id }, body: { reason } }
}

/** A month closed long ago, with a payout due to a member. */
async function duePayout({ connection }: Counter, expected_entries = 0) {
  const { id } = await makeUser(connection.db)
  const hash = "decode('00', 'hex')"
  await connection.pool.query(`insert into months (month, closed_at, closed_by, plan_version, inputs_hash, minimum_payout_cents, members,
      orders, lines, total_sales_cents, sales_bonus_cents, level_bonus_cents, breakage_cents)
    values ('2020-01', now(), 'x', 1, ${hash}, 2500, 1, 0, 0, 0, 0, 0, 0) on conflict do nothing`)
  await connection.pool.query(`insert into payouts (month, member_id, amount_cents) values ('2020-01', $1, 3000)`, [id])
  return { params: { month: '2020-01', member_id: id }, body: { reason, expected_entries } }
}
/** A month that has begun: with a member in the network. */
async function thisMonth({ connection }: Counter) {
  await makeUser(connection.db)
  await connection.pool.query(
    `update month_runs set state = 'refused', refusal = 'for a test', ended_at = now() where ended_at is null`,
  )
  return { params: { month: monthOf(Date.now()) } }
}

/** Five dollars for a new member. */
async function correction({ connection }: Counter) {
  const { id } = await makeUser(connection.db)
  const of = { member_id: id, concerns: monthOf(Date.now()), bonus: 'sales', amount: 5, order_no: '' }
  return { body: { ...of, reason } }
}

/**
 * Makes a back-office call succeed, creating everything it needs first. Calls that are not listed are made without
 * input: they take no id or body, or need a second person or a file.
 */
export const permittedCalls: Record<string, (counter: Counter) => Promise<CallInput>> = {
  'GET /admin/members/:member_id.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'GET /admin/network/orders.json': async (counter) => ({ query: `order=${await completed(counter)}` }),
  'GET /admin/months/:month.json': thisMonth,
  'POST /admin/months/:month/preview': thisMonth,
  'GET /admin/months/:month/payouts.json': async (counter) => {
    await duePayout(counter)
    return { params: { month: '2020-01' } }
  },
  'GET /admin/months/:month/payouts.csv': async (counter) => {
    await duePayout(counter)
    return { params: { month: '2020-01' } }
  },
  'GET /admin/payees/:year.json': async () => ({ params: { year: 2026 } }),
  'GET /admin/payees/:year/export.csv': async () => ({ params: { year: 2026 } }),
  'POST /admin/months/:month/payouts/:member_id/hold': (counter) => duePayout(counter),
  'POST /admin/months/:month/payouts/:member_id/fail': (counter) => duePayout(counter),
  'POST /admin/months/:month/payouts/:member_id/release': async (counter) => {
    const { params, body } = await duePayout(counter)
    done(await counter.owner.post(`/admin/months/2020-01/payouts/${params.member_id}/hold`, body))
    return { params, body: { ...body, expected_entries: 1 } }
  },
  'POST /admin/members/:member_id/w9': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
    body: { on: '2026-01-15', expected: null },
  }),
  'POST /admin/corrections/preview': correction,
  'POST /admin/corrections/propose': async (counter) => {
    const { body } = await correction(counter)
    const { hash } = done(await counter.owner.post('/admin/corrections/preview', body))
    return { body: { ...body, previewed: hash } }
  },
  'GET /admin/network/review-flags.json': async () => ({ query: 'kind=near_match' }),
  'GET /admin/members/:member_id/mails.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'POST /admin/members/:member_id/change': async (counter) => {
    const { id, version } = await seenMember(counter)
    return { params: { member_id: id }, body: { last_name: 'Changed', version, reason } }
  },
  'GET /admin/members/:member_id/sponsors.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'GET /admin/members/:member_id/sponsor/preview.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
    query: `sponsor_id=${(await makeUser(connection.db)).id}`,
  }),
  'POST /admin/members/:member_id/sponsor/plan': (counter) => seenSponsors(counter),
  'POST /admin/members/:member_id/sponsor/cancel': async (counter) => {
    const { params, body } = await seenSponsors(counter)
    const { version } = done(await counter.owner.post(`/admin/members/${params.member_id}/sponsor/plan`, body))
    return { params, body: { version, reason } }
  },
  'GET /admin/members/:member_id/erasure.json': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'GET /admin/members/:member_id/export.zip': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
  }),
  'POST /admin/members/:member_id/erase': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
    body: { reason },
  }),
  'POST /admin/guests/preview': async (counter) => ({ body: { email: await orderedAs(counter) } }),
  'POST /admin/guests/erase': async (counter) => {
    const email = await orderedAs(counter)
    const { version } = done(await counter.owner.post('/admin/guests/preview', { email }))
    return { body: { email, version, reason, acknowledge_open: true } }
  },
  'POST /admin/members/:member_id/sign-in-as': async ({ connection }) => ({
    params: { member_id: (await makeUser(connection.db)).id },
    body: { reason },
  }),
  'POST /admin/members/:member_id/license': async (counter) => {
    const { id, version } = await seenMember(counter)
    return { params: { member_id: id }, body: { decision: 'refused', version, reason } }
  },
  'POST /admin/members/:member_id/invitations/:invitation_id/resend': invited,
  'POST /admin/members/:member_id/invitations/:invitation_id/revoke': invited,
  'GET /admin/settings/quote.json': async () => ({ query: 'state=NJ&zip=07631&goods=10&weight=1' }),
  'POST /admin/settings/tax/set': async ({ owner }) => {
    const { version } = done(await owner.get('/admin/settings/tax.json'))
    const rate = { state: 'NY', zip_prefix: '', percent: '4', on_goods: true, on_shipping: false }
    return { body: { ...rate, expected: version } }
  },
  'POST /admin/settings/shipping/methods/save': async ({ owner }) => {
    const { version } = done(await owner.get('/admin/settings/shipping.json'))
    return { body: { code: 'walk', label: `On foot ${++made}`, expected: version } }
  },
  'POST /admin/settings/shipping/methods/order': async ({ owner }) => {
    const { methods, version } = done(await owner.get('/admin/settings/shipping.json'))
    const codes = methods.map(({ code }: { code: string }) => code).reverse()
    return { body: { codes, expected: version } }
  },
  'GET /admin/settings/:key/history.json': async () => ({ params: { key: 'shop_phone' } }),
  'POST /admin/settings/:key/change': async ({ owner }) => {
    const { data } = done(await owner.get('/admin/settings.json')) as { data: { key: string; value: string }[] }
    const expected = data.find(({ key }) => key === 'low_stock_below')?.value ?? ''
    return { params: { key: 'low_stock_below' }, body: { value: String(Number(expected) + 1), expected, reason } }
  },
  'GET /admin/terms/:version.json': async (counter) => ({ params: { version: await published(counter) } }),
  'POST /admin/terms/publish': async (counter) => {
    const seen = await published(counter)
    return { body: { text: `Terms ${++made}`, seen, reason } }
  },
  'GET /admin/settings/mails/:mail.json': async () => ({ params: { mail: 'order_link' } }),
  'POST /admin/settings/mails/:mail/text': async (counter) => ({
    params: { mail: 'order_link' },
    body: { subject: `A link ${++made}`, body: '{order_link}', version: await versionOfLinkMail(counter) },
  }),
  'POST /admin/settings/mails/:mail/reset': async (counter) => {
    const text = { subject: `A link ${++made}`, body: '{order_link}', version: await versionOfLinkMail(counter) }
    const { version } = done(await counter.owner.post('/admin/settings/mails/order_link/text', text))
    return { params: { mail: 'order_link' }, body: { version } }
  },
  'POST /admin/settings/mails/:mail/preview': async () => ({
    params: { mail: 'order_link' },
    body: { subject: 'A link', body: '{order_link}' },
  }),
  'POST /admin/settings/mails/:mail/preview.html': async () => ({
    params: { mail: 'order_link' },
    body: { subject: 'A link', body: '{order_link}' },
  }),
  'GET /admin/newsletters/:newsletter_id.json': newsletter,
  'GET /admin/newsletters/:newsletter_id/deliveries.json': newsletter,
  'POST /admin/newsletter/subscribers/:subscriber_id/bounced': async ({ connection }) => {
    const { rows } = await connection.pool.query(
      `insert into newsletter_subscribers (email) values ('b${++made}@reader.example') returning id`,
    )
    return { params: { subscriber_id: rows[0].id }, body: { bounced: true } }
  },
  'POST /admin/newsletters/write': async () => ({ body: { subject: 'News', body: 'Hello.' } }),
  'POST /admin/newsletters/:newsletter_id/save': async (counter) => {
    const { params, body } = await newsletter(counter)
    return { params: params ?? {}, body: { ...body, subject: `News ${++made}`, body: 'Hello again.' } }
  },
  'POST /admin/newsletters/:newsletter_id/discard': newsletter,
  'POST /admin/newsletters/:newsletter_id/test': newsletter,
  'POST /admin/newsletters/:newsletter_id/send': newsletter,
  'POST /admin/newsletters/:newsletter_id/stop': (counter) => newsletter(counter, 'send'),
  'POST /admin/newsletters/:newsletter_id/resume': (counter) => newsletter(counter, 'send', 'stop'),
  'POST /admin/newsletters/preview': async () => ({ body: { subject: 'News', body: 'Hello.' } }),
  'POST /admin/newsletters/preview.html': async () => ({ body: { subject: 'News', body: 'Hello.' } }),
  'GET /admin/orders/:order_id.json': ofOrder(),
  'GET /admin/orders/:order_id/versions.json': ofOrder(),
  'GET /admin/orders/pick-list.pdf': async (counter) => ({ query: `ids=${(await placeOrder(counter)).id}` }),
  'GET /admin/shipments/:shipment_id/packing-slip.pdf': async (counter) => ({
    params: { shipment_id: await ofShipment(counter) },
  }),
  'GET /admin/shipments/:shipment_id/label.pdf': async (counter) => ({
    params: { shipment_id: await ofShipment(counter) },
  }),
  'GET /admin/shipments/packing-slips.pdf': async (counter) => ({ query: `ids=${await ofShipment(counter)}` }),
  'GET /admin/shipments/labels.pdf': async (counter) => ({ query: `ids=${await ofShipment(counter)}` }),
  'GET /admin/stock/:product_id/history.json': async (counter) => ({ params: { product_id: await counted(counter) } }),

  'POST /admin/orders/:order_id/payments/book': ofOrder({ amount: 10, expected_balance: 60 }),
  'POST /admin/payments/:payment_id/correct': async (counter) => ({
    params: { payment_id: (await paid(counter, 6_000)).paymentId },
    body: { reason },
  }),
  'POST /admin/payments/:payment_id/clear': async (counter) => ({
    params: { payment_id: (await paid(counter, 6_000)).paymentId },
  }),
  'POST /admin/orders/:order_id/refund': async (counter) => ({
    params: { order_id: (await paid(counter, 7_000, 'cash')).id },
    body: { amount: 10, reason, expected_balance: -10 },
  }),
  'POST /admin/orders/:order_id/adjust': ofOrder({ amount: 5, reason, expected_balance: 60 }),
  'POST /admin/orders/:order_id/complete': async (counter) => ({
    params: { order_id: (await paid(counter, 6_000, 'cash')).id },
    body: {},
  }),
  'POST /admin/orders/:order_id/cancel': ofOrder({ reason }),
  'POST /admin/orders/:order_id/reinstate': async (counter) => {
    const { id } = await placeOrder(counter)
    done(await counter.owner.post(`/admin/orders/${id}/cancel`, { reason }))
    return { params: { order_id: id }, body: { reason } }
  },
  'POST /admin/orders/:order_id/due-date': ofOrder({ due_on: '2099-01-05', reason }),
  'POST /admin/orders/:order_id/settle-claim': async (counter) => {
    const { id } = await placeOrder(counter)
    const claim = { orderId: id, claimant: 'link_holder' as const, method: undefined, note: '' }
    await inTransaction(counter.connection.db, (trx) => claimPayment(trx, { kind: 'customer' }, claim))
    return { params: { order_id: id }, body: { reason } }
  },
  'POST /admin/orders/:order_id/contact': async (counter) => {
    const { order, id } = await placeOrder(counter)
    const { kind: _, ...expected } = { ...order.customer, phone_number: '(201) 555-0100' }
    return { params: { order_id: id }, body: { ...expected, user_email: `c${++made}@b.example`, reason, expected } }
  },
  'POST /admin/orders/:order_id/pack': nextStep(delivery),
  'POST /admin/orders/:order_id/ship': nextStep(delivery, 'pack'),
  'POST /admin/orders/:order_id/deliver': nextStep(delivery, 'ship'),
  'POST /admin/orders/:order_id/ready': nextStep({}),
  'POST /admin/orders/:order_id/pick-up': nextStep({}, 'ready'),
  'POST /admin/orders/:order_id/void-shipment': async (counter) => {
    const { id, shipment, expected_steps } = await step(counter, delivery, 'pack')
    return { params: { order_id: id }, body: { shipment_id: shipment, reason, expected_steps } }
  },
  'POST /admin/orders/edit/preview': async (counter) => ({ body: await edit(counter) }),
  'POST /admin/orders/edit': async (counter) => ({ body: { ...(await edit(counter)), reason } }),
  'POST /admin/orders/place': async (counter) => ({ body: (await placeOrder(counter)).order }),
  'POST /admin/orders/quote': async (counter) => {
    const { lines } = (await placeOrder(counter)).order
    return { body: { lines, type: 'P' } }
  },

  'POST /admin/returns/preview': async (counter) => ({ body: await requiresReversal(counter) }),
  'POST /admin/returns/confirm': async (counter) => {
    const body = await requiresReversal(counter)
    const { hash } = done(await counter.owner.post('/admin/returns/preview', body))
    return { body: { ...body, hash } }
  },
  'POST /admin/bank-transactions/import': async () => ({
    body: { text: `Date,Amount,Name,Memo,Id\n11/20/2026,7.00,ANY BODY,hello,P${++made}` },
  }),
  'POST /admin/bank-transactions/:bank_transaction_id/book': async (counter) => ({
    params: { bank_transaction_id: await notice(counter) },
    body: { orders: [{ order_id: (await placeOrder(counter)).id }], expected_open: 7 },
  }),
  'POST /admin/bank-transactions/book-exact': async (counter) => {
    const { id } = await placeOrder(counter)
    return { body: { bank_transaction_ids: [await notice(counter, paymentReferenceOf(id), '+60.00')] } }
  },
  'POST /admin/bank-transactions/:bank_transaction_id/received': async (counter) => ({
    // Without a match it stays open, so it can be marked as received.
    params: { bank_transaction_id: await notice(counter, 'thanks', '7.00') },
  }),
  'POST /admin/bank-transactions/:bank_transaction_id/set-aside': async (counter) => ({
    params: { bank_transaction_id: await notice(counter) },
    body: { reason },
  }),
  'POST /admin/bank-transactions/:bank_transaction_id/undo': async (counter) => {
    const id = await notice(counter)
    done(await counter.owner.post(`/admin/bank-transactions/${id}/set-aside`, { reason }))
    return { params: { bank_transaction_id: id }, body: { reason } }
  },
  'POST /admin/stock/:product_id/receive': ofStock({ quantity: 2 }),
  'POST /admin/stock/:product_id/count': ofStock({ quantity: 9 }),
  'POST /admin/stock/:product_id/correct': ofStock({ quantity: -1 }),
  'POST /admin/stock/:product_id/damage': ofStock({ quantity: 1 }),

  'POST /admin/certificates/save': async ({ connection }) => ({
    body: { email: (await makeUser(connection.db)).email, state: 'NJ', number: `N${++made}`, expires_on: '2099-01-01' },
  }),
  'POST /admin/certificates/approve': async (counter) => ({ body: await certificate(counter) }),
  'POST /admin/certificates/refuse': async (counter) => ({ body: { ...(await certificate(counter)), reason } }),
  'POST /admin/certificates/end': async (counter) => ({ body: { ...(await certificate(counter, true)), reason } }),

  'POST /admin/staff/add': async () => ({ body: { email: `added${++made}@staff.example`, role: 'clerk', reason } }),
  'POST /admin/staff/change': async ({ connection }) => ({
    body: { staff_id: (await makeStaff(connection.db, 'clerk')).id, name: 'Ada', reason },
  }),
  'POST /admin/staff/reset': async ({ connection }) => ({
    body: { staff_id: (await makeStaff(connection.db, 'clerk')).id, kind: 'password', reason },
  }),
}

/** Read-only calls, which leave no audit entry. */
export const looksOnly = (name: string): boolean =>
  name.startsWith('GET ') || /\/(?:preview(?:\.html)?|quote)$/.test(name)
