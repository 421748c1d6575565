import { findPresentedOrder } from '#server/orders/read-order.ts'
import type { TestApp } from './app.ts'
import { makeProduct } from './factories.ts'
import { pickupForm } from './order-forms.ts'
import { fillCart, submit } from './shop.ts'

type UnpaidOrderOptions = { name?: string; payment?: 'quickpay' | 'check'; priceCents?: number }

/** Places a guest's order of one product for pickup. Amounts are in dollars. */
export async function placeUnpaidOrder(
  { services: { db, jobs } }: TestApp,
  { name = 'Ivo Moneymaker', payment = 'quickpay', priceCents = 2_000 }: UnpaidOrderOptions = {},
) {
  const [first_name = '', last_name = ''] = name.split(' ')
  const { id: productId } = await makeProduct(db, { priceCents })
  const user_email = `${last_name.toLowerCase()}@example.com`
  const form = { ...pickupForm, first_name, last_name, user_email, payment: { payment_type: payment } }
  const placed = await submit(db, jobs, { cartOwner: await fillCart(db, [{ id: productId }]), form })
  if (!placed.ok) throw new Error(placed.refusal.code)
  const order = await findPresentedOrder(db, placed.orderId)
  if (!order) throw new Error(`There is no order ${placed.orderId}.`)
  return { id: placed.orderId as number, total: order.order_total }
}
