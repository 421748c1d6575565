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
  const orderAs = async (browser: ReturnType<typeof browserOf>): Promise<number> => {
    const product = await makeProduct(connection().db)
    await browser.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    return (await browser.post('/checkout/confirm', pickupForm)).json().id
  }

  it('are found for one user, or for everyone including guests, newest first', async () => {
    const { db } = connection()
    const user = await makeUser(db, { type: 'member' })
    const ana = browserOf(suite)
    ana.jar.set('session', await inTransaction(db, (trx) => openSession(trx, user.id)))
    const userOrderId = await orderAs(ana)
    const guestOrderId = await orderAs(browserOf(suite))
    const page = { offset: 0, limit: 2 }
    const getIds = (orders: { id: number }[]) => orders.map(({ id }) => id)

    expect(getIds(await findOrders(db, { userId: user.id }, page))).toEqual([userOrderId])
    expect(await countOrders(db, { userId: user.id })).toBe(1)
    expect(await findOrder(db, guestOrderId, { userId: user.id })).toBeUndefined()

    expect(getIds(await findOrders(db, 'everybody', page))).toEqual([guestOrderId, userOrderId])
    expect(getIds(await findOrders(db, 'everybody', { ...page, offset: 1 }))[0]).toBe(userOrderId)
    expect(await countOrders(db, 'everybody')).toBeGreaterThanOrEqual(2)
    expect(await findOrder(db, guestOrderId, 'everybody')).toMatchObject({ id: guestOrderId, user_id: null })
  })
})
