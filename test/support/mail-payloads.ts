import { cents } from '#domain/money/money.ts'
import { editOrder } from '#server/checkout/edit-order.ts'
import { quoteFromTable } from '#server/checkout/quote-shipping.ts'
import type { LiveNetwork } from '#server/compensation/live/live-network.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { readyForPickup } from '#server/orders/fulfillment/ready-for-pickup.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { adjustPrice } from '#server/orders/payments/adjust-price.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { previewReturn } from '#server/orders/returns/preview-return.ts'
import { returnGoods } from '#server/orders/returns/return-goods.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { JobPayloads, Jobs } from '#server/platform/jobs/jobs.ts'
import { ANY_DISCOUNT } from './edits.ts'
import { makeProduct, makeUser } from './factories.ts'
import { deliveryForm, pickupForm } from './order-forms.ts'
import { clerk } from './order-operations.ts'
import { createPaymentServices } from './payment-services.ts'
import { setPayoutMethods } from './payouts.ts'
import { fillCart, submit } from './shop.ts'
import { makeStaff } from './staff.ts'

type Payload = JobPayloads['mail']
export type MailKind = Payload['mail']

/** An email of every kind that has data; a missing one does not compile. */
export async function createMailPayloads(shop: {
  connection: Connection
  jobs: Jobs
  network: LiveNetwork
}): Promise<Record<MailKind, Payload>> {
  const { connection, jobs, network } = shop
  const { db, pool } = connection
  const services = createPaymentServices(jobs)
  const transact = <Result>(useCase: Parameters<typeof inTransaction<Result>>[1]) => inTransaction(db, useCase)
  const insertRow = async (statement: string, values: unknown[] = []): Promise<number> =>
    (await pool.query(`${statement} returning id`, values)).rows[0].id
  const placeOrder = async (form = deliveryForm as typeof deliveryForm | typeof pickupForm) => {
    const product = await makeProduct(db, { priceCents: 2000, stock: 20 })
    const result = await submit(db, jobs, { form, cartOwner: await fillCart(db, [{ id: product.id, quantity: 3 }]) })
    if (!result.ok) throw new Error(result.refusal.code)
    return result.orderId
  }
  const change = (orderId: number, newStatus: 'paid' | 'completed') =>
    transact((trx) => changeOrder(trx, { id: orderId, change: newStatus, actor: clerk, clearing: 'now' }, services))
  const pack = async (orderId: number) => {
    const result = await transact((trx) => packOrder(trx, clerk, { orderId }))
    if (!result.ok) throw new Error(result.refusal.code)
    return result.shipmentId
  }

  const unpaid = await placeOrder()
  const partlyPaid = await placeOrder()
  await transact((trx) =>
    bookPayment(trx, clerk, { orderId: partlyPaid, amountCents: cents(100), method: 'cash' }, services),
  )
  const shipped = await placeOrder()
  const shipment = await pack(shipped)
  await transact((trx) => shipOrder(trx, clerk, { orderId: shipped }, services))
  const ready = await placeOrder(pickupForm)
  const pickup = await pack(ready)
  await transact((trx) => readyForPickup(trx, clerk, { orderId: ready }, services))
  const edited = await placeOrder()
  await transact((trx) =>
    editOrder(
      trx,
      clerk,
      {
        orderId: edited,
        changes: { lines: [{ position: 0, quantity: 2 }] },
        reason: 'They called.',
      },
      {
        jobs,
        minimumSubTotalCents: cents(0),
        quoteShipping: quoteFromTable,
        counter: { state: '', zip: '' },
        discounts: ANY_DISCOUNT,
      },
    ),
  )
  const completedOrder = await placeOrder()
  await change(completedOrder, 'paid')
  await change(completedOrder, 'completed')
  const returnRequest = {
    orderId: completedOrder,
    lines: [{ position: 0, quantity: 1, restock: true }],
    reason: 'Sent back.',
  }
  const returnPreview = await previewReturn({ db, network }, returnRequest, new Date())
  if (!returnPreview.ok) throw new Error(returnPreview.refusal.code)
  await returnGoods(
    { db, ...services, network },
    clerk,
    { ...returnRequest, preview: returnPreview.preview.hash },
    new Date(),
  )
  const credit = { orderId: completedOrder, amountCents: cents(100), reason: 'A dent.' }
  const creditNote = await transact((trx) => adjustPrice(trx, clerk, credit, services))
  if (!creditNote.ok) throw new Error(creditNote.refusal.code)
  const { rows: returns } = await pool.query('select id from goods_returns where order_id = $1', [completedOrder])

  const { id: user_id } = await makeUser(db, { type: 'franchise' })
  const { id: staff_id } = await makeStaff(db, 'owner')
  const { id: invited } = await makeStaff(db, 'clerk')
  await pool.query('update staff set password_hash = null where id = $1', [invited])
  const emailChange = (columns: string) =>
    insertRow(
      `insert into email_changes (user_id, old_email, new_email, confirm_expires_at, ${columns ? 'confirmed_at' : 'ended_at'})
       values ($1, 'old@example.com', 'new@example.com', now() + interval '1 day', ${columns || 'null'})`,
      [user_id],
    )
  const pendingChange = await emailChange('')
  const confirmedChange = await emailChange('now()')
  const invitation_id = await insertRow(
    `insert into invitations (inviter_id, email, first_name, last_name, phone_number, address_1, address_2, city, state, zip)
     values ($1, 'invited@example.com', 'Ida', 'Lund', '(201) 555-0151', '1 Elm St', '', 'Tenafly', 'NJ', '07670')`,
    [user_id],
  )
  const subscriber_id = await insertRow(`insert into newsletter_subscribers (email) values ('reader@example.com')`)
  const newsletter_id = await insertRow(
    `insert into newsletters (subject, body, made_by, changed_by) values ('New in March', '# Hello', 'x', 'x')`,
  )
  await pool.query(
    `insert into status_alerts (check_name, message, advice) values ('backup', 'No backup has been made yet.', 'Make one now.')`,
  )
  const certificate = (decided: string) =>
    insertRow(
      `insert into resale_certificates (user_id, state, number, expires_on, created_by, ${decided})
       values ($1, 'NY', '11-2345678', now()::date + 90, 'x', now(), 'x'${decided.includes('refused') ? ", 'No.'" : ''})`,
      [user_id],
    )
  const post_id = await insertRow(
    `insert into posts (user_id, title, language, visibility) values ($1, 'A bond service', 'en', 'public')`,
    [user_id],
  )
  const message_id = await insertRow(
    `insert into messages (name, email, subject, body) values ('Ana', 'ana@example.com', 'Shades', 'Which shades?')`,
  )
  const message_answer_id = await insertRow(
    `insert into message_answers (message_id, body, sent_by) values ($1, 'All of them.', 'clerk@shop.example')`,
    [message_id],
  )
  const comment_id = await insertRow(`insert into comments (post_id, user_id, content) values ($1, $2, 'How long?')`, [
    post_id,
    user_id,
  ])
  const reply_id = await insertRow(
    `insert into comment_replies (comment_id, user_id, content) values ($1, $2, 'Ten minutes.')`,
    [comment_id, (await makeUser(db)).id],
  )
  const staff_reset_id = await insertRow(
    `insert into staff_resets (staff_id, kind, requested_by, effective_at) values ($1, 'password', 'x', now() + interval '1 day')`,
    [staff_id],
  )
  const refund = (subject: string, decided: string) =>
    insertRow(
      `insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by, proposed_by_id, state, decided_by, decided_by_id, decided_at)
       values ('payment.refund', $2, '{}', '{}', sha256('{}'), 'x', 'x', $1, ${decided})`,
      [staff_id, subject],
    )
  const approvals = {
    waits: await refund('1', `'proposed', null, null, null`),
    given: await refund('2', `'approved', 'x', ${invited}, now()`),
  }
  /** Creates another row and hides it. */
  const createHiddenCopy = async (table: 'posts' | 'comments' | 'comment_replies', sourceId: number) => {
    const columns = {
      posts: 'user_id, title, language',
      comments: 'post_id, user_id, content',
      comment_replies: 'comment_id, user_id, content',
    }[table]
    const visibility = table === 'posts'
    return insertRow(
      `insert into ${table} (${columns}, ${visibility ? 'visibility, ' : ''}hidden_reason, hidden_by, hidden_at)
       select ${columns}, ${visibility ? "'hidden', " : ''}'Prices of another shop.', 'x', now() from ${table} where id = $1`,
      [sourceId],
    )
  }
  /** A member with a license, approved by default. */
  const createLicensedMember = async (overrides: Record<string, string> = {}) => {
    const { id } = await makeUser(db)
    const fields: Record<string, string> = { license_state: 'NJ', cosmetology_id: `KC-${id}`, ...overrides }
    if (!('license_refusal' in fields)) fields.license_approved_at = 'now'
    const columns = Object.keys(fields)
    await pool.query(
      `update users set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1`,
      [id, ...Object.values(fields)],
    )
    return id
  }
  /** A member who requested erasure. */
  const createLeavingMember = async () => {
    const { id } = await makeUser(db)
    await pool.query(`insert into erasures (user_id, requested_by) values ($1, 'member')`, [id])
    return id
  }
  const farDate = '2199-12-31'
  const payoutEmails = await (async () => {
    await setPayoutMethods({ pool }, user_id)
    const { rows: chosen } = await pool.query('select max(id) as id from payout_methods where user_id = $1', [user_id])
    await pool.query("insert into payouts (month, member_id, amount_cents) values ('2026-01', $1, 24721)", [user_id])
    const entry = (columns: string, values: string) =>
      insertRow(
        `insert into payout_entries (month, member_id, made_by, kind, amount_cents, sent_on, ${columns})
        values ('2026-01', $1, 'x', ${values})`,
        [user_id],
      )
    const payout_entry_id = await entry('method', "'paid', 24721, '2026-02-15', 'quickpay'")
    const failed = await entry('reason', "'failed', -24721, '2026-02-15', 'The number takes no quick pay.'")
    return {
      payout_sent: { mail: 'payout_sent', payout_entry_id },
      payout_failed: { mail: 'payout_failed', payout_entry_id: failed },
      payout_method_chosen: { mail: 'payout_method_chosen', payout_method_id: chosen[0].id as number },
    } as const
  })()
  const sponsorEmails = await (async () => {
    const member_id = (await makeUser(db)).id
    const former_sponsor_id = (await makeUser(db)).id
    const next_sponsor_id = (await makeUser(db)).id
    const ofMember = { user_id: member_id, former_sponsor_id, next_sponsor_id, from_month: '2026-08' }
    const ofSponsor = { user_id: next_sponsor_id, member_id, from_month: '2026-08' }
    return {
      sponsor_changes: { mail: 'sponsor_changes', ...ofMember },
      sponsor_stays: { mail: 'sponsor_stays', ...ofMember },
      line_grows: { mail: 'line_grows', ...ofSponsor },
      line_grows_not: { mail: 'line_grows_not', ...ofSponsor },
      line_shrinks: { mail: 'line_shrinks', ...ofSponsor },
      line_stays: { mail: 'line_stays', ...ofSponsor },
    } as const
  })()
  const order = <Kind extends MailKind>(mail: Kind, order_id: number = unpaid) => ({ mail, order_id }) as const
  return {
    order_placed: order('order_placed'),
    order_received: order('order_received'),
    order_link: order('order_link'),
    order_paid: order('order_paid', completedOrder),
    order_unpaid: order('order_unpaid'),
    order_completed: order('order_completed', completedOrder),
    order_canceled: order('order_canceled'),
    order_reopened: order('order_reopened'),
    order_reinstated: order('order_reinstated'),
    order_canceled_unpaid: order('order_canceled_unpaid'),
    order_partly_paid: order('order_partly_paid', partlyPaid),
    payment_reminder_first: order('payment_reminder_first'),
    payment_reminder_last: order('payment_reminder_last'),
    order_shipped: { mail: 'order_shipped', order_id: shipped, shipment_id: shipment },
    order_ready: { mail: 'order_ready', order_id: ready, shipment_id: pickup },
    order_edited: { mail: 'order_edited', order_id: edited, replaced_version: 1 },
    order_credited: { mail: 'order_credited', order_id: completedOrder, credit_note: creditNote.number },
    order_returned: { mail: 'order_returned', return_id: returns[0].id },
    set_password: { mail: 'set_password', user_id },
    reset_password: { mail: 'reset_password', user_id },
    account_taken_back: { mail: 'account_taken_back', user_id },
    license_approved: { mail: 'license_approved', user_id: await createLicensedMember() },
    license_refused: {
      mail: 'license_refused',
      user_id: await createLicensedMember({ license_refusal: 'The number is unknown.' }),
    },
    license_renewal_refused: {
      mail: 'license_renewal_refused',
      user_id: await createLicensedMember({
        renewal_expires_on: farDate,
        renewal_refusal: 'The picture is not readable.',
      }),
    },
    license_reminder: {
      mail: 'license_reminder',
      user_id: await createLicensedMember({ license_expires_on: farDate }),
      expires_on: farDate,
    },
    license_expired: {
      mail: 'license_expired',
      user_id: await createLicensedMember({ license_expires_on: '2020-01-31' }),
    },
    erasure_begins: { mail: 'erasure_begins', user_id: await createLeavingMember() },
    erasure_ends: { mail: 'erasure_ends', user_id: await createLeavingMember() },
    confirm_newsletter: { mail: 'confirm_newsletter', subscriber_id },
    newsletter: { mail: 'newsletter', newsletter_id, staff_id },
    prove_email: { mail: 'prove_email', user_id },
    added_by_sponsor: { mail: 'added_by_sponsor', invitation_id },
    confirm_email: { mail: 'confirm_email', email_change_id: pendingChange },
    email_change_asked: { mail: 'email_change_asked', email_change_id: pendingChange },
    email_changed: { mail: 'email_changed', email_change_id: confirmedChange },
    certificate_approved: {
      mail: 'certificate_approved',
      certificate_id: await certificate('approved_at, approved_by'),
    },
    certificate_refused: {
      mail: 'certificate_refused',
      certificate_id: await certificate('refused_at, refused_by, refusal_reason'),
    },
    ...payoutEmails,
    ...sponsorEmails,
    post_hidden: { mail: 'post_hidden', post_id: await createHiddenCopy('posts', post_id) },
    comment_hidden: { mail: 'comment_hidden', comment_id: await createHiddenCopy('comments', comment_id) },
    reply_hidden: { mail: 'reply_hidden', reply_id: await createHiddenCopy('comment_replies', reply_id) },
    comment_reply: { mail: 'comment_reply', reply_id },
    message_received: { mail: 'message_received', message_id },
    message_answered: { mail: 'message_answered', message_answer_id },
    staff_link: { mail: 'staff_link', staff_id: invited },
    approval_waits: { mail: 'approval_waits', approval_id: approvals.waits, staff_id },
    approval_given: { mail: 'approval_given', approval_id: approvals.given, staff_id },
    staff_reset: { mail: 'staff_reset', staff_reset_id, staff_id },
    todo: { mail: 'todo', todo: true, waiting: [{ kind: 'to_pack', count: 2, more: false }] },
    status: { mail: 'status', todo: true },
  }
}
