import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'

databaseTest('a shop without a quick pay number', (connection) => {
  const suite = appForSuite(connection, { SHOP_QUICK_PAY_PHONE: '' })

  it('offers only checks, refuses quick pay with a message, and keeps the cart', async () => {
    const browser = browserOf(suite)
    const { id } = await makeProduct(connection().db)
    await browser.post('/shopping-cart/product/add', { id, quantity: 1 })
    expect((await browser.get('/shop.json')).json().payment_types).toEqual(['check'])
    const response = await browser.post('/checkout/confirm', pickupForm)
    expect([response.json().code, response.json().errors]).toEqual([
      'quick_pay_not_offered',
      { 'payment.payment_type': 'Quick Pay is not available. Please choose another payment method.' },
    ])
    expect((await browser.get('/cart.json')).json().quantity).toBe(1)
    const check = await browser.post('/checkout/confirm', { ...pickupForm, payment: { payment_type: 'check' } })
    expect(check.statusCode).toBe(201)
  })
})
