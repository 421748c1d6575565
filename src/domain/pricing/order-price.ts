import { addCents, type Cents, cents, timesQuantity } from '#domain/money/money.ts'
import { type Points, points } from '#domain/money/points.ts'
import { allocate } from './allocate.ts'
import { calculateCommissionableValue, calculateLinePv } from './commissionable-value.ts'
import { calculateDiscount, type Discount } from './discount.ts'
import { calculateInsurance } from './insurance.ts'
import type { PriceStep } from './price-steps.ts'
import { type Certificate, calculateTax, type OrderTax, type TaxRate } from './tax.ts'

/** The properties of a product that determine the price of its line. */
export type PricedLine = {
  priceCents: Cents
  quantity: number
  unitPv: number
  commissionableBp: number
  taxExempt: boolean
}

export type PricedOrder = {
  lines: readonly PricedLine[]
  discount?: Discount | undefined
  /** Undefined for a Pickup. */
  delivery: { shippingPriceCents: Cents } | undefined
  /** Rates of the place where the goods change hands: the destination, or the counter. */
  taxRates: readonly TaxRate[]
  /** The buyer's certificate, valid in the state of the rates. */
  certificate?: Certificate | undefined
}

/** The price of a line. */
export type LinePrice = {
  /** Price × quantity, before the discount. */
  totalCents: Cents
  discountCents: Cents
  /** Its share of every tax on goods. */
  taxCents: Cents
  pv: Points
  cvCents: Cents
}

/** An order's totals: total = subtotal − discount + shipping + insurance + tax. */
export type OrderTotals = {
  subTotalCents: Cents
  discountCents: Cents
  shippingPriceCents: Cents
  insuranceCents: Cents
  taxCents: Cents
  totalCents: Cents
  pv: Points
  cvCents: Cents
}

export type OrderPrice = {
  totals: OrderTotals
  /** One for each line, in order. */
  lines: LinePrice[]
  taxes: OrderTax[]
  discount: Discount | undefined
  certificate: Certificate | undefined
  /** Explains the total, starting from the lines. */
  steps: PriceStep[]
}

/**
 * Computes an order's price with its explanation; the only place where an order's figures are computed (docs/pricing,
 * docs/decisions/0039). Delivery adds insurance of the discounted subtotal and the shipping price; Pickup adds neither
 * (docs/specification §9, docs/product §4.5, §4.7). Call {@link refusePrice} first: a discount above the subtotal
 * throws a RangeError here.
 */
export function calculateOrderPrice(order: PricedOrder): OrderPrice {
  const { discount, delivery, certificate } = order
  const lineTotals = order.lines.map((line) => timesQuantity(line.priceCents, line.quantity))
  const subTotalCents = sum(lineTotals)
  const discountCents = calculateDiscount(discount, subTotalCents)
  if (discountCents > subTotalCents) throw new RangeError('a discount must not exceed the subtotal')
  const discounts = allocate(discountCents, lineTotals)
  const netAmounts = lineTotals.map((total, i) => cents(total - getAmount(discounts, i)))

  const shippingPriceCents = delivery?.shippingPriceCents ?? cents(0)
  const insurance = delivery ? calculateInsurance(cents(subTotalCents - discountCents)) : cents(0)
  const taxable: TaxableAmounts = {
    goods: order.lines.map((line, i) => (line.taxExempt ? cents(0) : getAmount(netAmounts, i))),
    // Shipping is taxed along with the shipped goods, so not if none of them is taxable.
    shippingCents: order.lines.every((line) => line.taxExempt) ? cents(0) : addCents(shippingPriceCents, insurance),
  }
  const allocatedTaxes = certificate ? [] : order.taxRates.flatMap((rate) => allocateTax(rate, taxable) ?? [])
  const taxCents = sum(allocatedTaxes.map(({ tax }) => tax.taxCents))

  const lines = order.lines.map((line, i) => ({
    totalCents: getAmount(lineTotals, i),
    discountCents: getAmount(discounts, i),
    taxCents: sum(allocatedTaxes.map(({ goods }) => getAmount(goods, i))),
    pv: calculateLinePv({ ...line, priceCents: getAmount(lineTotals, i), paidCents: getAmount(netAmounts, i) }),
    cvCents: calculateCommissionableValue(getAmount(netAmounts, i), line.commissionableBp),
  }))
  const totals: OrderTotals = {
    subTotalCents,
    discountCents,
    shippingPriceCents,
    insuranceCents: insurance,
    taxCents,
    totalCents: cents(subTotalCents - discountCents + shippingPriceCents + insurance + taxCents),
    pv: points(lines.reduce((total, { pv }) => total + pv, 0)),
    cvCents: sum(lines.map(({ cvCents }) => cvCents)),
  }
  const taxes = allocatedTaxes.map(({ tax }) => tax)
  return { totals, lines, taxes, discount, certificate, steps: explainPrice(order, totals, lines, taxes, taxable) }
}

export type PriceRefusal =
  | { code: 'under_minimum'; minimumCents: Cents }
  | { code: 'discount_over_sub_total'; subTotalCents: Cents }

/**
 * Why lines with a discount cannot be ordered: the minimum applies to the discounted subtotal (docs/back-office §3).
 */
export function refusePrice(
  { lines, discount }: Pick<PricedOrder, 'lines' | 'discount'>,
  minimumCents: Cents,
): PriceRefusal | undefined {
  const subTotalCents = sum(lines.map((line) => timesQuantity(line.priceCents, line.quantity)))
  const discountCents = calculateDiscount(discount, subTotalCents)
  if (discountCents > subTotalCents) return { code: 'discount_over_sub_total', subTotalCents }
  return subTotalCents - discountCents < minimumCents ? { code: 'under_minimum', minimumCents } : undefined
}

/** The taxable amounts: each line's goods, and shipping with insurance. */
type TaxableAmounts = { goods: Cents[]; shippingCents: Cents }

/**
 * Applies a rate to its whole base at once and rounds once, then allocates the tax: to the lines, and last to shipping
 * with insurance (docs/back-office §3, Tax). Undefined if the rate has nothing to tax.
 */
function allocateTax(rate: TaxRate, taxable: TaxableAmounts): { tax: OrderTax; goods: Cents[] } | undefined {
  const goods = taxable.goods.map((value) => (rate.onGoods ? value : cents(0)))
  const shippingCents = rate.onShipping ? taxable.shippingCents : cents(0)
  const baseCents = addCents(shippingCents, ...goods)
  if (baseCents === 0) return undefined
  const taxCents = calculateTax(rate.milliPercent, baseCents)
  const shares = allocate(taxCents, [...goods, shippingCents])
  const tax = { ...rate, baseCents, taxCents, shippingTaxCents: getAmount(shares, goods.length) }
  return { tax, goods: shares.slice(0, goods.length) }
}

/** An order's stored figures. */
export type PlacedOrder = {
  lines: readonly (Pick<PricedLine, 'priceCents' | 'quantity' | 'taxExempt'> &
    Pick<LinePrice, 'totalCents' | 'discountCents' | 'taxCents'>)[]
  totals: Omit<OrderTotals, 'pv' | 'cvCents'>
  discount: Discount | undefined
  isDelivered: boolean
  certificate: Certificate | undefined
  /** Without a rate: from an order placed before rates were stored. */
  taxes: readonly (Omit<OrderTax, 'milliPercent'> & { milliPercent: number | undefined })[]
}

/** Explains the price of a placed order from its stored figures: nothing is recomputed except the taxed amounts. */
export function explainPlacedOrder({
  lines,
  totals,
  discount,
  isDelivered,
  certificate,
  taxes,
}: PlacedOrder): PriceStep[] {
  const { shippingPriceCents, insuranceCents: insurance } = totals
  const taxable: TaxableAmounts = {
    goods: lines.map((line) => (line.taxExempt ? cents(0) : cents(line.totalCents - line.discountCents))),
    shippingCents: lines.every(({ taxExempt }) => taxExempt) ? cents(0) : addCents(shippingPriceCents, insurance),
  }
  const ratedTaxes = taxes.flatMap(({ milliPercent, ...tax }) =>
    milliPercent === undefined ? [] : [{ ...tax, milliPercent }],
  )
  const unexplainedSteps = taxes.flatMap(({ milliPercent, state, taxCents }): PriceStep[] =>
    milliPercent === undefined ? [{ step: 'unexplained_tax', state, amountCents: taxCents }] : [],
  )
  const delivery = isDelivered ? { shippingPriceCents } : undefined
  const steps = explainPrice({ lines, discount, delivery, certificate }, totals, lines, ratedTaxes, taxable)
  return [...steps.slice(0, -1), ...unexplainedSteps, ...steps.slice(-1)]
}

function explainPrice(
  {
    lines,
    discount,
    delivery,
    certificate,
  }: Pick<PricedOrder, 'discount' | 'delivery' | 'certificate'> & {
    lines: readonly Pick<PricedLine, 'priceCents' | 'quantity'>[]
  },
  totals: PlacedOrder['totals'],
  prices: readonly Pick<LinePrice, 'totalCents' | 'discountCents' | 'taxCents'>[],
  taxes: readonly OrderTax[],
  taxable: TaxableAmounts,
): PriceStep[] {
  const { subTotalCents, discountCents } = totals
  const goodsCents = cents(subTotalCents - discountCents)
  return [
    ...lines.map(
      ({ priceCents, quantity }, line): PriceStep => ({
        step: 'line',
        line,
        quantity,
        priceCents,
        amountCents: timesQuantity(priceCents, quantity),
      }),
    ),
    { step: 'sub_total', amountCents: subTotalCents },
    ...(discount ? [{ step: 'discount' as const, discount, subTotalCents, amountCents: discountCents }] : []),
    ...(discountCents > 0
      ? prices.map(
          ({ discountCents: share, totalCents }, line): PriceStep => ({
            step: 'line_discount',
            line,
            totalCents,
            amountCents: share,
          }),
        )
      : []),
    ...(delivery
      ? [
          { step: 'insurance' as const, goodsCents, amountCents: totals.insuranceCents },
          { step: 'shipping' as const, amountCents: totals.shippingPriceCents },
        ]
      : []),
    ...(certificate ? [{ step: 'exempt' as const, certificate, amountCents: cents(0) }] : []),
    ...taxes.map(
      (tax): PriceStep => ({
        step: 'tax',
        rate: tax,
        goodsCents: tax.onGoods ? sum(taxable.goods) : cents(0),
        shippingCents: tax.onShipping ? taxable.shippingCents : cents(0),
        amountCents: tax.taxCents,
      }),
    ),
    ...(taxes.length > 0
      ? prices.map(
          ({ taxCents }, line): PriceStep => ({
            step: 'line_tax',
            line,
            taxedCents: getAmount(taxable.goods, line),
            amountCents: taxCents,
          }),
        )
      : []),
    { step: 'total', amountCents: totals.totalCents },
  ]
}

const sum = (amounts: readonly Cents[]): Cents => addCents(cents(0), ...amounts)

function getAmount(amounts: readonly Cents[], index: number): Cents {
  const amount = amounts[index]
  if (amount === undefined) throw new RangeError(`line ${index} does not exist`)
  return amount
}
