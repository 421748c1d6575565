import { cents, toDollars } from '#domain/money/money.ts'
import { formatFullAddress } from '#server/customers/format-full-address.ts'
import type { ArchivedOrder, VersionRow } from './order-versions.queries.ts'

const dollars = (value: number): number => toDollars(cents(value))

/** Presents a version of an order; the current one if `replaced` is missing. */
export const presentVersion = (edition: number, order: ArchivedOrder, replaced?: VersionRow) => ({
  edition,
  replaced_at: replaced?.replaced_at.toISOString() ?? null,
  replaced_by: replaced?.replaced_by ?? null,
  reason: replaced?.reason ?? null,
  type: order.type,
  order_total: dollars(order.total_cents),
  sub_total: dollars(order.sub_total_cents),
  discount: dollars(order.discount_cents),
  discount_percent: order.discount_milli_percent === null ? null : order.discount_milli_percent / 1000,
  discount_reason: order.discount_reason,
  shipping_price: dollars(order.shipping_price_cents),
  insurance: dollars(order.insurance_cents),
  tax: dollars(order.tax_cents),
  taxes: order.taxes.map((tax) => ({
    state: tax.state,
    percent: tax.milli_percent === null ? null : tax.milli_percent / 1000,
    base: dollars(tax.base_cents),
    tax: dollars(tax.tax_cents),
  })),
  tax_certificate:
    order.certificate_state === null || order.certificate_number === null
      ? null
      : { state: order.certificate_state, number: order.certificate_number },
  shipping_method: order.shipping_method,
  shipping_description: order.shipping_description,
  address: order.address && { ...order.address, full_address: formatFullAddress(order.address) },
  lines: order.lines.map((line) => ({
    position: line.position,
    product_id: line.product_id,
    name: line.name,
    quantity: line.quantity,
    price: dollars(line.price_cents),
    total_price: dollars(line.total_price_cents),
    discount: dollars(line.discount_cents),
    tax: dollars(line.tax_cents),
  })),
})
