import { type Cents, formatCents } from '#domain/money/money.ts'
import type { Discount } from './discount.ts'
import type { Certificate, TaxRate } from './tax.ts'

/** One figure of an order and its inputs; `line` counts from 0. */
export type PriceStep = { amountCents: Cents } & (
  | { step: 'line'; line: number; quantity: number; priceCents: Cents }
  | { step: 'sub_total' }
  | { step: 'discount'; discount: Discount; subTotalCents: Cents }
  | { step: 'line_discount'; line: number; totalCents: Cents }
  | { step: 'insurance'; goodsCents: Cents }
  | { step: 'shipping' }
  | { step: 'exempt'; certificate: Certificate }
  | { step: 'tax'; rate: TaxRate; goodsCents: Cents; shippingCents: Cents }
  /** From an order placed before rates were stored. */
  | { step: 'unexplained_tax'; state: string }
  | { step: 'line_tax'; line: number; taxedCents: Cents }
  | { step: 'total' }
)

/** The step as shown to staff: `Tax: 8.875% (NY) of $100.50 in items and $10.70 in shipping and insurance = $9.87.` */
export function explainStep(step: PriceStep): string {
  const amount = formatCents(step.amountCents)
  switch (step.step) {
    case 'line':
      return `Line ${step.line + 1}: ${step.quantity} × ${formatCents(step.priceCents)} = ${amount}.`
    case 'sub_total':
      return `Sub-total: ${amount}.`
    case 'discount':
      return step.discount.kind === 'percent'
        ? `Discount: ${formatMilliPercent(step.discount.milliPercent)} of ${formatCents(step.subTotalCents)} = ${amount} (${step.discount.reason}).`
        : `Discount: ${amount} (${step.discount.reason}).`
    case 'line_discount':
      return `Discount on line ${step.line + 1} (${formatCents(step.totalCents)}): ${amount}.`
    case 'insurance':
      return `Insurance on ${formatCents(step.goodsCents)}: ${amount}.`
    case 'shipping':
      return `Shipping: ${amount}.`
    case 'exempt':
      return `Not taxed: resale certificate ${step.certificate.number} of ${step.certificate.state}.`
    case 'tax':
      return `Tax: ${formatMilliPercent(step.rate.milliPercent)} (${formatJurisdiction(step.rate)}) of ${formatTaxBase(step)} = ${amount}.`
    case 'unexplained_tax':
      return `Tax (${step.state}): ${amount}; the rate was not stored.`
    case 'line_tax':
      return `Tax on line ${step.line + 1} (taxable ${formatCents(step.taxedCents)}): ${amount}.`
    case 'total':
      return `Total: ${amount}.`
  }
}

const formatMilliPercent = (milliPercent: number): string => `${milliPercent / 1000}%`

/** `NY`, or `NY 100xx`. */
export const formatJurisdiction = ({ state, zipPrefix }: Pick<TaxRate, 'state' | 'zipPrefix'>): string =>
  zipPrefix === '' ? state : `${state} ${zipPrefix.padEnd(5, 'x')}`

function formatTaxBase({ rate, goodsCents, shippingCents }: Extract<PriceStep, { step: 'tax' }>): string {
  const goods = `${formatCents(goodsCents)} in items`
  const shipping = `${formatCents(shippingCents)} in shipping and insurance`
  if (!rate.onGoods) return shipping
  return rate.onShipping && shippingCents > 0 ? `${goods} and ${shipping}` : goods
}
