import pg from 'pg'
import { deliveryForm } from '#test/order-forms.ts'
import { type HttpClient, type HttpResponse, withResponseCookies } from './client.ts'

/** Quantity that exceeds the demo shop's minimum order. */
const QUANTITY = 5

/** A guest's whole checkout in five requests: a product page, its cart, the quotes, the review, the order. */
export async function placeGuestOrder(client: HttpClient, productId: number): Promise<void> {
  const page = await client.visit(`/packages/${productId}`)
  const added = await client.post('/shopping-cart/product/add', page, { id: productId, quantity: QUANTITY })
  expectStatus(added, 200)
  const visitor = withResponseCookies(page, added)
  const headers = { accept: 'application/json', cookie: visitor.cookie }
  const { zip, state } = deliveryForm.shipping
  expectStatus(await client.send('GET', `/checkout/quotes.json?zipcode=${zip}`, headers), 200)
  const review = `/checkout/totals.json?type=D&state=${state}&zipcode=${zip}&shipping_method=ground`
  expectStatus(await client.send('GET', review, headers), 200)
  const key = { 'idempotency-key': crypto.randomUUID() }
  // Each guest has a different email: orders per email are rate limited.
  const form = { ...deliveryForm, user_email: `${crypto.randomUUID()}@example.com` }
  expectStatus(await client.post('/checkout/confirm', visitor, form, key), 201)
}

function expectStatus({ status, body }: HttpResponse, expected: number): void {
  if (status !== expected) throw new Error(`${status} ${body}`)
}

export async function findUntrackedProduct(databaseUrl: string): Promise<number> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const { rows } = await database.query('select id from products where active and stock is null order by id limit 1')
  await database.end()
  return rows[0].id
}
