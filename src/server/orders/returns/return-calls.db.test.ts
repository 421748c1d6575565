import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('returns at the counter', (connection) => {
  const suite = appForSuite(connection)
  const manager = async () => {
    const { id, actor } = await makeStaff(connection().db, 'manager')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return { browser, actor }
  }
  /** Three items at $20 each, paid and completed. */
  async function order(userId: UserId, pv = 10) {
    const { db } = connection()
    const { jobs } = suite().services
    const product = await makeProduct(db, { name: 'Foils', stock: 20, pv, priceCents: 2000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 3 }])
    const placement = await submit(db, jobs, { userId, creditedUserId: userId, cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const { actor } = await makeStaff(db, 'clerk')
    for (const change of ['paid', 'completed'] as const) {
      const result = await inTransaction(db, (trx) =>
        changeOrder(trx, { id: placement.orderId, change, actor, clearing: 'now' }, createPaymentServices(jobs)),
      )
      if (!result.ok) throw new Error(result.refusal.code)
    }
    return placement.orderId as number
  }
  const makeBody = (order_id: number, overrides: object = {}) => ({
    order_id,
    lines: [{ line: 0, quantity: 2, restock: true }],
    reason: 'Sent back unopened.',
    ...overrides,
  })

  it('preview all their changes and book exactly those', async () => {
    const user = await makeUser(connection().db)
    const id = await order(user.id)
    const { browser, actor } = await manager()
    const previewed = await browser.post('/admin/returns/preview', makeBody(id))
    expect(previewed.statusCode, previewed.body).toBe(200)
    const preview = previewed.json()
    expect(preview).toMatchObject({
      order_id: id,
      lines: [{ line: 0, name: 'Foils', quantity: 2, restocked: 2, goods: 40, credit: 40, cv: 40, pv: 20 }],
      proposed: 40,
      withheld: 0,
      credit: 40,
      parts: { goods: 40, discount: 0, shipping: 0, insurance: 0, tax: 0 },
      month: expect.stringMatching(/^\d{4}-\d{2}$/),
      network: {
        cv: 40,
        pv: 20,
        members: [{ id: user.id, depth: 0, before: { personal_pv: 30 }, after: { personal_pv: 10 } }],
      },
    })
    const booked = await browser.post('/admin/returns/confirm', { ...makeBody(id), hash: preview.hash })
    expect(booked.statusCode, booked.body).toBe(200)
    expect(booked.json()).toMatchObject({
      return_id: expect.any(Number),
      credit_note_number: expect.any(Number),
      preview,
    })
    const log = await browser.get(`/admin/audit.json?subject=order:${id}&action=order.returned`)
    expect(log.json().data).toMatchObject([{ actor: actor.email, reason: 'Sent back unopened.' }])
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])

    // Repeats the return: two of the single remaining item.
    const repeated = await browser.post('/admin/returns/confirm', { ...makeBody(id), hash: preview.hash })
    expect(repeated.statusCode).toBe(422)
    expect(repeated.json().errors.lines).toBe('Only 1 of product 1 can be returned.')
  })

  it('respond with a new preview if an order completed in the meantime changes a line', async () => {
    const user = await makeUser(connection().db)
    const id = await order(user.id)
    const { browser } = await manager()
    const firstPreview = (await browser.post('/admin/returns/preview', makeBody(id))).json()
    await order(user.id, 900)
    const staleResponse = await browser.post('/admin/returns/confirm', { ...makeBody(id), hash: firstPreview.hash })
    expect(staleResponse.statusCode).toBe(409)
    expect(staleResponse.headers['content-type']).toMatch(/^application\/problem\+json/)
    const { code, detail, current: preview } = staleResponse.json()
    expect(code).toBe('stale')
    expect(detail).toContain('Nothing was recorded')
    expect(preview.hash).not.toBe(firstPreview.hash)
    expect(preview.network.members[0].before.personal_pv).toBe(2730)
    expect((await browser.post('/admin/returns/confirm', { ...makeBody(id), hash: preview.hash })).statusCode).toBe(200)
  })

  it('may credit less with a reason, and never more than proposed', async () => {
    const id = await order((await makeUser(connection().db)).id)
    const { browser } = await manager()
    const preview = async (credit: object) => browser.post('/admin/returns/preview', makeBody(id, { credit }))
    expect((await preview({ amount: 39.5, reason: 'One box is opened.' })).json()).toMatchObject({
      credit: 39.5,
      withheld: 0.5,
      network: { cv: 40, pv: 20 },
    })
    expect((await preview({ amount: 40.01, reason: 'Goodwill' })).json().errors.credit).toContain('$40.00')
    for (const credit of [{ amount: -1, reason: 'x' }, { amount: 1.005, reason: 'x' }, { amount: 1 }])
      expect((await preview(credit)).statusCode).toBe(422)
  })

  it('are refused with a message for goods that cannot be returned', async () => {
    const id = await order((await makeUser(connection().db)).id)
    const { browser } = await manager()
    const status = async (overrides: object) =>
      (await browser.post('/admin/returns/preview', makeBody(id, overrides))).statusCode
    expect(await status({ lines: [] })).toBe(422)
    expect(await status({ lines: [{ line: 1, quantity: 1 }] })).toBe(422)
    expect(await status({ lines: [{ line: 0, quantity: 4 }] })).toBe(422)
    expect(await status({ lines: [{ line: 0, quantity: -1 }] })).toBe(422)
    expect(await status({ reason: ' ' })).toBe(422)
    expect(await status({ order_id: 2_000_000_000 })).toBe(404)
    expect((await browser.post('/admin/returns/confirm', makeBody(id))).statusCode).toBe(422)
  })
})
