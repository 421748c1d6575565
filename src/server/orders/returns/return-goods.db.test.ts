import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { type LiveNetwork, openLiveNetwork } from '#server/compensation/live/live-network.ts'
import { listPoints } from '#server/compensation/points/list-points.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import { refundPayment } from '#server/orders/payments/refund-payment.ts'
import { reinstateOrder } from '#server/orders/reinstate-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { verifyAfterDamage } from '#test/verify-after-damage.ts'
import type { ReturnRequest } from './prepare-return.ts'
import { previewReturn } from './preview-return.ts'
import { returnGoods } from './return-goods.ts'

const manager = { kind: 'staff', staffId: 1, email: 'manager@example.com', role: 'manager' } as const

databaseTest('returned goods', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  let network: LiveNetwork
  beforeAll(() => {
    network = openLiveNetwork(connection(), (error) => {
      throw error
    })
  })
  afterAll(() => network.close())
  const services = (settings = {}) => ({ db: connection().db, ...createPaymentServices(jobs(), settings), network })

  /** Three items at $20 each, ten PV per item. */
  async function order(options: { userId?: UserId; completed?: boolean } = {}) {
    const { db } = connection()
    const product = await makeProduct(db, { stock: 20, pv: 10, priceCents: 2000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 3 }])
    const buyerFields = options.userId === undefined ? {} : { userId: options.userId, creditedUserId: options.userId }
    const placement = await submit(db, jobs(), { ...buyerFields, cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const id = placement.orderId as number
    for (const change of options.completed === false ? (['paid'] as const) : (['paid', 'completed'] as const))
      await applyChange(id, change)
    return { id, productId: product.id }
  }
  const applyChange = async (id: number, change: 'paid' | 'completed' | 'canceled') => {
    const result = await inTransaction(connection().db, (trx) =>
      changeOrder(trx, { id, change, actor: manager, clearing: 'now' }, createPaymentServices(jobs())),
    )
    if (!result.ok) throw new Error(result.refusal.code)
  }
  const request = (
    orderId: number,
    quantity: number,
    options: Partial<ReturnRequest> & { restock?: boolean } = {},
  ): ReturnRequest => ({
    orderId,
    lines: [{ position: 0, quantity, restock: options.restock ?? true }],
    reason: 'Sent back unopened.',
    credit: options.credit,
  })
  const preview = async (returnRequest: ReturnRequest) => {
    const previewed = await previewReturn(services(), returnRequest, new Date())
    if (!previewed.ok) throw new Error(previewed.refusal.code)
    return previewed.preview
  }
  const confirm = async (returnRequest: ReturnRequest, hash?: string) =>
    returnGoods(
      services(),
      manager,
      { ...returnRequest, preview: hash ?? (await preview(returnRequest)).hash },
      new Date(),
    )
  const readStock = async (id: number) =>
    (await connection().pool.query('select stock from products where id = $1', [id])).rows[0].stock
  const orderRow = async (id: number) =>
    (
      await connection().pool.query(
        'select payment_state, fulfillment_state, paid_at is not null as paid from orders where id = $1',
        [id],
      )
    ).rows[0]
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings

  it('treat a line that appears twice as one line, of which some items are restocked', async () => {
    const { id, productId } = await order()
    const before = await readStock(productId)
    const lines = [
      { position: 0, quantity: 1, restock: true },
      { position: 0, quantity: 2, restock: false },
    ]
    expect((await confirm({ ...request(id, 3), lines })).ok).toBe(true)
    expect(await readStock(productId)).toBe(before + 1)
    expect(await findings()).toEqual([])
  })

  it('credit their price with a numbered credit note, restock their items, and reverse their points', async () => {
    const user = await makeUser(connection().db)
    const { id, productId } = await order({ userId: user.id })
    expect(await readStock(productId)).toBe(17)
    const previewed = await preview(request(id, 2))
    expect(previewed).toMatchObject({
      creditCents: 4000,
      network: { cvCents: 4000, pv: 20, members: [{ id: user.id }] },
    })
    const booked = await confirm(request(id, 2), previewed.hash)
    expect(booked).toMatchObject({ ok: true, creditNoteNumber: expect.any(Number) })
    expect(await readStock(productId)).toBe(19)
    expect((await listPoints(connection().db, user.id, 0)).total).toBe(10)
    expect(await orderRow(id)).toMatchObject({ payment_state: 'overpaid', paid: true })
    await network.catchUp()
    const month = previewed.network?.month
    const card = month && (await network.query({ name: 'card', month, memberId: user.id }))
    expect(card).toMatchObject(previewed.network?.members[0]?.after ?? {})
    expect(await findings()).toEqual([])
  })

  it('credit a reinstated order in full: its items once, with shipping and insurance', async () => {
    const { db, pool } = connection()
    const product = await makeProduct(db, { stock: 20, priceCents: 2000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 3 }])
    const placement = await submit(db, jobs(), { cartOwner, form: deliveryForm })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const id = placement.orderId as number
    expect((await confirm(request(id, 1))).ok).toBe(true)
    await applyChange(id, 'canceled')
    expect(await readStock(product.id)).toBe(20)
    const reinstated = await inTransaction(db, (trx) =>
      reinstateOrder(trx, manager, { id, reason: 'Paid late.' }, createPaymentServices(jobs())),
    )
    expect(reinstated.ok).toBe(true)
    expect(await readStock(product.id)).toBe(18)
    expect((await confirm(request(id, 2))).ok).toBe(true)
    expect(await readStock(product.id)).toBe(20)
    const { rows } = await pool.query(
      `select total_cents - (select sum(amount_cents) from credit_notes where order_id = orders.id)::int as owed
         from orders where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ owed: 0 }])
    expect(await findings()).toEqual([])
  })

  it('credit the same total in parts as at once, and return no item twice', async () => {
    const user = await makeUser(connection().db)
    const { id, productId } = await order({ userId: user.id })
    for (const quantity of [1, 2]) expect((await confirm(request(id, quantity, { restock: false }))).ok).toBe(true)
    expect(await confirm(request(id, 1), 'any')).toMatchObject({
      ok: false,
      refusal: { code: 'more_than_sold', remaining: 0 },
    })
    expect(await readStock(productId)).toBe(17)
    expect((await listPoints(connection().db, user.id, 0)).total).toBe(0)
    const { rows } = await connection().pool.query(
      'select sum(amount_cents)::int as credited from credit_notes where order_id = $1',
      [id],
    )
    expect(rows).toEqual([{ credited: 6000 }])
    expect(await findings()).toEqual([])
  })

  it('are booked once when a confirmation is repeated, even if no member’s figures show it', async () => {
    const { id, productId } = await order()
    const { hash } = await preview(request(id, 1))
    expect((await confirm(request(id, 1), hash)).ok).toBe(true)
    expect(await confirm(request(id, 1), hash)).toMatchObject({
      ok: false,
      refusal: { code: 'stale', preview: { lines: [{ quantity: 1, returnedBefore: 1 }] } },
    })
    expect(await readStock(productId)).toBe(18)
    const { rows } = await connection().pool.query(
      'select sum(amount_cents)::int as credited from credit_notes where order_id = $1',
      [id],
    )
    expect(rows).toEqual([{ credited: 2000 }])
  })

  it('may be credited with less for a reason, while points are fully reversed', async () => {
    const user = await makeUser(connection().db)
    const { id } = await order({ userId: user.id })
    const reducedCredit = { cents: cents(1500), reason: 'The box is opened.' }
    expect(
      await previewReturn(services(), request(id, 1, { credit: { ...reducedCredit, reason: '' } }), new Date()),
    ).toMatchObject({
      ok: false,
      refusal: { code: 'credit_too_large' },
    })
    expect(
      await previewReturn(services(), request(id, 1, { credit: { ...reducedCredit, cents: cents(2001) } }), new Date()),
    ).toMatchObject({
      ok: false,
      refusal: { code: 'credit_too_large', proposedCents: 2000 },
    })
    expect(await confirm(request(id, 1, { credit: reducedCredit }))).toMatchObject({
      ok: true,
      preview: { creditCents: 1500, withheldCents: 500, network: { cvCents: 2000, pv: 10 } },
    })
    expect(await findings()).toEqual([])
  })

  it('may be credited with nothing, if broken or free, while points are reversed and items restocked', async () => {
    const user = await makeUser(connection().db)
    const { id, productId } = await order({ userId: user.id })
    const zeroCredit = { cents: cents(0), reason: 'Broken by the customer.' }
    expect(await confirm(request(id, 3, { credit: zeroCredit }))).toMatchObject({
      ok: true,
      creditNoteNumber: expect.any(Number),
      preview: { creditCents: 0, withheldCents: 6000 },
    })
    expect((await listPoints(connection().db, user.id, 0)).total).toBe(0)
    expect(await readStock(productId)).toBe(20)
    expect(await orderRow(id)).toMatchObject({ payment_state: 'paid' })
    expect(await findings()).toEqual([])
  })

  it('may be credited with nothing for an order with tax, shipping and insurance, too', async () => {
    const { db, pool } = connection()
    await pool.query(
      `insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
       values ('NJ', '', 6625, true, true, '2026-01-01')`,
    )
    const product = await makeProduct(db, { stock: 20, pv: 10, priceCents: 2000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 3 }])
    const placement = await submit(db, jobs(), { cartOwner, form: deliveryForm })
    await pool.query('delete from tax_rates')
    if (!placement.ok) throw new Error(placement.refusal.code)
    const id = placement.orderId as number
    await applyChange(id, 'paid')
    const fullPreview = await preview(request(id, 3))
    expect(fullPreview.creditCents).toBeGreaterThan(6000 + 397)
    const reason = 'Broken by the customer.'
    expect(await preview(request(id, 3, { credit: { cents: cents(500), reason } }))).toMatchObject({
      creditCents: 500,
      withheldCents: fullPreview.creditCents - 500,
    })
    expect(await confirm(request(id, 3, { credit: { cents: cents(0), reason } }))).toMatchObject({
      ok: true,
      preview: { creditCents: 0, withheldCents: fullPreview.creditCents },
    })
    expect(await findings()).toEqual([])
  })

  it('are due again after their refund when the check that paid for them bounces', async () => {
    const { db, pool } = connection()
    const user = await makeUser(db)
    const product = await makeProduct(db, { stock: 20, pv: 10, priceCents: 2000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 3 }])
    const placement = await submit(db, jobs(), { userId: user.id, creditedUserId: user.id, cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const id = placement.orderId as number
    const shop = createPaymentServices(jobs())
    const check = { orderId: id, amountCents: cents(6000), method: 'check', isCleared: true } as const
    const paid = await inTransaction(db, (trx) => bookPayment(trx, manager, check, shop))
    if (!paid.ok) throw new Error(paid.refusal.code)
    await applyChange(id, 'completed')
    expect((await confirm(request(id, 3))).ok).toBe(true)
    const { rows } = await pool.query('select id from credit_notes where order_id = $1', [id])
    const refund = {
      orderId: id,
      amountCents: cents(6000),
      of: { creditNoteId: rows[0].id },
      method: 'quickpay',
      reason: 'All of it came back.',
    } as const
    expect((await inTransaction(db, (trx) => refundPayment(trx, manager, refund, shop))).ok).toBe(true)
    expect(await orderRow(id)).toMatchObject({ payment_state: 'refunded', paid: true })

    const bounced = { paymentId: paid.paymentId, reason: 'The bank sent it back.', bounced: true }
    expect(await inTransaction(db, (trx) => correctPayment(trx, manager, bounced, shop))).toMatchObject({
      ok: true,
      balanceCents: 6000,
    })
    expect(await orderRow(id)).toMatchObject({ payment_state: 'unpaid', paid: false })
    expect((await pool.query('select status from orders where id = $1', [id])).rows).toEqual([{ status: 'processing' }])
    expect((await listPoints(db, user.id, 0)).total).toBe(0)
    expect(await findings()).toEqual([])
  })

  it('are restocked and never counted if the order is not completed', async () => {
    const user = await makeUser(connection().db)
    const { id, productId } = await order({ userId: user.id, completed: false })
    expect((await confirm(request(id, 1, { restock: false }))).ok).toBe(true)
    expect(await readStock(productId)).toBe(18)
    await applyChange(id, 'completed')
    expect((await listPoints(connection().db, user.id, 0)).total).toBe(20)
    expect((await confirm(request(id, 2))).ok).toBe(true)
    expect((await listPoints(connection().db, user.id, 0)).total).toBe(0)
    expect(await readStock(productId)).toBe(20)
    expect(await findings()).toEqual([])
  })

  it('get a new preview if an order completed in the meantime changes it', async () => {
    const user = await makeUser(connection().db)
    const { id } = await order({ userId: user.id })
    const previewed = await preview(request(id, 1))
    // More points lift the member a level, so the return now changes other lines.
    const repriced = await connection().pool.query(`update products set pv = 900 where name is not null returning id`)
    expect(repriced.rowCount).toBeGreaterThan(0)
    await order({ userId: user.id })
    const confirmation = await confirm(request(id, 1), previewed.hash)
    expect(confirmation).toMatchObject({ ok: false, refusal: { code: 'stale' } })
    if (confirmation.ok || confirmation.refusal.code !== 'stale') return
    expect(confirmation.refusal.preview.hash).not.toBe(previewed.hash)
    expect((await confirm(request(id, 1), confirmation.refusal.preview.hash)).ok).toBe(true)
    expect(await findings()).toEqual([])
  })

  it('are reported by verify if more or less volume is reversed than was returned', async () => {
    const user = await makeUser(connection().db)
    const { id } = await order({ userId: user.id })
    expect((await confirm(request(id, 1))).ok).toBe(true)
    for (const [change, restoration] of [
      ['+ 100', 2100],
      ['- 100', 1900],
    ] as const) {
      const tamperSql = `update goods_return_lines set cv_cents = cv_cents ${change} where order_id = ${id}`
      expect(await verifyAfterDamage(connection(), tmpdir(), tamperSql)).toContain(
        `Order ${id} counts 2000 cents CV and 10 PV less than it was completed with, but ${restoration} and 10 came back.`,
      )
    }
  })

  it('are refused for now if other orders keep intervening, even if they change nothing in the preview', async () => {
    const user = await makeUser(connection().db)
    const { id } = await order({ userId: user.id })
    const { hash } = await preview(request(id, 1))
    const otherUser = await makeUser(connection().db)
    let callCount = 0
    const busyNetwork: LiveNetwork = {
      ...network,
      async query(query) {
        const response = await network.query(query)
        if (++callCount <= 5) await order({ userId: otherUser.id })
        return response
      },
    }
    const returnRequest = { ...request(id, 1), preview: hash }
    const confirmation = await returnGoods({ ...services(), network: busyNetwork }, manager, returnRequest, new Date())
    expect(confirmation).toEqual({ ok: false, refusal: { code: 'concurrent_changes' } })
    expect((await confirm(request(id, 1), hash)).ok).toBe(true)
    expect(await findings()).toEqual([])
  })

  it('without a credited member are booked in the previewed month, or previewed again', async () => {
    const { id } = await order()
    const previewed = await preview(request(id, 1))
    expect(previewed.network).toBeUndefined()
    expect(previewed.month).toMatch(/^\d{4}-\d{2}$/)
    // Disables triggers for this test, because a closed month can never be reopened.
    const setClosed = (closedAt: string) =>
      connection().pool.query(
        `set session_replication_role = 'replica';
         update months set closed_at = ${closedAt}, closed_externally = ${closedAt} is not null where month = '${previewed.month}';
         set session_replication_role = 'origin'`,
      )
    await setClosed('now()')
    const confirmation = await confirm(request(id, 1), previewed.hash)
    await setClosed('null')
    expect(confirmation).toMatchObject({ ok: false, refusal: { code: 'stale' } })
    expect((await confirm(request(id, 1), previewed.hash)).ok).toBe(true)
  })

  it('are refused for a canceled order, packed goods, without a reason, or without lines', async () => {
    const { id } = await order()
    const findRefusal = async (returnRequest: ReturnRequest) => {
      const previewed = await previewReturn(services(), returnRequest, new Date())
      return previewed.ok ? undefined : previewed.refusal.code
    }
    expect(await findRefusal({ ...request(id, 1), reason: ' ' })).toBe('reason_required')
    expect(await findRefusal({ ...request(id, 1), lines: [{ position: 9, quantity: 1, restock: true }] })).toBe(
      'line_not_found',
    )
    expect(await findRefusal({ ...request(2_000_000_000, 1) })).toBe('not_found')
    const { id: packedId } = await order({ completed: false })
    await inTransaction(connection().db, (trx) => packOrder(trx, manager, { orderId: packedId }))
    expect(await findRefusal(request(packedId, 1))).toBe('line_packed')
    await applyChange(id, 'canceled')
    expect(await findRefusal(request(id, 1))).toBe('nothing_to_return')
  })

  describe.runIf(engine === 'postgres')('fifty concurrent clerks', () => {
    it.each(['a member', 'nobody'])('return the same item of an order credited to %s exactly once', async (subject) => {
      const user = subject === 'nobody' ? undefined : await makeUser(connection().db)
      const { id, productId } = await order(user && { userId: user.id })
      const { hash } = await preview(request(id, 1))
      const results = await Promise.all(Array.from({ length: 50 }, () => confirm(request(id, 1), hash)))
      // The second clerk sees an order other than the previewed one.
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const { rows } = await connection().pool.query(
        'select coalesce(sum(quantity), 0)::int as back from goods_return_lines where order_id = $1',
        [id],
      )
      expect(rows).toEqual([{ back: 1 }])
      expect(await readStock(productId)).toBe(18)
      expect(await findings()).toEqual([])
    })
  })
})
