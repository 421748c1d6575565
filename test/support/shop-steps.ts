import { cents } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/orders/balance.ts'
import type { AnyRefusal, Result } from '#domain/result.ts'
import { addFamily } from '#server/catalog/editing/save-family.ts'
import { saveProducts } from '#server/catalog/editing/save-products.ts'
import { setTaxRate } from '#server/checkout/set-tax-rate.ts'
import { pickUpOrder } from '#server/orders/fulfillment/pick-up-order.ts'
import { readyForPickup } from '#server/orders/fulfillment/ready-for-pickup.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import { reinstateOrder } from '#server/orders/reinstate-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ProductFamilyId } from '#server/platform/database/tables.generated.ts'
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
  /** Makes a product with counted stock the first of a family, in which every third member is sold out. */
  addFamily:
    (productId: number, { optionName, count }: { optionName: 'Shade' | 'Size'; count: number }): Step =>
    async (trx) => {
      const members = Array.from({ length: count }, (_, i) => ({
        id: i === 0 ? productId : null,
        optionValue: `${optionName} ${i + 1}`,
        swatch: optionName === 'Shade' ? `#${(0x8a3b2e + i * 0x1b1713).toString(16).slice(-6)}` : null,
      }))
      const family = await addFamily(trx, actor, {
        name: `Family of ${productId}`,
        optionName,
        canonical: 0,
        publishesNew: false,
        members,
      })
      if (!family.ok) return family
      const drafts = await trx
        .selectFrom('products')
        .select('id')
        .where('family_id', '=', family.id as ProductFamilyId)
        .where('status', '=', 'draft')
        .orderBy('family_position')
        .execute()
      for (const [i, { id }] of drafts.entries()) {
        if (i % 3 === 0) continue
        const counted = await adjustStock(trx, actor, { productId: id, kind: 'count', quantity: 20, reason: 'x' })
        if (!counted.ok) return counted
      }
      const edits = drafts.map(({ id }) => ({ id, changes: { status: 'active' as const } }))
      return saveProducts(trx, actor, edits, { source: 'edit' })
    },
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
