import { expect, it } from 'vitest'
import { openSession } from '#server/customers/sessions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { countOrders, findOrder, findOrders } from './order.queries.ts'

databaseTest('orders', (connection) => {
  const suite = appForSuite(connection)
  const orderFrom = async (browser: ReturnType<typeof browserOf>): Promise<number> => {
    const product = await makeProduct(connection().db)
    await browser.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    return (await browser.post('/checkout/confirm', pickupForm)).json().id
  }

  it('are found for one user, or for everybody including guests, newest first', async () => {
    const { db } = connection()
    const user = await makeUser(db, { type: 'member' })
    const ana = browserOf(suite)
    ana.jar.set('session', await inTransaction(db, (trx) => openSession(trx, user.id)))
    const own = await orderFrom(ana)
    const guests = await orderFrom(browserOf(suite))
    const page = { offset: 0, limit: 2 }
    const idsOf = (orders: { id: number }[]) => orders.map(({ id }) => id)

    expect(idsOf(await findOrders(db, { userId: user.id }, page))).toEqual([own])
    expect(await countOrders(db, { userId: user.id })).toBe(1)
    expect(await findOrder(db, guests, { userId: user.id })).toBeUndefined()

    expect(idsOf(await findOrders(db, 'everybody', page))).toEqual([guests, own])
    expect(idsOf(await findOrders(db, 'everybody', { ...page, offset: 1 }))[0]).toBe(own)
    expect(await countOrders(db, 'everybody')).toBeGreaterThanOrEqual(2)
    expect(await findOrder(db, guests, 'everybody')).toMatchObject({ id: guests, user_id: null })
  })
})
