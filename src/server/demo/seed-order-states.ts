import type { Contact, PlaceOrder } from '#contract/checkout/calls.ts'
import { cents } from '#domain/money/money.ts'
import type { AnyRefusal, Result } from '#domain/result.ts'
import { visitorAddress } from '#seed/network/visitors.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { placeOrder } from '#server/checkout/place-order.ts'
import { quoteFromTable } from '#server/checkout/quote-shipping.ts'
import type { LiveMonths } from '#server/compensation/count/preview-reversal.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import { previewReturn } from '#server/orders/returns/preview-return.ts'
import { returnGoods } from '#server/orders/returns/return-goods.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { DEMO, type OrderState, orderStates } from './order-states.ts'

/** Emails of made-up people are dropped. */
const noEmails: Jobs = {
  queue: async () => {},
  requeue: async () => {},
  work: async () => {},
  stop: async () => {},
}
/** Returns in the demo shop belong to guests, whose orders change no member's figures, so none are ever requested. */
const noMemberFigures: LiveMonths = {
  query: ({ name }) => Promise.reject(new Error(`The demo shop requested the figures of a member: ${name}`)),
}

/**
 * Places an order for each possible state and processes it with the same functions that staff use, so that its ledger,
 * stock and history match those of any other order. All are placed today.
 */
export async function seedOrderStates(
  db: Database,
  productId: (handle: string) => number,
  settings: Settings,
): Promise<void> {
  const shop: PaymentServices = { jobs: noEmails, settings }
  for (const state of orderStates) await seedOrderState(db, state, productId, shop)
}

async function seedOrderState(
  db: Database,
  state: OrderState,
  productId: (handle: string) => number,
  shop: PaymentServices,
): Promise<void> {
  const orderId = await placeDemoOrder(db, state, productId, shop)
  for (const step of state.steps) {
    const result =
      step === 'return'
        ? await returnOnePiece(db, orderId, shop.settings)
        : await inTransaction(db, (trx) => step({ trx, orderId, shop, now: new Date() }))
    requireOk(result, state)
  }
}

async function placeDemoOrder(
  db: Database,
  state: OrderState,
  productId: (handle: string) => number,
  { settings }: PaymentServices,
): Promise<number> {
  const cartOwner = makeToken()
  for (const [handle, quantity] of Object.entries(state.lines))
    requireOk(await addToCart(db, cartOwner, { productId: productId(handle), quantity }), state)
  const contact: Contact = {
    first_name: state.first_name,
    last_name: state.last_name,
    user_email: `${state.first_name}.${state.last_name}@visitors.example`.toLowerCase(),
    phone_number: visitorAddress.phone_number,
  }
  const placed = await inTransaction(db, (trx) =>
    placeOrder(
      trx,
      { form: createForm(state, contact), contact, cartOwner, visitorId: cartOwner, idempotencyKey: undefined },
      {
        jobs: noEmails,
        minimumSubTotalCents: cents(0),
        cardOffered: false,
        quickPayOffered: true,
        licenseRule: settings.get('license_for_orders'),
        paymentDays: settings.get('payment_days'),
        quoteShipping: quoteFromTable,
        counter: { state: settings.get('pickup_state'), zip: settings.get('pickup_zip') },
      },
    ),
  )
  return requireOk(placed, state).orderId
}

function createForm({ type, pays }: OrderState, contact: Contact): PlaceOrder {
  const form = { ...contact, payment: { payment_type: pays ?? ('quickpay' as const) }, comments: '' }
  if (type === 'P') return { ...form, type }
  const { first_name, last_name } = contact
  const shipping = { address_id: 0, ...visitorAddress, first_name, last_name }
  return { ...form, type, shipping, shipping_method: 'ground' }
}

async function returnOnePiece(db: Database, orderId: number, settings: Settings): Promise<Result<object, AnyRefusal>> {
  const services = { db, jobs: noEmails, settings, network: noMemberFigures }
  const lines = [{ position: 0, quantity: 1, restock: true }]
  const request = { orderId, lines, reason: 'It was one too many, and is unopened.' }
  const at = new Date()
  const previewed = await previewReturn(services, request, at)
  if (!previewed.ok) return previewed
  return returnGoods(services, DEMO, { ...request, preview: previewed.preview.hash }, at)
}

function requireOk<Value extends object>(result: Result<Value, AnyRefusal>, { last_name }: OrderState): Value {
  if (!result.ok) throw new Error(`The demo shop's order of ${last_name}: ${JSON.stringify(result.refusal)}`)
  return result as Value & { ok: true }
}
