import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import type { Role } from '#contract/permissions.ts'
import { addDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { claimPayment } from '#server/orders/overdue/claim-payment.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

const ABOVE = 200

databaseTest('order calls', (connection, engine) => {
  const suite = appForSuite(connection, { SHOP_REFUND_APPROVAL_ABOVE: String(ABOVE) })

  async function placeOrder(type: 'D' | 'P' = 'D', quantities = [2, 1], stock: number | null = null): Promise<number> {
    const { db } = connection()
    const wanted = []
    for (const quantity of quantities) {
      wanted.push({ id: (await makeProduct(db, { priceCents: 5000, stock })).id, quantity })
    }
    const form = type === 'D' ? deliveryForm : pickupForm
    const placed = await submit(db, suite().services.jobs, { form, cartOwner: await fillCart(db, wanted) })
    if (!placed.ok) throw new Error(placed.refusal.code)
    return placed.orderId
  }
  async function signIn(role: Role) {
    const { db } = connection()
    const { id } = await makeStaff(db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, id))
    return browser
  }
  type Browser = Awaited<ReturnType<typeof signIn>>
  const read = async (browser: Browser, id: number): Promise<ManagedOrder> =>
    (await browser.get(`/admin/orders/${id}.json`)).json()
  /** Makes a call that succeeds with the order. */
  const done = async (browser: Browser, path: string, body: object = {}): Promise<ManagedOrder> => {
    const answer = await browser.post(path, body)
    expect([path, answer.statusCode, answer.json().detail]).toEqual([path, 200, undefined])
    return answer.json()
  }
  /** Makes a call that is refused; every refusal has a message. */
  const refused = async (browser: Browser, path: string, body: object = {}) => {
    const answer = await browser.post(path, body)
    const { detail, ...rest } = answer.json()
    expect(detail).toMatch(/^[A-Z].*[.]$/)
    return { ...rest, detail, status: answer.statusCode }
  }
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings

  it('accept payments in parts; a repeated request, or another clerk, books nothing twice', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { total } = (await read(clerk, id)).money
    const pay = `/admin/orders/${id}/payments/book`
    const first = { amount: 60.5, method: 'cash', reference: 'till 2', expected_balance: total }
    const paid = await done(clerk, pay, first)
    expect(paid.money).toMatchObject({ state: 'partly_paid', received: 60.5, balance: total - 60.5 })
    expect(paid.ledger.at(-1)).toMatchObject({ kind: 'received', method: 'cash', reference: 'till 2', change: -60.5 })
    expect(await refused(await signIn('clerk'), pay, first)).toMatchObject({ status: 409, balance: total - 60.5 })
    const rest = await done(clerk, pay, { amount: total - 60.5, expected_balance: total - 60.5 })
    expect(rest.order).toMatchObject({ payment_state: 'paid', balance: 0 })
    // Without a method, the order's own is used.
    expect(rest.ledger.at(-1)).toMatchObject({ method: 'quickpay' })
    for (const [wrong, field] of [
      [{ amount: 0, expected_balance: 0 }, 'amount'],
      [{ amount: 1.001, expected_balance: 0 }, 'amount'],
      [{ amount: 1e12, expected_balance: 0 }, 'amount'],
      [{ amount: '5', expected_balance: 0 }, 'amount'],
      [{ amount: 5 }, 'expected_balance'],
      [{ amount: 5, expected_balance: 0, value_date: '2999-01-01' }, 'value_date'],
      [{ amount: 5, expected_balance: 0, value_date: 'today' }, 'value_date'],
      [{ amount: 5, expected_balance: 0, value_date: '1026-11-20' }, 'value_date'],
      [{ amount: 5, expected_balance: 0, value_date: addDays(shopDayOf(Date.now()), -367) }, 'value_date'],
    ] as const) {
      expect(await refused(clerk, pay, wrong)).toMatchObject({ status: 422, errors: { [field]: expect.any(String) } })
    }
    expect((await read(clerk, id)).ledger).toHaveLength(3)
    const deposit = { amount: 5, expected_balance: 0, value_date: addDays(shopDayOf(Date.now()), -366) }
    expect((await done(clerk, pay, deposit)).ledger.at(-1)).toMatchObject({ change: -5 })
    expect((await clerk.post('/admin/orders/2000000000/payments/book', first)).statusCode).toBe(404)
  })

  it('ship two parcels, once each, and complete the order', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { total } = (await read(clerk, id)).money
    const to = (step: string) => `/admin/orders/${id}/${step}`
    const pack = { lines: [{ line: 0, quantity: 2 }], expected_steps: 0 }
    const packed = await done(clerk, to('pack'), pack)
    expect(packed.fulfillment).toMatchObject({ state: 'partly_packed', steps_taken: 1, open_units: 1 })
    expect(await refused(clerk, to('pack'), pack)).toMatchObject({ status: 409, steps_taken: 1 })
    expect(await refused(clerk, to('pack'), { lines: [{ line: 2, quantity: 1 }], expected_steps: 1 })).toMatchObject({
      status: 422,
      detail: 'The order has no line 3.',
    })
    expect(await refused(clerk, to('pack'), { lines: [{ line: 1, quantity: 2 }], expected_steps: 1 })).toMatchObject({
      status: 422,
      detail: 'Only 1 of line 2 can be packed.',
    })
    const [first] = packed.fulfillment.shipments
    const both = { shipment_id: first?.id, lines: [{ line: 1, quantity: 1 }], expected_steps: 1 }
    expect(await refused(clerk, to('ship'), both)).toMatchObject({ status: 422, errors: { lines: expect.any(String) } })
    const ship = { shipment_id: first?.id, tracking_number: '1Z999AA10123456784', expected_steps: 1 }
    expect(await refused(clerk, to('ship'), { ...ship, tracking_number: '!' })).toMatchObject({ status: 422 })
    const shipped = await done(clerk, to('ship'), ship)
    expect(shipped.fulfillment.shipments[0]).toMatchObject({ state: 'shipped', carrier: 'ups' })
    expect(shipped.fulfillment.shipments[0]?.steps.map(({ step }) => step)).toEqual(['packed', 'shipped'])
    expect(await refused(clerk, to('ship'), ship)).toMatchObject({ status: 409, steps_taken: 2 })
    const voiding = { shipment_id: first?.id, reason: 'Wrong box', expected_steps: 2 }
    expect(await refused(clerk, to('void-shipment'), voiding)).toMatchObject({ status: 409 })

    // Shipping packs whatever is not packed yet.
    const second = await done(clerk, to('ship'), { expected_steps: 2, carrier: 'usps' })
    expect(second.fulfillment).toMatchObject({ state: 'shipped', steps_taken: 4, open_units: 0, open: [] })
    const delivered = await done(clerk, to('deliver'), { shipment_id: first?.id, expected_steps: 4 })
    expect(delivered.fulfillment.state).toBe('partly_delivered')
    expect(await refused(clerk, to('pick-up'), { expected_steps: 5 })).toMatchObject({ status: 409 })
    expect(await refused(clerk, to('ready'), { expected_steps: 5 })).toMatchObject({ status: 409 })

    expect(await refused(clerk, to('complete'))).toMatchObject({ status: 409 })
    await done(clerk, to('payments/book'), { amount: total, method: 'check', expected_balance: total })
    expect(await refused(clerk, to('complete'))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('hasn’t cleared'),
    })
    const late = { checks: 'now', expected_steps: 4 }
    expect(await refused(clerk, to('complete'), late)).toMatchObject({ status: 409, steps_taken: 5 })
    // A month close that is about to end locks its month.
    const { pool } = connection()
    const hold = `insert into months (month, closing_token, closing_heartbeat_at, closing_locked)
      values (month_of(now()), 'another machine:1:0', now(), true)`
    await pool.query(hold)
    const held = await refused(clerk, to('complete'), { checks: 'now' })
    expect(held).toMatchObject({ status: 409, detail: expect.stringMatching(/is being closed right now/) })
    await pool.query('update months set closing_token = null, closing_heartbeat_at = null, closing_locked = false')
    const completed = await done(clerk, to('complete'), { ...late, expected_steps: 5 })
    expect(completed.order.status).toBe('completed')
    expect(await refused(clerk, to('complete'), { checks: 'now' })).toMatchObject({ status: 409 })
    expect(await refused(clerk, to('cancel'), { reason: 'Sent back' })).toMatchObject({ status: 403 })
    // Nor after the order is reopened because the check bounced.
    const check = completed.ledger.find(({ kind }) => kind === 'received')
    const bounced = { bounced: true, reason: 'The bank returned it' }
    expect((await done(clerk, `/admin/payments/${check?.id}/correct`, bounced)).order.status).toBe('processing')
    expect(await refused(clerk, to('cancel'), { reason: 'Sent back' })).toMatchObject({ status: 403 })
    expect((await done(await signIn('manager'), to('cancel'), { reason: 'Sent back' })).order.status).toBe('canceled')
    expect(await findings()).toEqual([])
  })

  it('report an edit between viewing and packing to the person who packs', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const edit = { order_id: id, version: 1, lines: [{ position: 0, quantity: 1 }], reason: 'They called' }
    expect((await clerk.post('/admin/orders/edit', edit)).statusCode).toBe(200)
    for (const step of ['pack', 'ship']) {
      const refusal = await refused(clerk, `/admin/orders/${id}/${step}`, { expected_steps: 0 })
      expect(refusal).toMatchObject({ status: 409, steps_taken: 1 })
    }
    expect((await read(clerk, id)).fulfillment).toMatchObject({ state: 'unfulfilled', steps_taken: 1 })
    const packed = await done(clerk, `/admin/orders/${id}/pack`, { expected_steps: 1 })
    expect(packed.fulfillment).toMatchObject({ state: 'packed', steps_taken: 2 })
  })

  it('mark goods as ready for pickup, unpack them, pack them again and hand them over', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder('P')
    const to = (step: string) => `/admin/orders/${id}/${step}`
    const ready = await done(clerk, to('ready'), { lines: [{ line: 0, quantity: 1 }], expected_steps: 0 })
    expect(ready.fulfillment).toMatchObject({ state: 'partly_ready_for_pickup', steps_taken: 2 })
    const shipment_id = ready.fulfillment.shipments[0]?.id
    expect(await refused(clerk, to('void-shipment'), { shipment_id, reason: ' ', expected_steps: 2 })).toMatchObject({
      status: 422,
    })
    const voided = await done(clerk, to('void-shipment'), { shipment_id, reason: 'Too few', expected_steps: 2 })
    expect(voided.fulfillment).toMatchObject({ state: 'unfulfilled', steps_taken: 3, open_units: 3 })
    expect(voided.fulfillment.shipments[0]).toMatchObject({ state: 'voided', void_reason: 'Too few' })
    expect(await refused(clerk, to('ship'), { expected_steps: 3 })).toMatchObject({ status: 409 })
    const part = await done(clerk, to('pick-up'), {
      lines: [{ line: 0, quantity: 1 }],
      picked_up_by: 'Bea Kim',
      expected_steps: 3,
    })
    expect(part.fulfillment.shipments[1]).toMatchObject({ state: 'picked_up', picked_up_name: 'Bea Kim' })
    // A repetition would take the rest.
    expect(await refused(clerk, to('pick-up'), { expected_steps: 3 })).toMatchObject({ status: 409, steps_taken: 5 })
    expect((await done(clerk, to('pick-up'), { expected_steps: 5 })).fulfillment.state).toBe('picked_up')
    // The order is unpaid and its goods are gone: a clerk can neither drop it nor put them back on the shelf.
    const cancel = { reason: 'Never mind' }
    expect(await refused(clerk, to('cancel'), cancel)).toMatchObject({ status: 403 })
    expect((await done(await signIn('manager'), to('cancel'), cancel)).order.status).toBe('canceled')
  })

  it('list an amount due even if the order has no due date', async () => {
    const [clerk, manager] = [await signIn('clerk'), await signIn('manager')]
    const to = (step: string, id: number) => `/admin/orders/${id}/${step}`
    const owed = async () => {
      const { data } = (await clerk.get('/admin/payments/unpaid.json?filter=no_due_date')).json()
      return data.map((row: { order_id: number; balance: number; hold_reasons: string[] }) => [
        row.order_id,
        row.balance,
        row.hold_reasons,
      ])
    }
    expect(await owed()).toEqual([])
    // Taken from the counter without payment.
    const taken = await placeOrder('P')
    await connection().pool.query('update orders set due_on = null, payment_days = null where id = $1', [taken])
    expect(await owed()).toEqual([])
    await done(clerk, to('pick-up', taken), { expected_steps: 0 })
    const total = (await read(clerk, taken)).money.total
    const out = [taken, total, ['items are packed or handed over']]
    expect(await owed()).toEqual([out])
    // Refunded, then the check bounced, then canceled.
    const bounced = await placeOrder('P')
    const book = { amount: total + 50, method: 'check', expected_balance: total }
    const check = (await done(clerk, to('payments/book', bounced), book)).ledger.at(-1)?.id
    const refund = { amount: 50, reason: 'Paid too much', expected_balance: -50 }
    // Not while the check may still bounce: the shop would pay with its own money.
    const early = await manager.post(to('refund', bounced), refund)
    expect([early.statusCode, early.json().errors.amount]).toEqual([
      422,
      expect.stringMatching(/\$0\.00 of the money received has cleared/),
    ])
    await done(clerk, `/admin/payments/${check}/clear`, {})
    expect((await manager.post(to('refund', bounced), refund)).statusCode).toBe(200)
    await done(clerk, `/admin/payments/${check}/correct`, { reason: 'No funds', bounced: true })
    const held = (await read(clerk, bounced)).due.hold_reasons
    expect(held).toEqual(['a refund was sent', 'a payment was reversed and the due date hasn’t been changed'])
    await done(manager, to('cancel', bounced), { reason: 'They never paid' })
    expect((await read(clerk, bounced)).money.balance).toBe(50)
    expect(await owed()).toEqual([[bounced, 50, held], out])
    const listed = (await clerk.get('/admin/orders.json?queue=no_due_date')).json().data
    expect(listed.map(({ id }: { id: number }) => id).sort()).toEqual([taken, bounced].sort())
    await done(clerk, to('payments/book', bounced), { amount: 50, method: 'cash', expected_balance: 50 })
    await done(clerk, to('payments/book', taken), { amount: total, method: 'cash', expected_balance: total })
    expect(await owed()).toEqual([])
    expect(await findings()).toEqual([])
  })

  it('let staff clear a check, or record its bounce, which reopens the order', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { total } = (await read(clerk, id)).money
    const to = (step: string) => `/admin/orders/${id}/${step}`
    const paid = await done(clerk, to('payments/book'), { amount: total, method: 'check', expected_balance: total })
    const check = paid.ledger.at(-1)?.id
    expect(paid.money.cleared_in_full).toBe(false)
    expect((await done(clerk, `/admin/payments/${check}/clear`)).money.cleared_in_full).toBe(true)
    expect(await refused(clerk, `/admin/payments/${check}/clear`)).toMatchObject({ status: 409 })
    await done(clerk, to('complete'))
    const correct = `/admin/payments/${check}/correct`
    expect(await refused(clerk, correct, { reason: '' })).toMatchObject({ status: 422 })
    const bounced = await done(clerk, correct, { reason: 'No funds', bounced: true })
    expect(bounced.order).toMatchObject({ status: 'processing', payment_state: 'unpaid', balance: total })
    expect(await refused(clerk, correct, { reason: 'No funds' })).toMatchObject({ status: 409 })
    const correction = bounced.ledger.at(-1)?.id
    expect(await refused(clerk, `/admin/payments/${correction}/correct`, { reason: 'No' })).toMatchObject({
      status: 409,
    })
    expect(await refused(clerk, '/admin/payments/2000000000/clear')).toMatchObject({ status: 404 })
    expect(await findings()).toEqual([])
  })

  it('let managers refund overpayments, with a second approver above the setting', async () => {
    const clerk = await signIn('clerk')
    const [manager, owner] = [await signIn('manager'), await signIn('owner')]
    const id = await placeOrder()
    const { total } = (await read(clerk, id)).money
    const to = (step: string) => `/admin/orders/${id}/${step}`
    await done(clerk, to('payments/book'), { amount: total + 500, method: 'cash', expected_balance: total })
    const refund = { amount: ABOVE, reason: 'Paid too much', method: 'cash', expected_balance: -500 }
    expect(await refused(clerk, to('refund'), refund)).toMatchObject({ status: 403 })
    expect(await refused(manager, to('refund'), { ...refund, amount: 500.01 })).toMatchObject({ status: 422 })
    expect(await refused(manager, to('refund'), { ...refund, credit_note_id: 1 })).toMatchObject({ status: 422 })
    expect(await refused(manager, to('refund'), { ...refund, reason: ' ' })).toMatchObject({ status: 422 })
    const refunds = async (browser: Browser, body: object) => {
      const answer = await browser.post(to('refund'), body)
      expect(answer.statusCode).toBe(200)
      return answer.json()
    }
    expect((await read(manager, id)).money.refundable).toMatchObject({ total: 500, single_approver_limit: ABOVE })
    expect(await refunds(manager, refund)).toMatchObject({
      approval_id: null,
      order: { money: { balance: -300, refundable: { total: 300, single_approver_limit: 0 } } },
    })
    expect(await refused(manager, to('refund'), refund)).toMatchObject({ status: 409, balance: -300 })

    const more = { ...refund, amount: 300, expected_balance: -300 }
    const { approval_id, order } = await refunds(manager, more)
    expect([approval_id, order.money.balance]).toEqual([expect.any(Number), -300])
    expect(await refused(manager, '/admin/approvals/approve', { approval_id })).toMatchObject({ status: 409 })
    expect((await owner.post('/admin/approvals/approve', { approval_id })).statusCode).toBe(200)
    expect(await refunds(manager, more)).toMatchObject({
      approval_id: null,
      order: { money: { state: 'paid', balance: 0, refunded: 500, refundable: { total: 0 } } },
    })
    // Once reversed, the amount is due again and would be refunded a second time, so this requires a manager as well.
    const given = (await read(manager, id)).ledger.find(({ kind }) => kind === 'refunded')?.id
    const correction = [`/admin/payments/${given}/correct`, { reason: 'It never went out' }] as const
    expect(await refused(clerk, ...correction)).toMatchObject({ status: 403 })
    const proofless = browserOf(suite)
    const { id: staffId } = await makeStaff(connection().db, 'manager')
    proofless.jar.set('staff', await staffSession(connection().db, staffId, false))
    expect(await refused(proofless, ...correction)).toMatchObject({
      status: 403,
      errors: { proof: expect.any(String) },
    })
    expect((await read(manager, id)).money).toMatchObject({ balance: 0, refunded: 500 })
    expect(await refused(proofless, to('refund'), more)).toMatchObject({
      status: 403,
      errors: { proof: expect.any(String) },
    })
    expect(await findings()).toEqual([])
  })

  it('cancel, credit and refund an order by its credit note, and reinstate an unpaid one', async () => {
    const manager = await signIn('manager')
    const id = await placeOrder('P', [1])
    const { total } = (await read(manager, id)).money
    const to = (step: string, order = id) => `/admin/orders/${order}/${step}`
    await done(manager, to('payments/book'), { amount: total, method: 'cash', expected_balance: total })
    expect(await refused(manager, to('cancel'))).toMatchObject({ status: 422, errors: { reason: expect.any(String) } })
    const { order, money, fulfillment } = await read(manager, id)
    const present = { status: order.status, balance: money.balance, steps_taken: fulfillment.steps_taken }
    for (const other of [{ status: 'completed' }, { balance: money.balance + 1 }, { steps_taken: 9 }]) {
      const late = { reason: 'Changed her mind', expected: { ...present, ...other } }
      expect(await refused(manager, to('cancel'), late)).toMatchObject({ status: 409, present })
    }
    const canceled = await done(manager, to('cancel'), { reason: 'Changed her mind', expected: present })
    const [note] = canceled.money.refundable.credit_notes
    expect(canceled.money).toMatchObject({ credited: total, balance: -total, refundable: { overpayment: 0 } })
    expect(await refused(manager, to('cancel'), { reason: 'Again' })).toMatchObject({ status: 409 })
    expect(await refused(manager, to('reinstate'), { reason: 'Again' })).toMatchObject({ status: 409 })
    expect(await refused(manager, to('pack'), { expected_steps: 0 })).toMatchObject({ status: 409 })
    const refund = { amount: total, credit_note_id: note?.id, reason: 'Canceled', expected_balance: -total }
    const answer = await manager.post(to('refund'), refund)
    expect(answer.json()).toMatchObject({ approval_id: null, order: { money: { state: 'refunded', balance: 0 } } })

    const unpaid = await placeOrder('P', [1], 1)
    await done(manager, to('cancel', unpaid), { reason: 'By mistake' })
    const open = await done(manager, to('reinstate', unpaid), { reason: 'By mistake' })
    expect(open.order).toMatchObject({ status: 'processing', balance: total })
    expect(open.due.hold_reasons).toEqual(['it was reinstated and the due date hasn’t been changed'])
    expect(await refused(manager, to('reinstate', unpaid), { reason: 'Again' })).toMatchObject({ status: 409 })
    expect(await findings()).toEqual([])
  })

  it('move the due date, and settle an unfulfilled payment claim', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const to = (step: string) => `/admin/orders/${id}/${step}`
    const before = await read(clerk, id)
    const dueOn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    const moved = await done(clerk, to('due-date'), { due_on: dueOn, reason: 'On vacation' })
    expect(moved.due).toMatchObject({
      due_on: dueOn,
      hold_reasons: [],
      due_date_changes: [{ to: dueOn, reason: 'On vacation' }],
    })
    expect(moved.due.cancels_at).not.toBe(null)
    expect(await refused(clerk, to('due-date'), { due_on: dueOn, reason: 'Again' })).toMatchObject({ status: 409 })
    expect(await refused(clerk, to('due-date'), { due_on: '2020-01-01', reason: 'No' })).toMatchObject({ status: 422 })
    // A second clerk, with an older page.
    const late = { due_on: '2999-01-01', reason: 'Agreed on', expected_due_on: before.due.due_on }
    expect(await refused(clerk, to('due-date'), late)).toMatchObject({ status: 409, due_on: dueOn })
    const later = await done(clerk, to('due-date'), { ...late, expected_due_on: dueOn })
    expect(later.due).toMatchObject({ due_on: '2999-01-01' })
    expect(await refused(clerk, to('settle-claim'), { reason: 'No' })).toMatchObject({ status: 409 })
    const claim = { orderId: id, claimant: 'link_holder' as const, method: undefined, note: '' }
    await inTransaction(connection().db, (trx) => claimPayment(trx, { kind: 'customer' }, claim))
    expect((await read(clerk, id)).due).toMatchObject({
      cancels_at: null,
      hold_reasons: ['the customer says it’s paid'],
    })
    const settled = await done(clerk, to('settle-claim'), { reason: 'Nothing came' })
    expect(settled.claims).toMatchObject([{ outcome: 'settled', reason: 'Nothing came' }])
    await inTransaction(connection().db, (trx) => claimPayment(trx, { kind: 'customer' }, claim))
    const renewed = (await read(clerk, id)).claims[1]
    const old = await refused(clerk, to('settle-claim'), { reason: 'Nothing came', claim_id: settled.claims[0]?.id })
    expect(old).toMatchObject({ status: 409, detail: expect.stringContaining('reported another payment') })
    await done(clerk, to('settle-claim'), { reason: 'Nor this time', claim_id: renewed?.id })
    const { total } = settled.money
    await done(clerk, to('payments/book'), { amount: total, method: 'cash', expected_balance: total })
    expect(await refused(clerk, to('due-date'), { due_on: '2999-01-01', reason: 'No' })).toMatchObject({ status: 409 })
  })

  // On the embedded engine's single connection, they would only queue.
  const race = it.runIf(engine === 'postgres')

  race('of many clerks who book or pack the same at once, one does', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { total } = (await read(clerk, id)).money
    const many = (path: string, body: object) =>
      Promise.all(Array.from({ length: 20 }, async () => (await clerk.post(path, body)).statusCode))
    for (const [path, body] of [
      [`/admin/orders/${id}/payments/book`, { amount: total, method: 'cash', expected_balance: total }],
      [`/admin/orders/${id}/pack`, { lines: [{ line: 0, quantity: 1 }], expected_steps: 0 }],
      [`/admin/orders/${id}/ship`, { expected_steps: 1 }],
    ] as const) {
      expect((await many(path, body)).sort()).toEqual([200, ...Array(19).fill(409)])
    }
    expect((await read(clerk, id)).money.balance).toBe(cents(0))
  })
})
