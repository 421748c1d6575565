import type { Order } from '#contract/orders/calls.ts'
import { type Address, emptyAddress } from '#domain/addresses/address.ts'
import { cents, toCents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import {
  type PlaceStaffOrderRefusal,
  placeStaffOrder,
  type StaffOrderShop,
} from '#server/checkout/place-staff-order.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import { pickUpOrder } from '#server/orders/fulfillment/pick-up-order.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { findAvailable, findTestProduct } from './setup.queries.ts'

export type TestOrder = {
  order: Order
  stock: { before: number | null; after: number | null }
  mail: { to: string; subject: string; text: string }
}
export type TestOrderRefusal = PlaceStaffOrderRefusal | { code: 'no_product_to_order' }

const TEST_PHONE = '(201) 555-0100'

/**
 * Places an order for one product with the functions of every order, records its payment and hands it over. The caller
 * rolls the transaction back: prices, taxes, stock and emails are tried, and no number, figure or entry is used up.
 */
export async function placeTestOrder(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  services: Pick<Services, 'config' | 'settings' | 'signer'> & { shop: StaffOrderShop },
): Promise<Result<TestOrder, TestOrderRefusal>> {
  const { config, settings, signer, shop } = services
  const product = await findTestProduct(trx)
  if (!product) return refuse({ code: 'no_product_to_order' })
  const delivery = await chooseDelivery(trx, services)
  const placed = await placeStaffOrder(
    trx,
    actor,
    {
      lines: [{ productId: product.id, quantity: 1 }],
      discount: undefined,
      customer: {
        kind: 'guest',
        contact: {
          first_name: 'Test',
          last_name: 'Order',
          user_email: settings.get('shop_email') || actor.email,
          phone_number: settings.get('shop_phone') || TEST_PHONE,
        },
      },
      shipping: delivery ?? { type: 'P' },
      paymentType: 'check',
      isPaid: false,
      isHandedOver: false,
      comments: '',
    },
    // A first product may be cheaper than the smallest order, and a guest has no license.
    { ...shop, minimumSubTotalCents: cents(0), licenseRule: 'none' },
  )
  if (!placed.ok) return placed
  const { orderId } = placed
  const written = await writeQueuedMail(
    { db: trx, signer, settings, config },
    { mail: 'order_placed', order_id: orderId },
  )
  const unpaid = await findPresentedOrder(trx, orderId)
  if (!written || !unpaid) throw new Error(`test order ${orderId} was placed but not found`)
  if (unpaid.balance > 0) {
    const payment = { orderId, amountCents: toCents(unpaid.balance), method: 'check', isCleared: true } as const
    requireOk(await bookPayment(trx, actor, payment, shop))
  }
  if (delivery) requireOk(await shipOrder(trx, actor, { orderId }, shop))
  else requireOk(await pickUpOrder(trx, actor, { orderId }, shop))
  const order = await findPresentedOrder(trx, orderId)
  if (!order) throw new Error(`test order ${orderId} was handed over but not found`)
  const { to, subject, text } = written
  const after = await findAvailable(trx, product.id)
  return { ok: true, order, stock: { before: product.available, after }, mail: { to, subject, text } }
}

/** A delivery to the store's own ZIP by the first method; undefined if none goes there, or its state is not known. */
async function chooseDelivery(
  trx: Transaction,
  { settings, shop }: Pick<Services, 'settings'> & { shop: StaffOrderShop },
) {
  const [state, zip] = [settings.get('pickup_state'), settings.get('shop_zip')]
  const [quote] = (await shop.quoteShipping(trx, zip))(0)
  if (state === '' || !quote) return undefined
  const address: Address = {
    ...emptyAddress,
    ...{ first_name: 'Test', last_name: 'Order', phone_number: TEST_PHONE, address_1: '1 Main Street', city: 'Test' },
    ...{ state, zip },
  }
  return { type: 'D' as const, shipping: { address_id: 0, ...address }, shipping_method: quote.method }
}

function requireOk(result: { ok: boolean; refusal?: { code: string } }): void {
  if (!result.ok) throw new Error(`a step of the test order was refused: ${result.refusal?.code}`)
}
