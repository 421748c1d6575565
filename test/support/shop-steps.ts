import { cents } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/orders/balance.ts'
import type { AnyRefusal, Result } from '#domain/result.ts'
import { setTaxRate } from '#server/checkout/set-tax-rate.ts'
import { pickUpOrder } from '#server/orders/fulfillment/pick-up-order.ts'
import { readyForPickup } from '#server/orders/fulfillment/ready-for-pickup.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import { reinstateOrder } from '#server/orders/reinstate-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { adjustStock } from '#server/stock/adjust-stock.ts'

type Step = (trx: Transaction, shop: PaymentServices) => Promise<Result<unknown, AnyRefusal>>

const actor = { kind: 'command_line' } as const

/** Actions of staff that set up a situation in a running shop, where a test needs neither their page nor their call. */
export const shopSteps = {
  receiveStock:
    (productId: number, quantity: number): Step =>
    (trx) =>
      adjustStock(trx, actor, { productId, kind: 'receipt', quantity, reason: 'For the end-to-end tests' }),
  countStock:
    (productId: number, quantity: number): Step =>
    (trx) =>
      adjustStock(trx, actor, { productId, kind: 'count', quantity, reason: 'For the end-to-end tests' }),
  setTax:
    (state: string, milliPercent: number): Step =>
    (trx) =>
      setTaxRate(trx, actor, {
        ...{ state, zipPrefix: '', milliPercent, fromDate: undefined },
        ...{ onGoods: true, onShipping: true },
      }),
  pay:
    (orderId: number, dollars: number, method: PaymentMethod): Step =>
    (trx, shop) =>
      bookPayment(trx, actor, { orderId, amountCents: cents(dollars * 100), method }, shop),
  ship:
    (orderId: number, choice: { lines?: { position: number; quantity: number }[]; trackingNumber?: string }): Step =>
    (trx, shop) =>
      shipOrder(trx, actor, { orderId, carrier: choice.trackingNumber ? undefined : 'usps', ...choice }, shop),
  makeReady:
    (orderId: number): Step =>
    (trx, shop) =>
      readyForPickup(trx, actor, { orderId }, shop),
  pickUp:
    (orderId: number, name: string): Step =>
    (trx, shop) =>
      pickUpOrder(trx, actor, { orderId, name }, shop),
  reinstate:
    (id: number): Step =>
    (trx, shop) =>
      reinstateOrder(trx, actor, { id, reason: 'For the end-to-end tests' }, shop),
}

export type ShopSteps = typeof shopSteps
