import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { cents } from '#domain/money.ts'
import type { Discount } from '#domain/order/discount.ts'
import type { PricedOrder } from '#domain/order/order-price.ts'
import { parsePercent, type TaxRate } from '#domain/order/tax.ts'
import { cellOf, type Row, readCents } from './plan-tables.ts'

const readTable = (name: 'rates' | 'orders' | 'lines'): Row[] =>
  parse(readFileSync(new URL(`../../docs/pricing/${name}.csv`, import.meta.url)), { columns: true })

/** The rates of docs/pricing. */
export const readPricingRates = (): TaxRate[] =>
  readTable('rates').map((row) => ({
    state: cellOf(row, 'state'),
    zipPrefix: cellOf(row, 'zip_prefix'),
    milliPercent: readPercent(cellOf(row, 'percent')),
    onGoods: cellOf(row, 'on_goods') === 'yes',
    onShipping: cellOf(row, 'on_shipping') === 'yes',
  }))

/** The orders of docs/pricing, with their manually computed totals. */
export function readPricingExamples() {
  const rates = readPricingRates()
  const allLines = readTable('lines')
  return readTable('orders').map((row) => {
    const cell = (column: string) => cellOf(row, column)
    const lines = allLines.filter((line) => line.order === row.order)
    const rate = rates.find(({ state, zipPrefix }) => state === row.state && zipPrefix === row.zip_prefix)
    if (!rate) throw new Error(`order ${row.order} has no rate`)
    const [certificateState, number] = cell('certificate').split(' ')
    const shippingPriceCents = cents(cell('type') === 'D' ? readCents(cell('shipping')) : 0)
    const priced: PricedOrder = {
      lines: lines.map((line) => ({
        priceCents: cents(readCents(cellOf(line, 'price'))),
        quantity: Number(cellOf(line, 'quantity')),
        unitPv: Number(cellOf(line, 'unit_pv')),
        commissionableBp: Number(cellOf(line, 'commissionable_bp')),
        taxExempt: cellOf(line, 'exempt') === 'yes',
      })),
      discount: readDiscount(cell('discount')),
      delivery: cell('type') === 'D' ? { shippingPriceCents } : undefined,
      taxRates: [rate],
      certificate: certificateState && number ? { state: certificateState, number } : undefined,
    }
    const expected = {
      totals: {
        subTotalCents: readCents(cell('sub_total')),
        discountCents: readCents(cell('discount_amount')),
        shippingPriceCents,
        insuranceCents: readCents(cell('insurance')),
        taxedCents: readCents(cell('taxed')),
        taxCents: readCents(cell('tax')),
        shippingTaxCents: readCents(cell('shipping_tax')),
        totalCents: readCents(cell('total')),
        pv: Number(cell('pv')),
        cvCents: readCents(cell('cv')),
      },
      lines: lines.map((line) => ({
        totalCents: readCents(cellOf(line, 'total')),
        discountCents: readCents(cellOf(line, 'discount')),
        taxCents: readCents(cellOf(line, 'tax')),
        pv: Number(cellOf(line, 'pv')),
        cvCents: readCents(cellOf(line, 'cv')),
      })),
    }
    return {
      order: cell('order'),
      what: cell('what'),
      destination: { state: cell('state'), zip: cell('zip') },
      priced,
      expected,
    }
  })
}

function readDiscount(cell: string): Discount | undefined {
  if (cell === '') return undefined
  const reason = 'As agreed'
  return cell.endsWith('%')
    ? { kind: 'percent', milliPercent: readPercent(cell), reason }
    : { kind: 'amount', amountCents: cents(readCents(cell)), reason }
}

function readPercent(cell: string): number {
  const milliPercent = parsePercent(cell)
  if (milliPercent === undefined) throw new Error(`"${cell}" is not a percentage`)
  return milliPercent
}
