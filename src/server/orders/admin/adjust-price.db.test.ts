import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import type { Role } from '#contract/permissions.ts'
import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { verifyAfterDamage } from '#test/verify-after-damage.ts'

const ALONE = 40

databaseTest('price adjustment for goods that the customer keeps', (connection, engine) => {
  const suite = appForSuite(connection, { SHOP_REFUND_APPROVAL_ABOVE: String(ALONE) })

  /** Places an order of two pieces at $50.00, delivered. */
  async function placeOrder() {
    const { db } = connection()
    const { id: userId } = await makeUser(db)
    const product = await makeProduct(db, { priceCents: 5000, pv: 10 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 2 }])
    const placement = await submit(db, suite().services.jobs, {
      form: deliveryForm,
      cartOwner,
      userId,
      creditedUserId: userId,
    })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId as number
  }
  async function signIn(role: Role, isReauthenticated = true) {
    const { id } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id, isReauthenticated))
    return browser
  }
  type Browser = Awaited<ReturnType<typeof signIn>>
  const readOrder = async (browser: Browser, id: number): Promise<ManagedOrder> =>
    (await browser.get(`/admin/orders/${id}.json`)).json()
  const credit = (browser: Browser, id: number, amount: number, overrides: object = {}) =>
    postCurrent(browser, `/admin/orders/${id}/adjust`, { amount, reason: 'The box was torn', ...overrides })
  const creditAndRead = async (...args: Parameters<typeof credit>): Promise<ManagedOrder> => {
    const response = await credit(...args)
    expect([response.statusCode, response.json().detail]).toEqual([200, undefined])
    return response.json()
  }
  const book = async (browser: Browser, id: number, amount: number) =>
    postCurrent(browser, `/admin/orders/${id}/payments/book`, { amount, method: 'cash' })
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings
  const readPoints = async (id: number) =>
    (
      await connection().pool.query(
        `select coalesce(sum(points), 0)::int as points from point_entries
          where user_id = (select credited_user_id from orders where id = $1)`,
        [id],
      )
    ).rows[0].points

  it('refunds a paid order and emails the customer; tax, goods and points stay', async () => {
    const manager = await signIn('manager')
    const id = await placeOrder()
    const { total } = (await readOrder(manager, id)).money
    await book(manager, id, total)
    expect((await postCurrent(manager, `/admin/orders/${id}/complete`)).statusCode).toBe(200)
    expect(await readPoints(id)).toBe(20)

    const file = await creditAndRead(manager, id, 12.5)
    const note = file.ledger.at(-1)
    expect(note).toMatchObject({ kind: 'adjustment', change: -12.5, balance: -12.5, reason: 'The box was torn' })
    expect(file.money).toMatchObject({ state: 'overpaid', credited: 12.5, balance: -12.5, adjustable: 87.5 })
    expect(file.money.refundable).toMatchObject({ overpayment: 0, credit_notes: [{ id: note?.id, amount: 12.5 }] })
    expect(file.timeline.at(-1)?.sentence).toBe(`We credited $12.50 (credit note ${note?.number}).`)
    expect(file.order).toMatchObject({ status: 'completed', order_total: total })
    expect(await readPoints(id)).toBe(20)
    const pdf = await manager.get(`/admin/orders/${id}/credit-notes/${note?.number}.pdf`)
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])

    const jobRows = await connection().pool.query(
      `select data from pgboss.job where data ->> 'mail' = 'order_credited' and (data ->> 'order_id')::int = $1`,
      [id],
    )
    expect(jobRows.rows).toEqual([{ data: { mail: 'order_credited', order_id: id, credit_note: note?.number } }])
    const mail = await writeQueuedMail(suite().services, jobRows.rows[0].data)
    expect(mail?.text).toContain(`We credited $12.50 to your order ${id}.`)
    expect(mail?.text).toContain('We’ll refund $12.50.')

    const refund = { amount: 12.5, credit_note_id: note?.id, method: 'cash', reason: 'Sent' }
    const refundResponse = await postCurrent(manager, `/admin/orders/${id}/refund`, refund)
    expect(refundResponse.json().order.money).toMatchObject({ state: 'partly_refunded', balance: 0 })
    expect(await findings()).toEqual([])
  })

  it('lowers the amount due of an unpaid order, and emails the customer', async () => {
    const manager = await signIn('manager')
    const id = await placeOrder()
    const { total } = (await readOrder(manager, id)).money
    const { money, mails } = await creditAndRead(manager, id, 20)
    expect(money).toMatchObject({ state: 'unpaid', balance: total - 20 })
    expect(mails.map(({ mail }) => mail)).toContain('order_credited')
    await book(manager, id, total - 20)
    expect((await readOrder(manager, id)).money).toMatchObject({ state: 'paid', balance: 0 })
    // The credited amount is not edited away; canceling credits only the rest.
    await postCurrent(manager, `/admin/orders/${id}/cancel`, { reason: 'They called' })
    const after = await readOrder(manager, id)
    expect(after.ledger.at(-1)).toMatchObject({ kind: 'cancellation', change: 20 - total })
    const late = await credit(manager, id, 1)
    expect([late.statusCode, late.json().code]).toEqual([409, 'order_canceled'])
    expect(await findings()).toEqual([])
  })

  it('is refused if repeated, for clerks, without proof or reason, and beyond the price of the goods', async () => {
    const [clerk, manager] = [await signIn('clerk'), await signIn('manager')]
    const id = await placeOrder()
    const { total } = (await readOrder(manager, id)).money
    const status = async (...args: Parameters<typeof credit>) => (await credit(...args)).statusCode
    expect(await status(clerk, id, 5)).toBe(403)
    expect(await status(await signIn('manager', false), id, 5)).toBe(403)
    for (const [amount, reason, code] of [
      [0, 'Why', 'amount_not_positive'],
      [-5, 'Why', 'amount_not_positive'],
      [5, ' ', 'invalid'],
      [100.01, 'More than the goods', 'adjustment_too_large'],
    ] as const) {
      const refused = await credit(manager, id, amount, { reason })
      expect([amount, refused.statusCode, refused.json().code]).toEqual([amount, 422, code])
    }
    expect(await status(manager, 2_000_000_000, 5)).toBe(404)
    const expected = { expected_version: (await readOrder(manager, id)).version }
    await creditAndRead(manager, id, 5, expected)
    const repeated = await credit(manager, id, 5, expected)
    expect([repeated.statusCode, repeated.json()]).toMatchObject([
      409,
      { code: 'stale', current: { money: { balance: total - 5 } } },
    ])
    expect((await readOrder(manager, id)).money.credited).toBe(5)
    expect(await findings()).toEqual([])
  })

  it('is limited per order to the amount that one person may refund, if two people can approve', async () => {
    const manager = await signIn('manager')
    await signIn('owner')
    const id = await placeOrder()
    const { adjustable } = (await readOrder(manager, id)).money
    expect(adjustable).toBe(ALONE)
    const overLimit = await credit(manager, id, ALONE + 0.01)
    expect([overLimit.statusCode, overLimit.json().code, overLimit.json().errors.amount]).toEqual([
      422,
      'above_single_approver_limit',
      'One person can credit at most $40.00 more of this order without a return.',
    ])
    expect((await creditAndRead(manager, id, ALONE)).money.adjustable).toBe(0)
    const secondCredit = await credit(manager, id, 0.01)
    expect(secondCredit.json().errors.amount).toContain('can’t credit any more of this order')
  })

  it('lowers the credit of goods returned later, but not their tax and points', async () => {
    const manager = await signIn('manager')
    const id = await placeOrder()
    const { total } = (await readOrder(manager, id)).money
    await book(manager, id, total)
    await postCurrent(manager, `/admin/orders/${id}/complete`)
    await creditAndRead(manager, id, 30)
    const returnItems = async (quantity: number) => {
      const body = { order_id: id, lines: [{ line: 0, quantity, restock: true }], reason: 'Sent back' }
      const { hash, ...preview } = (await manager.post('/admin/returns/preview', body)).json()
      const confirmation = await manager.post('/admin/returns/confirm', { ...body, hash })
      expect([confirmation.statusCode, confirmation.json().detail]).toEqual([200, undefined])
      return preview
    }
    expect(await returnItems(1)).toMatchObject({ proposed: 50, credited_before: 0, credit: 50 })
    expect(await returnItems(1)).toMatchObject({ proposed: 20, credited_before: 30, credit: 20, parts: { goods: 20 } })
    expect(await readPoints(id)).toBe(0)
    const { money } = await readOrder(manager, id)
    expect([money.credited, money.adjustable]).toEqual([100, 0])
    expect(await findings()).toEqual([])
  })

  it('is not used up by an amount withheld from an earlier return', async () => {
    const manager = await signIn('manager')
    const id = await placeOrder()
    const { total } = (await readOrder(manager, id)).money
    await book(manager, id, total)
    await postCurrent(manager, `/admin/orders/${id}/complete`)
    await creditAndRead(manager, id, 30)
    const returnItems = async (credit?: object) => {
      const body = { order_id: id, lines: [{ line: 0, quantity: 1, restock: true }], reason: 'Sent back', credit }
      const { hash, ...preview } = (await manager.post('/admin/returns/preview', body)).json()
      expect((await manager.post('/admin/returns/confirm', { ...body, hash })).statusCode).toBe(200)
      return preview
    }
    const goodsReturn = await returnItems({ amount: 5, reason: 'Half of it is used up' })
    expect(goodsReturn).toMatchObject({ proposed: 50, credited_before: 0, withheld: 45, credit: 5 })
    expect((await readOrder(manager, id)).money.adjustable).toBe(10)
    expect(await returnItems()).toMatchObject({ proposed: 20, credited_before: 30, credit: 20 })
    const { money } = await readOrder(manager, id)
    expect([money.credited, money.adjustable]).toEqual([55, 0])
    expect(await findings()).toEqual([])
    const lowerWithheldSql = `update goods_returns set withheld_cents = 3001, credited_before_cents = 3001 where order_id = ${id} and credited_before_cents > 0`
    expect(await verifyAfterDamage(connection(), tmpdir(), lowerWithheldSql)).toContain(
      `Order ${id}: its returns are lowered by 3001 cents that were credited before, of 3000.`,
    )
  })

  it.runIf(engine === 'postgres')('is credited once under concurrent requests', async () => {
    const manager = await signIn('manager')
    const id = await placeOrder()
    const { money, version: expected_version } = await readOrder(manager, id)
    const { total } = money
    const responses = await Promise.all(Array.from({ length: 20 }, () => credit(manager, id, 7, { expected_version })))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(409)])
    expect((await readOrder(manager, id)).money).toMatchObject({ credited: 7, balance: total - 7 })
    expect(await findings()).toEqual([])
  })

  it('is checked by verify, which finds other items, and goods credited beyond their price', async () => {
    const manager = await signIn('manager')
    const id = await placeOrder()
    const number = (await creditAndRead(manager, id, 10)).ledger.at(-1)?.number
    const findNotes = `where order_id = ${id}`
    const after = (damage: string) => verifyAfterDamage(connection(), tmpdir(), damage)
    expect(await after(`update credit_notes set goods_cents = 900, tax_cents = 100 ${findNotes}`)).toContain(
      `Credit note ${number} of order ${id} is for goods that stayed, and credits something else.`,
    )
    expect(await after(`update credit_notes set goods_cents = 10050, amount_cents = 10050 ${findNotes}`)).toContain(
      `Order ${id}: 10050 cents of its goods are credited of 10000.`,
    )
  })
})
