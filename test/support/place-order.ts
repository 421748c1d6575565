import { type APIRequestContext, expect } from 'playwright/test'
import { createPoster, masque } from './e2e-helpers.ts'
import { deliveryForm, type pickupForm } from './order-forms.ts'

type PlaceOrderOptions = {
  quantity?: number
  form?: typeof deliveryForm | typeof pickupForm
  /** Referral code of the credited member. */
  referralCode?: string
}

/** Places a guest order of a quantity of one product, in a browser without a page. Returns its number. */
export async function placeOrder(
  request: APIRequestContext,
  { quantity = 3, form = deliveryForm, referralCode }: PlaceOrderOptions = {},
): Promise<number> {
  const post = await createPoster(request, referralCode === undefined ? '/faqs' : `/faqs?ref=${referralCode}`)
  expect(await post('/shopping-cart/product/add', { id: masque.id, quantity })).toBe(200)
  expect(await post('/checkout/confirm', form)).toBe(201)
  const { id } = await (await request.get('/checkout/order.json')).json()
  return id
}
