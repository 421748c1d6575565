import { expect, type Page } from 'playwright/test'
import { masque, postFromPage } from './journey.ts'
import { deliveryForm, type pickupForm } from './order-forms.ts'

type PlacedOrder = {
  quantity?: number
  form?: typeof deliveryForm | typeof pickupForm
  /** Of the member whom it is credited to. */
  referralCode?: string
}

/** Places an order of a guest over the page's own calls: so many of one product. Its number. */
export async function placeOrder(
  page: Page,
  { quantity = 3, form = deliveryForm, referralCode }: PlacedOrder = {},
): Promise<number> {
  await page.goto(referralCode === undefined ? '/faqs' : `/faqs?ref=${referralCode}`)
  expect(await postFromPage(page, '/shopping-cart/product/add', { id: masque.id, quantity })).toBe(200)
  expect(await postFromPage(page, '/checkout/confirm', form)).toBe(201)
  const { id } = await (await page.request.get('/checkout/order.json')).json()
  return id
}
