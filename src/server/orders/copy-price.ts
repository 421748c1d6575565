import type { LinePrice, OrderPrice } from '#domain/pricing/order-price.ts'
import type { OrderTax } from '#domain/pricing/tax.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'
import type { NewOrderLine, NewOrderTax } from './order.queries.ts'

/** Fields that an order copies from a product. */
export type CopiedLine = {
  position: number
  product_id: ProductId | null
  name: string
  image_file: string | null
  quantity: number
  price_cents: number
  tax_exempt: boolean
  pv: number
  commissionable_bp: number
}

/** Maps a price to the columns of an order. */
export const copyPrice = ({ totals, discount, certificate }: OrderPrice) => ({
  sub_total_cents: totals.subTotalCents,
  discount_cents: totals.discountCents,
  discount_milli_percent: discount?.kind === 'percent' ? discount.milliPercent : null,
  discount_reason: discount?.reason ?? null,
  certificate_state: certificate?.state ?? null,
  certificate_number: certificate?.number ?? null,
  shipping_price_cents: totals.shippingPriceCents,
  insurance_cents: totals.insuranceCents,
  tax_cents: totals.taxCents,
  total_cents: totals.totalCents,
  pv: totals.pv,
  cv_cents: totals.cvCents,
})

export function copyLine(line: CopiedLine, price: LinePrice | undefined) {
  if (!price) throw new Error(`line ${line.position} has no price`)
  return {
    position: line.position,
    product_id: line.product_id,
    name: line.name,
    image_file: line.image_file,
    quantity: line.quantity,
    price_cents: line.price_cents,
    total_price_cents: price.totalCents,
    discount_cents: price.discountCents,
    tax_exempt: line.tax_exempt,
    tax_cents: price.taxCents,
    unit_pv: line.pv,
    commissionable_bp: line.commissionable_bp,
    cv_cents: price.cvCents,
  } satisfies NewOrderLine
}

export const copyTax = (tax: OrderTax, position: number) =>
  ({
    position,
    state: tax.state,
    zip_prefix: tax.zipPrefix,
    milli_percent: tax.milliPercent,
    on_goods: tax.onGoods,
    on_shipping: tax.onShipping,
    base_cents: tax.baseCents,
    tax_cents: tax.taxCents,
    shipping_tax_cents: tax.shippingTaxCents,
  }) satisfies NewOrderTax
