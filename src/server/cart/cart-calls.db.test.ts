import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'

const SIXTY_DAYS = 60 * 24 * 60 * 60

databaseTest('cart calls', (connection) => {
  const suite = appForSuite(connection)
  const calls = (browser: ReturnType<typeof browserOf>) => ({
    add: (id: number) => browser.post('/shopping-cart/product/add', { id, quantity: 1 }),
    update: (id: number, quantity: number) => browser.post('/shopping-cart/product/update', { id, quantity }),
    remove: (id: number) => browser.post('/shopping-cart/product/remove', { id }),
  })

  it('renew a guest’s cart cookie for sixty days', async () => {
    const { add, update, remove } = calls(browserOf(suite))
    const [one, other] = [await makeProduct(connection().db), await makeProduct(connection().db)]
    await add(one.id)
    const added = await add(other.id)
    const [first, second] = added.json().line_items
    for (const response of [added, await update(first.id, 2), await remove(second.id)]) {
      expect(response.cookies).toMatchObject([{ name: 'cart', maxAge: SIXTY_DAYS }])
    }
  })

  it('mark every price in a response as shown', async () => {
    const browser = browserOf(suite)
    const { add, update } = calls(browser)
    const [one, other] = [await makeProduct(connection().db), await makeProduct(connection().db)]
    await add(one.id)
    const { line_items: lines } = (await add(other.id)).json()
    await connection().pool.query('update products set price_cents = price_cents + 100 where id = $1', [one.id])
    const placeOrder = () => browser.post('/checkout/confirm', pickupForm)
    expect((await placeOrder()).statusCode).toBe(409)
    // Updates the other line; the response contains the new price of this one.
    const line = lines.find((one: { product_id: number }) => one.product_id === other.id)
    expect((await update(line.id, 2)).statusCode).toBe(200)
    expect((await placeOrder()).statusCode).toBe(201)
  })

  it('accept form data, including the reviewed total as text', async () => {
    const browser = browserOf(suite)
    const { total } = (await calls(browser).add((await makeProduct(connection().db)).id)).json()
    const placeOrder = (reviewed_total: string) => browser.post('/checkout/confirm', { ...pickupForm, reviewed_total })
    expect((await placeOrder('many')).statusCode).toBe(422)
    expect((await placeOrder('0.01')).statusCode).toBe(409)
    expect((await placeOrder(total.toFixed(2))).statusCode).toBe(201)
  })
})
