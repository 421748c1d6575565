import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { cents } from '#domain/money/money.ts'
import type { Discount } from '#domain/pricing/discount.ts'
import type { PricedOrder } from '#domain/pricing/order-price.ts'
import { parsePercent, type TaxRate } from '#domain/pricing/tax.ts'
import { type Row, readCell, readCents } from './plan-tables.ts'

const readTable = (name: 'rates' | 'orders' | 'lines'): Row[] =>
  parse(readFileSync(new URL(`../../docs/pricing/${name}.csv`, import.meta.url)), { columns: true })

/** The rates of docs/pricing. */
export const readPricingRates = (): TaxRate[] =>
  readTable('rates').map((row) => ({
    state: readCell(row, 'state'),
    zipPrefix: readCell(row, 'zip_prefix'),
    milliPercent: readPercent(readCell(row, 'percent')),
    onGoods: readCell(row, 'on_goods') === 'yes',
    onShipping: readCell(row, 'on_shipping') === 'yes',
  }))

/** The orders of docs/pricing, with their manually computed totals. */
export function readPricingExamples() {
  const rates = readPricingRates()
  const allLines = readTable('lines')
  return readTable('orders').map((row) => {
    const readColumn = (column: string) => readCell(row, column)
    const lines = allLines.filter((line) => line.order === row.order)
    const rate = rates.find(({ state, zipPrefix }) => state === row.state && zipPrefix === row.zip_prefix)
    if (!rate) throw new Error(`order ${row.order} has no rate`)
    const [certificateState, number] = readColumn('certificate').split(' ')
    const shippingPriceCents = cents(readColumn('type') === 'D' ? readCents(readColumn('shipping')) : 0)
    const priced: PricedOrder = {
      lines: lines.map((line) => ({
        priceCents: cents(readCents(readCell(line, 'price'))),
        quantity: Number(readCell(line, 'quantity')),
        unitPv: Number(readCell(line, 'unit_pv')),
        commissionableBp: Number(readCell(line, 'commissionable_bp')),
        taxExempt: readCell(line, 'exempt') === 'yes',
      })),
      discount: readDiscount(readColumn('discount')),
      delivery: readColumn('type') === 'D' ? { shippingPriceCents } : undefined,
      taxRates: [rate],
      certificate: certificateState && number ? { state: certificateState, number } : undefined,
    }
    const expected = {
      totals: {
        subTotalCents: readCents(readColumn('sub_total')),
        discountCents: readCents(readColumn('discount_amount')),
        shippingPriceCents,
        insuranceCents: readCents(readColumn('insurance')),
        taxedCents: readCents(readColumn('taxed')),
        taxCents: readCents(readColumn('tax')),
        shippingTaxCents: readCents(readColumn('shipping_tax')),
        totalCents: readCents(readColumn('total')),
        pv: Number(readColumn('pv')),
        cvCents: readCents(readColumn('cv')),
      },
      lines: lines.map((line) => ({
        totalCents: readCents(readCell(line, 'total')),
        discountCents: readCents(readCell(line, 'discount')),
        taxCents: readCents(readCell(line, 'tax')),
        pv: Number(readCell(line, 'pv')),
        cvCents: readCents(readCell(line, 'cv')),
      })),
    }
    return {
      order: readColumn('order'),
      title: readColumn('what'),
      destination: { state: readColumn('state'), zip: readColumn('zip') },
      priced,
      expected,
    }
  })
}

function readDiscount(readColumn: string): Discount | undefined {
  if (readColumn === '') return undefined
  const reason = 'As agreed'
  return readColumn.endsWith('%')
    ? { kind: 'percent', milliPercent: readPercent(readColumn), reason }
    : { kind: 'amount', amountCents: cents(readCents(readColumn)), reason }
}

function readPercent(readColumn: string): number {
  const milliPercent = parsePercent(readColumn)
  if (milliPercent === undefined) throw new Error(`"${readColumn}" is not a percentage`)
  return milliPercent
}
