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
import { readOrderVersion, withCurrentVersion } from '#test/current-version.ts'
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
    const cartItems = []
    for (const quantity of quantities) {
      cartItems.push({ id: (await makeProduct(db, { priceCents: 5000, stock })).id, quantity })
    }
    const form = type === 'D' ? deliveryForm : pickupForm
    const placement = await submit(db, suite().services.jobs, { form, cartOwner: await fillCart(db, cartItems) })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  async function signIn(role: Role) {
    const { db } = connection()
    const { id } = await makeStaff(db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, id))
    return browser
  }
  type Browser = Awaited<ReturnType<typeof signIn>>
  const readOrder = async (browser: Browser, id: number): Promise<ManagedOrder> =>
    (await browser.get(`/admin/orders/${id}.json`)).json()
  /** Makes a call about the current version that succeeds with the order. */
  const post = async (browser: Browser, path: string, body: object = {}): Promise<ManagedOrder> => {
    const response = await browser.post(path, await withCurrentVersion(browser, path, body))
    expect([path, response.statusCode, response.json().detail]).toEqual([path, 200, undefined])
    return response.json()
  }
  /** Makes a call about the current version that is refused; every refusal has a message. */
  const postRefused = async (browser: Browser, path: string, body: object = {}) => {
    const response = await browser.post(path, await withCurrentVersion(browser, path, body))
    const { detail, ...fullyPaid } = response.json()
    expect(detail).toMatch(/^[A-Z].*[.]$/)
    return { ...fullyPaid, detail, status: response.statusCode }
  }
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings

  it('accept payments in parts; a repeated request, or another clerk, books nothing twice', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { total } = (await readOrder(clerk, id)).money
    const pay = `/admin/orders/${id}/payments/book`
    const first = {
      amount: 60.5,
      method: 'cash',
      reference: 'till 2',
      expected_version: await readOrderVersion(clerk, id),
    }
    const paid = await post(clerk, pay, first)
    expect(paid.money).toMatchObject({ state: 'partly_paid', received: 60.5, balance: total - 60.5 })
    expect(paid.ledger.at(-1)).toMatchObject({ kind: 'received', method: 'cash', reference: 'till 2', change: -60.5 })
    expect(await postRefused(await signIn('clerk'), pay, first)).toMatchObject({
      status: 409,
      code: 'stale',
      detail: 'Someone else changed this order.',
      current: { version: paid.version, money: { balance: total - 60.5 } },
    })
    const fullyPaid = await post(clerk, pay, { amount: total - 60.5 })
    expect(fullyPaid.order).toMatchObject({ payment_state: 'paid', balance: 0 })
    // Without a method, the order's own is used.
    expect(fullyPaid.ledger.at(-1)).toMatchObject({ method: 'quickpay' })
    for (const [invalid, code, field] of [
      [{ amount: 0 }, 'amount_not_positive', 'amount'],
      [{ amount: 1.001 }, 'invalid', 'amount'],
      [{ amount: 1e12 }, 'invalid', 'amount'],
      [{ amount: '5' }, 'invalid', 'amount'],
      [{ amount: 5, expected_version: undefined }, 'invalid', 'expected_version'],
      [{ amount: 5, value_date: '2999-01-01' }, 'date_in_future', 'value_date'],
      [{ amount: 5, value_date: 'today' }, 'invalid', 'value_date'],
      [{ amount: 5, value_date: '1026-11-20' }, 'date_too_early', 'value_date'],
      [{ amount: 5, value_date: addDays(shopDayOf(Date.now()), -367) }, 'date_too_early', 'value_date'],
    ] as const) {
      expect(await postRefused(clerk, pay, invalid)).toMatchObject({
        status: 422,
        code,
        errors: { [field]: expect.any(String) },
      })
    }
    expect((await readOrder(clerk, id)).ledger).toHaveLength(3)
    const deposit = { amount: 5, value_date: addDays(shopDayOf(Date.now()), -366) }
    expect((await post(clerk, pay, deposit)).ledger.at(-1)).toMatchObject({ change: -5 })
    expect((await clerk.post('/admin/orders/2000000000/payments/book', first)).statusCode).toBe(404)
  })

  it('ship two parcels, once each, and complete the order', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { total } = (await readOrder(clerk, id)).money
    const toPath = (step: string) => `/admin/orders/${id}/${step}`
    const pack = { lines: [{ line: 0, quantity: 2 }], expected_version: await readOrderVersion(clerk, id) }
    const packed = await post(clerk, toPath('pack'), pack)
    expect(packed.fulfillment).toMatchObject({ state: 'partly_packed', open_units: 1 })
    expect(await postRefused(clerk, toPath('pack'), pack)).toMatchObject({
      code: 'stale',
      current: { version: packed.version },
    })
    expect(await postRefused(clerk, toPath('pack'), { lines: [{ line: 2, quantity: 1 }] })).toMatchObject({
      status: 422,
      detail: 'The order has no line 3.',
    })
    expect(await postRefused(clerk, toPath('pack'), { lines: [{ line: 1, quantity: 2 }] })).toMatchObject({
      status: 422,
      detail: 'Only 1 of line 2 can be packed.',
    })
    const [first] = packed.fulfillment.shipments
    const twoLineShipment = { shipment_id: first?.id, lines: [{ line: 1, quantity: 1 }] }
    expect(await postRefused(clerk, toPath('ship'), twoLineShipment)).toMatchObject({
      status: 422,
      errors: { lines: expect.any(String) },
    })
    const ship = { shipment_id: first?.id, tracking_number: '1Z999AA10123456784' }
    expect(await postRefused(clerk, toPath('ship'), { ...ship, tracking_number: '!' })).toMatchObject({ status: 422 })
    const beforeShipping = await readOrderVersion(clerk, id)
    const shipped = await post(clerk, toPath('ship'), ship)
    expect(shipped.fulfillment.shipments[0]).toMatchObject({ state: 'shipped', carrier: 'ups' })
    expect(shipped.fulfillment.shipments[0]?.steps.map(({ step }) => step)).toEqual(['packed', 'shipped'])
    expect(await postRefused(clerk, toPath('ship'), { ...ship, expected_version: beforeShipping })).toMatchObject({
      code: 'stale',
    })
    expect(await postRefused(clerk, toPath('ship'), ship)).toMatchObject({ code: 'tracking_number_taken' })
    const voidBody = { shipment_id: first?.id, reason: 'Wrong box' }
    expect(await postRefused(clerk, toPath('void-shipment'), voidBody)).toMatchObject({ status: 409 })

    // Shipping packs whatever is not packed yet.
    const second = await post(clerk, toPath('ship'), { carrier: 'usps' })
    expect(second.fulfillment).toMatchObject({ state: 'shipped', open_units: 0, open: [] })
    const delivered = await post(clerk, toPath('deliver'), { shipment_id: first?.id })
    expect(delivered.fulfillment.state).toBe('partly_delivered')
    expect(await postRefused(clerk, toPath('pick-up'), {})).toMatchObject({ status: 409 })
    expect(await postRefused(clerk, toPath('ready'), {})).toMatchObject({ status: 409 })

    expect(await postRefused(clerk, toPath('complete'))).toMatchObject({ status: 409 })
    await post(clerk, toPath('payments/book'), { amount: total, method: 'check' })
    expect(await postRefused(clerk, toPath('complete'))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('hasn’t cleared'),
    })
    const outdated = { checks: 'now', expected_version: second.version }
    expect(await postRefused(clerk, toPath('complete'), outdated)).toMatchObject({ code: 'stale' })
    // A month close that is about to end locks its month.
    const { pool } = connection()
    const lockMonthSql = `insert into months (month, closing_token, closing_heartbeat_at, closing_locked)
      values (month_of(now()), 'another machine:1:0', now(), true)`
    await pool.query(lockMonthSql)
    const conflicting = await postRefused(clerk, toPath('complete'), { checks: 'now' })
    expect(conflicting).toMatchObject({ status: 409, detail: expect.stringMatching(/is being closed right now/) })
    await pool.query('update months set closing_token = null, closing_heartbeat_at = null, closing_locked = false')
    const completed = await post(clerk, toPath('complete'), { checks: 'now' })
    expect(completed.order.status).toBe('completed')
    expect(await postRefused(clerk, toPath('complete'), { checks: 'now' })).toMatchObject({ status: 409 })
    expect(await postRefused(clerk, toPath('cancel'), { reason: 'Sent back' })).toMatchObject({ status: 403 })
    // Nor after the order is reopened because the check bounced.
    const check = completed.ledger.find(({ kind }) => kind === 'received')
    const bounced = { bounced: true, reason: 'The bank returned it' }
    expect((await post(clerk, `/admin/payments/${check?.id}/correct`, bounced)).order.status).toBe('processing')
    expect(await postRefused(clerk, toPath('cancel'), { reason: 'Sent back' })).toMatchObject({ status: 403 })
    expect((await post(await signIn('manager'), toPath('cancel'), { reason: 'Sent back' })).order.status).toBe(
      'canceled',
    )
    expect(await findings()).toEqual([])
  })

  it('report an edit made between viewing and packing', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { version: expected_version } = await readOrder(clerk, id)
    const edit = { order_id: id, lines: [{ position: 0, quantity: 1 }], reason: 'They called', expected_version }
    const edited = await clerk.post('/admin/orders/edit', edit)
    expect([edited.statusCode, edited.json().edition]).toEqual([200, 2])
    const repeated = await clerk.post('/admin/orders/edit', edit)
    expect([repeated.statusCode, repeated.json()]).toMatchObject([409, { code: 'stale', current: { edition: 2 } }])
    for (const step of ['pack', 'ship']) {
      const refusal = await postRefused(clerk, `/admin/orders/${id}/${step}`, { expected_version })
      expect(refusal).toMatchObject({ code: 'stale', current: { edition: 2 } })
    }
    expect((await readOrder(clerk, id)).fulfillment).toMatchObject({ state: 'unfulfilled' })
    const [listed] = (await clerk.get(`/admin/orders/pack-list.json?ids=${id}`)).json().orders
    expect(listed.version).toBe((await readOrder(clerk, id)).version)
    const packed = await post(clerk, `/admin/orders/${id}/pack`, { expected_version: listed.version })
    expect(packed.fulfillment).toMatchObject({ state: 'packed' })
  })

  it('mark goods as ready for pickup, unpack them, pack them again and hand them over', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder('P')
    const toPath = (step: string) => `/admin/orders/${id}/${step}`
    const ready = await post(clerk, toPath('ready'), { lines: [{ line: 0, quantity: 1 }] })
    expect(ready.fulfillment).toMatchObject({ state: 'partly_ready_for_pickup' })
    const shipment_id = ready.fulfillment.shipments[0]?.id
    expect(await postRefused(clerk, toPath('void-shipment'), { shipment_id, reason: ' ' })).toMatchObject({
      status: 422,
    })
    const voided = await post(clerk, toPath('void-shipment'), { shipment_id, reason: 'Too few' })
    expect(voided.fulfillment).toMatchObject({ state: 'unfulfilled', open_units: 3 })
    expect(voided.fulfillment.shipments[0]).toMatchObject({ state: 'voided', void_reason: 'Too few' })
    expect(await postRefused(clerk, toPath('ship'), {})).toMatchObject({ status: 409 })
    const part = await post(clerk, toPath('pick-up'), {
      lines: [{ line: 0, quantity: 1 }],
      picked_up_by: 'Bea Kim',
    })
    expect(part.fulfillment.shipments[1]).toMatchObject({ state: 'picked_up', picked_up_name: 'Bea Kim' })
    // A repetition would take the rest.
    expect(await postRefused(clerk, toPath('pick-up'), { expected_version: voided.version })).toMatchObject({
      code: 'stale',
    })
    expect((await post(clerk, toPath('pick-up'), {})).fulfillment.state).toBe('picked_up')
    // The order is unpaid and its goods are gone: a clerk can neither drop it nor put them back on the shelf.
    const cancel = { reason: 'Never mind' }
    expect(await postRefused(clerk, toPath('cancel'), cancel)).toMatchObject({ status: 403 })
    expect((await post(await signIn('manager'), toPath('cancel'), cancel)).order.status).toBe('canceled')
  })

  it('list an amount due even if the order has no due date', async () => {
    const [clerk, manager] = [await signIn('clerk'), await signIn('manager')]
    const toPath = (step: string, id: number) => `/admin/orders/${id}/${step}`
    const listAmountsDue = async () => {
      const { data } = (await clerk.get('/admin/payments/unpaid.json?filter=no_due_date')).json()
      return data.map((row: { order_id: number; balance: number; hold_reasons: string[] }) => [
        row.order_id,
        row.balance,
        row.hold_reasons,
      ])
    }
    expect(await listAmountsDue()).toEqual([])
    // Taken from the counter without payment.
    const packedOrderId = await placeOrder('P')
    await connection().pool.query('update orders set due_on = null, payment_days = null where id = $1', [packedOrderId])
    expect(await listAmountsDue()).toEqual([])
    await post(clerk, toPath('pick-up', packedOrderId), {})
    const total = (await readOrder(clerk, packedOrderId)).money.total
    const packedEntry = [packedOrderId, total, ['items are packed or handed over']]
    expect(await listAmountsDue()).toEqual([packedEntry])
    // Refunded, then the check bounced, then canceled.
    const bounced = await placeOrder('P')
    const book = { amount: total + 50, method: 'check' }
    const check = (await post(clerk, toPath('payments/book', bounced), book)).ledger.at(-1)?.id
    const refund = { amount: 50, reason: 'Paid too much' }
    // Not while the check may still bounce: the shop would pay with its own money.
    expect(await postRefused(manager, toPath('refund', bounced), refund)).toMatchObject({
      status: 422,
      code: 'funds_not_cleared',
      errors: { amount: expect.stringMatching(/\$0\.00 of the money received has cleared/) },
    })
    await post(clerk, `/admin/payments/${check}/clear`, {})
    const expected_version = await readOrderVersion(manager, bounced)
    expect((await manager.post(toPath('refund', bounced), { ...refund, expected_version })).statusCode).toBe(200)
    await post(clerk, `/admin/payments/${check}/correct`, { reason: 'No funds', bounced: true })
    const conflicting = (await readOrder(clerk, bounced)).due.hold_reasons
    expect(conflicting).toEqual(['a refund was sent', 'a payment was reversed and the due date hasn’t been changed'])
    await post(manager, toPath('cancel', bounced), { reason: 'They never paid' })
    expect((await readOrder(clerk, bounced)).money.balance).toBe(50)
    expect(await listAmountsDue()).toEqual([[bounced, 50, conflicting], packedEntry])
    const listedOrders = (await clerk.get('/admin/orders.json?queue=no_due_date')).json().data
    expect(listedOrders.map(({ id }: { id: number }) => id).sort()).toEqual([packedOrderId, bounced].sort())
    await post(clerk, toPath('payments/book', bounced), { amount: 50, method: 'cash' })
    await post(clerk, toPath('payments/book', packedOrderId), {
      amount: total,
      method: 'cash',
    })
    expect(await listAmountsDue()).toEqual([])
    expect(await findings()).toEqual([])
  })

  it('let staff clear a check, or record its bounce, which reopens the order', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { total } = (await readOrder(clerk, id)).money
    const toPath = (step: string) => `/admin/orders/${id}/${step}`
    const paid = await post(clerk, toPath('payments/book'), { amount: total, method: 'check' })
    const check = paid.ledger.at(-1)?.id
    expect(paid.money.cleared_in_full).toBe(false)
    expect((await post(clerk, `/admin/payments/${check}/clear`)).money.cleared_in_full).toBe(true)
    expect(await postRefused(clerk, `/admin/payments/${check}/clear`)).toMatchObject({ status: 409 })
    await post(clerk, toPath('complete'))
    const correct = `/admin/payments/${check}/correct`
    expect(await postRefused(clerk, correct, { reason: '' })).toMatchObject({ status: 422 })
    const bounced = await post(clerk, correct, { reason: 'No funds', bounced: true })
    expect(bounced.order).toMatchObject({ status: 'processing', payment_state: 'unpaid', balance: total })
    expect(await postRefused(clerk, correct, { reason: 'No funds' })).toMatchObject({ status: 409 })
    const correction = bounced.ledger.at(-1)?.id
    expect(await postRefused(clerk, `/admin/payments/${correction}/correct`, { reason: 'No' })).toMatchObject({
      status: 409,
    })
    expect(await postRefused(clerk, '/admin/payments/2000000000/clear')).toMatchObject({ status: 404 })
    expect(await findings()).toEqual([])
  })

  it('let managers refund overpayments, with a second approver above the setting', async () => {
    const clerk = await signIn('clerk')
    const [manager, owner] = [await signIn('manager'), await signIn('owner')]
    const id = await placeOrder()
    const { total } = (await readOrder(clerk, id)).money
    const toPath = (step: string) => `/admin/orders/${id}/${step}`
    await post(clerk, toPath('payments/book'), { amount: total + 500, method: 'cash' })
    const refund = { amount: ABOVE, reason: 'Paid too much', method: 'cash' }
    expect(await postRefused(clerk, toPath('refund'), refund)).toMatchObject({ status: 403 })
    expect(await postRefused(manager, toPath('refund'), { ...refund, amount: 500.01 })).toMatchObject({ status: 422 })
    expect(await postRefused(manager, toPath('refund'), { ...refund, credit_note_id: 1 })).toMatchObject({
      status: 422,
    })
    expect(await postRefused(manager, toPath('refund'), { ...refund, reason: ' ' })).toMatchObject({ status: 422 })
    const refunds = async (browser: Browser, body: object) => {
      const response = await browser.post(toPath('refund'), await withCurrentVersion(browser, toPath('refund'), body))
      expect(response.statusCode).toBe(200)
      return response.json()
    }
    expect((await readOrder(manager, id)).money.refundable).toMatchObject({ total: 500, single_approver_limit: ABOVE })
    const expected_version = await readOrderVersion(manager, id)
    expect(await refunds(manager, { ...refund, expected_version })).toMatchObject({
      approval_id: null,
      order: { money: { balance: -300, refundable: { total: 300, single_approver_limit: 0 } } },
    })
    expect(await postRefused(manager, toPath('refund'), { ...refund, expected_version })).toMatchObject({
      code: 'stale',
      current: { money: { balance: -300 } },
    })

    const largeRefund = { ...refund, amount: 300, expected_version: await readOrderVersion(manager, id) }
    const { approval_id, order } = await refunds(manager, largeRefund)
    expect([approval_id, order.money.balance]).toEqual([expect.any(Number), -300])
    expect(await postRefused(manager, '/admin/approvals/approve', { approval_id })).toMatchObject({ status: 409 })
    expect((await owner.post('/admin/approvals/approve', { approval_id })).statusCode).toBe(200)
    expect(await refunds(manager, largeRefund)).toMatchObject({
      approval_id: null,
      order: { money: { state: 'paid', balance: 0, refunded: 500, refundable: { total: 0 } } },
    })
    // Once reversed, the amount is due again and would be refunded a second time, so this requires a manager as well.
    const refundId = (await readOrder(manager, id)).ledger.find(({ kind }) => kind === 'refunded')?.id
    const correction = [`/admin/payments/${refundId}/correct`, { reason: 'It never went out' }] as const
    expect(await postRefused(clerk, ...correction)).toMatchObject({ status: 403 })
    const unauthenticated = browserOf(suite)
    const { id: staffId } = await makeStaff(connection().db, 'manager')
    unauthenticated.jar.set('staff', await staffSession(connection().db, staffId, false))
    expect(await postRefused(unauthenticated, ...correction)).toMatchObject({
      status: 403,
      code: 'reauthentication_required',
    })
    expect((await readOrder(manager, id)).money).toMatchObject({ balance: 0, refunded: 500 })
    expect(await postRefused(unauthenticated, toPath('refund'), largeRefund)).toMatchObject({
      status: 403,
      code: 'reauthentication_required',
    })
    expect(await findings()).toEqual([])
  })

  it('cancel, credit and refund an order by its credit note, and reinstate an unpaid one', async () => {
    const manager = await signIn('manager')
    const id = await placeOrder('P', [1])
    const { total } = (await readOrder(manager, id)).money
    const toPath = (step: string, order = id) => `/admin/orders/${order}/${step}`
    const placed = { expected_version: await readOrderVersion(manager, id) }
    await post(manager, toPath('payments/book'), { amount: total, method: 'cash' })
    expect(await postRefused(manager, toPath('cancel'))).toMatchObject({
      status: 422,
      errors: { reason: expect.any(String) },
    })
    expect(await postRefused(manager, toPath('cancel'), { reason: 'Changed her mind', ...placed })).toMatchObject({
      status: 409,
      code: 'stale',
      current: { money: { balance: 0 } },
    })
    const canceled = await post(manager, toPath('cancel'), { reason: 'Changed her mind' })
    const [note] = canceled.money.refundable.credit_notes
    expect(canceled.money).toMatchObject({ credited: total, balance: -total, refundable: { overpayment: 0 } })
    expect(await postRefused(manager, toPath('cancel'), { reason: 'Again' })).toMatchObject({ status: 409 })
    expect(await postRefused(manager, toPath('reinstate'), { reason: 'Again' })).toMatchObject({ status: 409 })
    expect(await postRefused(manager, toPath('pack'), {})).toMatchObject({ status: 409 })
    const refund = { amount: total, credit_note_id: note?.id, reason: 'Canceled' }
    const response = await manager.post(toPath('refund'), await withCurrentVersion(manager, toPath('refund'), refund))
    expect(response.json()).toMatchObject({ approval_id: null, order: { money: { state: 'refunded', balance: 0 } } })

    const unpaid = await placeOrder('P', [1], 1)
    await post(manager, toPath('cancel', unpaid), { reason: 'By mistake' })
    const reinstated = await post(manager, toPath('reinstate', unpaid), { reason: 'By mistake' })
    expect(reinstated.order).toMatchObject({ status: 'processing', balance: total })
    expect(reinstated.due.hold_reasons).toEqual(['it was reinstated and the due date hasn’t been changed'])
    expect(await postRefused(manager, toPath('reinstate', unpaid), { reason: 'Again' })).toMatchObject({ status: 409 })
    expect(await findings()).toEqual([])
  })

  it('move the due date, and settle an unfulfilled payment claim', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const toPath = (step: string) => `/admin/orders/${id}/${step}`
    const before = await readOrder(clerk, id)
    const dueOn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    const movedFile = await post(clerk, toPath('due-date'), { due_on: dueOn, reason: 'On vacation' })
    expect(movedFile.due).toMatchObject({
      due_on: dueOn,
      hold_reasons: [],
      due_date_changes: [{ to: dueOn, reason: 'On vacation' }],
    })
    expect(movedFile.due.cancels_at).not.toBe(null)
    expect(await postRefused(clerk, toPath('due-date'), { due_on: dueOn, reason: 'Again' })).toMatchObject({
      status: 409,
    })
    expect(await postRefused(clerk, toPath('due-date'), { due_on: '2020-01-01', reason: 'No' })).toMatchObject({
      status: 422,
    })
    // A second clerk, with an older page.
    const later = { due_on: '2999-01-01', reason: 'Agreed on' }
    const outdated = { ...later, expected_version: before.version }
    expect(await postRefused(clerk, toPath('due-date'), outdated)).toMatchObject({
      code: 'stale',
      current: { due: { due_on: dueOn } },
    })
    const laterFile = await post(clerk, toPath('due-date'), later)
    expect(laterFile.due).toMatchObject({ due_on: '2999-01-01' })
    expect(await postRefused(clerk, toPath('settle-claim'), { reason: 'No' })).toMatchObject({ status: 409 })
    const claim = { orderId: id, claimant: 'link_holder' as const, method: undefined, note: '' }
    await inTransaction(connection().db, (trx) => claimPayment(trx, { kind: 'customer' }, claim))
    expect((await readOrder(clerk, id)).due).toMatchObject({
      cancels_at: null,
      hold_reasons: ['the customer says it’s paid'],
    })
    const settled = await post(clerk, toPath('settle-claim'), { reason: 'Nothing came' })
    expect(settled.claims).toMatchObject([{ outcome: 'settled', reason: 'Nothing came' }])
    await inTransaction(connection().db, (trx) => claimPayment(trx, { kind: 'customer' }, claim))
    const outdatedClaim = { reason: 'Nothing came', expected_version: settled.version }
    expect(await postRefused(clerk, toPath('settle-claim'), outdatedClaim)).toMatchObject({
      code: 'stale',
      current: { claims: [{ outcome: 'settled' }, { outcome: null }] },
    })
    await post(clerk, toPath('settle-claim'), { reason: 'Nor this time' })
    const { total } = settled.money
    await post(clerk, toPath('payments/book'), { amount: total, method: 'cash' })
    expect(await postRefused(clerk, toPath('due-date'), { due_on: '2999-01-01', reason: 'No' })).toMatchObject({
      status: 409,
    })
  })

  // On the embedded engine's single connection, they would only queue.
  const itOnPostgres = it.runIf(engine === 'postgres')

  itOnPostgres('of many clerks who book or pack the same at once, one does', async () => {
    const clerk = await signIn('clerk')
    const id = await placeOrder()
    const { total } = (await readOrder(clerk, id)).money
    const postConcurrently = (path: string, body: object) =>
      Promise.all(Array.from({ length: 20 }, async () => (await clerk.post(path, body)).statusCode))
    for (const [path, body] of [
      [`/admin/orders/${id}/payments/book`, { amount: total, method: 'cash' }],
      [`/admin/orders/${id}/pack`, { lines: [{ line: 0, quantity: 1 }] }],
      [`/admin/orders/${id}/ship`, {}],
    ] as const) {
      const expected_version = await readOrderVersion(clerk, id)
      expect((await postConcurrently(path, { ...body, expected_version })).sort()).toEqual([
        200,
        ...Array(19).fill(409),
      ])
    }
    expect((await readOrder(clerk, id)).money.balance).toBe(cents(0))
  })
})
