import { expect, it } from 'vitest'
import { openSession } from '#server/customers/sessions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'

const MISSING = 2_000_000_000

databaseTest('invoices', (connection) => {
  const suite = appForSuite(connection)
  const guest = () => browserOf(suite)
  const member = async () => {
    const user = await makeUser(connection().db, { type: 'franchise' })
    const browser = guest()
    browser.jar.set('session', await inTransaction(connection().db, (trx) => openSession(trx, user.id)))
    return browser
  }
  const submitOrder = async (browser: ReturnType<typeof guest>): Promise<{ id: number; url: string }> => {
    const product = await makeProduct(connection().db)
    await browser.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    return (await browser.post('/checkout/confirm', pickupForm)).json()
  }
  const fetchInvoice = async (browser: ReturnType<typeof guest>, url: string) => {
    const response = await browser.get(url)
    return [response.statusCode, response.headers['content-type'], response.body]
  }
  const invoicePath = (id: number) => `/account/orders/${id}/invoice.pdf`

  it('open in the browser of their owner and are not cached by proxies', async () => {
    const ana = await member()
    const { id } = await submitOrder(ana)
    const response = await ana.get(invoicePath(id))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="invoice-${id}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      // WebKit's viewer is a page that loses its styles under the policy for the shop's pages.
      'content-security-policy': "frame-ancestors 'none'",
    })
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await ana.get(invoicePath(id))).rawPayload.equals(response.rawPayload)).toBe(true)
  })

  it('give the same response if they belong to another member or a guest, or do not exist', async () => {
    const [ana, bea] = [await member(), await member()]
    const notFoundResponse = await fetchInvoice(bea, invoicePath(MISSING))
    expect(notFoundResponse[0]).toBe(404)
    for (const order of [await submitOrder(ana), await submitOrder(guest())]) {
      expect(await fetchInvoice(bea, invoicePath(order.id))).toEqual(notFoundResponse)
    }
    expect((await guest().get(invoicePath((await submitOrder(ana)).id))).statusCode).toBe(401)
  })

  it('require the key of that same order from a guest', async () => {
    const [one, other] = [await submitOrder(guest()), await submitOrder(guest())]
    const guestInvoicePath = ({ id }: { id: number }, key: string) => `/orders/${id}/invoice.pdf?key=${key}`
    const getKey = ({ url }: { url: string }) => new URL(url, 'http://shop.test').searchParams.get('key') ?? ''
    const response = await guest().get(guestInvoicePath(one, getKey(one)))
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
    const notFoundResponse = await fetchInvoice(guest(), guestInvoicePath({ id: MISSING }, getKey(one)))
    expect(notFoundResponse[0]).toBe(404)
    for (const key of ['', 'x', getKey(other)])
      expect(await fetchInvoice(guest(), guestInvoicePath(one, key))).toEqual(notFoundResponse)
  })
})
