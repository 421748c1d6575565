import { cents, formatCents } from '#domain/money/money.ts'
import { allocate } from '#domain/pricing/allocate.ts'
import { calculateCommissionableValue, calculateLinePv } from '#domain/pricing/commissionable-value.ts'
import { calculateDiscount } from '#domain/pricing/discount.ts'
import { calculateInsurance } from '#domain/pricing/insurance.ts'
import { calculateTax } from '#domain/pricing/tax.ts'

export type OrderFigures = {
  id: number
  type: 'D' | 'P'
  sub_total_cents: number
  discount_cents: number
  /** The percentage as entered; null if an amount was entered. */
  discount_milli_percent: number | null
  certificate_state: string | null
  shipping_price_cents: number
  insurance_cents: number
  tax_cents: number
  total_cents: number
  /** The order's taxes; older orders have an amount without a rate. */
  taxes: {
    state: string
    milli_percent: number | null
    on_goods: boolean
    on_shipping: boolean
    base_cents: number
    tax_cents: number
    shipping_tax_cents: number
  }[]
  pv: number
  cv_cents: number
  lines: {
    position: number
    quantity: number
    price_cents: number
    total_price_cents: number
    discount_cents: number
    tax_exempt: boolean
    tax_cents: number
    unit_pv: number
    pv: number
    commissionable_bp: number
    cv_cents: number
  }[]
}

type Compare = (label: string, stored: number, computed: number, format?: (value: number) => string) => void

/** Recomputes an order from its lines; returns a message for every figure that differs. */
export function checkOrderSums(order: OrderFigures): string[] {
  const findings: string[] = []
  const compare: Compare = (label, stored, computed, format = formatMoney) => {
    if (stored !== computed)
      findings.push(`Order ${order.id}: ${label} is ${format(stored)}, should be ${format(computed)}.`)
  }
  const sum = (read: (line: OrderFigures['lines'][number]) => number) =>
    order.lines.reduce((total, line) => total + read(line), 0)

  if (order.lines.length === 0) findings.push(`Order ${order.id} has no line.`)
  for (const line of order.lines) {
    const { position, price_cents: price, quantity, total_price_cents: total, commissionable_bp: share } = line
    const paid = cents(total - line.discount_cents)
    compare(`the total of line ${position}`, total, price * quantity)
    compare(`the CV of line ${position}`, line.cv_cents, calculateCommissionableValue(paid, share))
    const pv = calculateLinePv({ unitPv: line.unit_pv, quantity, priceCents: cents(total), paidCents: paid })
    compare(`the PV of line ${position}`, line.pv, pv, String)
  }
  const {
    sub_total_cents: subTotal,
    discount_cents: discount,
    shipping_price_cents: shipping,
    insurance_cents: insurance,
    tax_cents: tax,
  } = order
  compare(
    'the sub-total',
    subTotal,
    sum((line) => line.total_price_cents),
  )
  compareDiscount(order, compare)
  compareTaxes(order, compare)
  compare(
    'the tax',
    tax,
    order.taxes.reduce((total, { tax_cents }) => total + tax_cents, 0),
  )
  if (order.certificate_state !== null) compare('the tax of an order with a certificate', tax, 0)
  compare('the total', order.total_cents, subTotal - discount + shipping + insurance + tax)
  // Damage can make a subtotal negative, for which there is no insurance to compare with.
  const goods = subTotal - discount
  compare('the insurance', insurance, order.type === 'D' && goods >= 0 ? calculateInsurance(cents(goods)) : 0)
  if (order.type === 'P') compare('the shipping price', shipping, 0)
  compare(
    'the PV',
    order.pv,
    sum((line) => line.pv),
    String,
  )
  compare(
    'the CV',
    order.cv_cents,
    sum((line) => line.cv_cents),
  )
  return findings
}

/** Compares the entered percentage and each line's share of it (docs/back-office §3, Discounts). */
function compareDiscount(order: OrderFigures, compare: Compare): void {
  const { discount_milli_percent: milliPercent, discount_cents: discount } = order
  if (milliPercent !== null) {
    const entered = { kind: 'percent' as const, milliPercent, reason: '' }
    compare('the discount', discount, calculateDiscount(entered, cents(order.sub_total_cents)))
  }
  const shares = allocateShares(
    discount,
    order.lines.map((line) => line.total_price_cents),
  )
  for (const [i, line] of order.lines.entries()) {
    compare(`the discount of line ${line.position}`, line.discount_cents, shares[i] ?? 0)
  }
}

/** Compares each tax's base and amount, and the shares of each line and of shipping (docs/back-office §3, Tax). */
function compareTaxes(order: OrderFigures, compare: Compare): void {
  const lineTaxes = order.lines.map(() => 0)
  const goods = order.lines.map((line) => (line.tax_exempt ? 0 : line.total_price_cents - line.discount_cents))
  const isShippingTaxed = order.lines.some((line) => !line.tax_exempt)
  const shippingBase = isShippingTaxed ? order.shipping_price_cents + order.insurance_cents : 0
  for (const tax of order.taxes) {
    const { state, milli_percent: rate, base_cents: base } = tax
    const weights = [...goods.map((value) => (tax.on_goods ? value : 0)), tax.on_shipping ? shippingBase : 0]
    const taxed = weights.reduce((total, weight) => total + weight, 0)
    compare(`what ${state} taxes`, base, taxed)
    if (rate !== null) compare(`the tax of ${state}`, tax.tax_cents, calculateTax(rate, cents(base)))
    const shares = allocateShares(tax.tax_cents, weights)
    for (const i of lineTaxes.keys()) lineTaxes[i] = (lineTaxes[i] ?? 0) + (shares[i] ?? 0)
    compare(`the tax of ${state} on shipping`, tax.shipping_tax_cents, shares[lineTaxes.length] ?? 0)
  }
  for (const [i, line] of order.lines.entries()) {
    compare(`the tax of line ${line.position}`, line.tax_cents, lineTaxes[i] ?? 0)
  }
}

/** Returns zero shares if damage left no weights to allocate by. */
function allocateShares(amount: number, weights: readonly number[]): number[] {
  const isValid = amount >= 0 && weights.every((weight) => weight >= 0) && weights.some((weight) => weight > 0)
  return isValid ? allocate(cents(amount), weights) : []
}

const formatMoney = (value: number): string => formatCents(cents(value))
