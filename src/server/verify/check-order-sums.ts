import { insuranceCents } from '#domain/checkout/insurance.ts'
import { cents, formatCents } from '#domain/money.ts'
import { commissionableValue } from '#domain/order/commissionable-value.ts'
import { taxOn } from '#domain/order/tax.ts'

export type OrderFigures = {
  id: number
  type: 'D' | 'P'
  sub_total_cents: number
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
  }[]
  pv: number
  cv_cents: number
  lines: {
    position: number
    quantity: number
    price_cents: number
    total_price_cents: number
    unit_pv: number
    commissionable_bp: number
    cv_cents: number
  }[]
}

/** Recomputes an order from its lines; a sentence for every figure that differs. */
export function checkOrderSums(order: OrderFigures): string[] {
  const findings: string[] = []
  const compare = (what: string, stored: number, computed: number, show: (value: number) => string = money) => {
    if (stored !== computed)
      findings.push(`Order ${order.id}: ${what} is ${show(stored)}, should be ${show(computed)}.`)
  }
  const sum = (read: (line: OrderFigures['lines'][number]) => number) =>
    order.lines.reduce((total, line) => total + read(line), 0)

  if (order.lines.length === 0) findings.push(`Order ${order.id} has no line.`)
  for (const line of order.lines) {
    const { position, price_cents: price, quantity, total_price_cents: total, commissionable_bp: share } = line
    compare(`the total of line ${position}`, total, price * quantity)
    compare(`the CV of line ${position}`, line.cv_cents, commissionableValue(cents(total), share))
  }
  const {
    sub_total_cents: subTotal,
    shipping_price_cents: shipping,
    insurance_cents: insurance,
    tax_cents: tax,
  } = order
  compare(
    'the sub-total',
    subTotal,
    sum((line) => line.total_price_cents),
  )
  for (const { state, milli_percent: rate, on_goods, on_shipping, base_cents: base, tax_cents } of order.taxes) {
    const taxed = (on_goods ? subTotal : 0) + (on_shipping ? shipping + insurance : 0)
    compare(`what ${state} taxes`, base, taxed)
    if (rate !== null) compare(`the tax of ${state}`, tax_cents, taxOn(rate, cents(base)))
  }
  compare(
    'the tax',
    tax,
    order.taxes.reduce((total, { tax_cents }) => total + tax_cents, 0),
  )
  compare('the total', order.total_cents, subTotal + shipping + insurance + tax)
  // Damage can make a sub-total negative, for which there is no insurance to compare with.
  const insured = order.type === 'D' && subTotal >= 0
  compare('the insurance', insurance, insured ? insuranceCents(cents(subTotal)) : 0)
  if (order.type === 'P') compare('the shipping price', shipping, 0)
  compare(
    'the PV',
    order.pv,
    sum((line) => line.unit_pv * line.quantity),
    String,
  )
  compare(
    'the CV',
    order.cv_cents,
    sum((line) => line.cv_cents),
  )
  return findings
}

const money = (value: number): string => formatCents(cents(value))
