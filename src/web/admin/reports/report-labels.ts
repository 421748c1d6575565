import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { paymentNames } from '#contract/orders/labels.ts'
import { NONE, type ReportPart, type ReportUnit, type RowList } from '#contract/reporting/report-labels.ts'
import { type Month, monthsFrom, previousMonth } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import type { Report } from '#domain/reporting/report-figures.ts'

export const reportNames: Record<Report, string> = {
  sales: 'Sales',
  tax: 'Tax',
  payments: 'Payments',
  volume: 'Volume',
  plan: 'Plan',
}

/** Default figure of the chart. */
export const defaultFigures: Record<Report, string> = {
  sales: 'net',
  tax: 'net',
  payments: 'net',
  volume: 'cv',
  plan: 'share_of_sales',
}

export const volumeNames: Record<string, string> = {
  customer: 'Customers',
  personal: 'Members’ personal orders',
  no_member: 'No member',
}

export const methodName = (method: string): string => (paymentNames as Record<string, string>)[method] ?? method

/** Returns `NJ 6.625%`, `Check`, `Customers`. */
export function partLabel({ state, rate, method, kind }: ReportPart): string {
  if (method !== undefined) return methodName(method)
  if (kind !== undefined) return volumeNames[kind] ?? kind
  if (state === NONE) return 'Unknown state'
  return rate === NONE || rate === undefined ? `${state}, rate not stored` : `${state} ${rate}%`
}

/** Returns a dash when there is no data yet. */
export function formatFigure(unit: ReportUnit, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'money') return formatDollars(value)
  return unit === 'percent' ? `${value.toFixed(2)}%` : value.toLocaleString('en-US')
}

export const formatSpan = (from: string, to: string): string =>
  from === to ? shortMonthName(from) : `${shortMonthName(from)} – ${shortMonthName(to)}`

export type Span = { from: Month; to: Month; name: string }

/** The last twelve months and recent years, up to the current month. */
export function spanPresets(now: Month): Span[] {
  let first = now
  for (let n = 1; n < 12; n++) first = previousMonth(first)
  const year = Number(now.slice(0, 4))
  return [
    { from: first, to: now, name: 'Last 12 months' },
    ...[year, year - 1, year - 2].map((option) => ({
      from: `${option}-01` as Month,
      to: (option === year ? now : `${option}-12`) as Month,
      name: String(option),
    })),
  ]
}

const YEARS = 6
/** Selectable months, newest first. */
export const monthChoices = (now: Month): Month[] =>
  monthsFrom(`${Number(now.slice(0, 4)) - YEARS}-01` as Month, now).reverse()

export const listNames: Record<RowList, string> = {
  sales: 'Orders and credit notes',
  tax: 'Tax of orders and credit notes',
  payments: 'Payments',
  volume: 'Counted volume',
  cards: 'Member figures',
}

export const amountNames: Record<string, string> = {
  goods: 'Items',
  discount: 'Discount',
  shipping: 'Shipping',
  insurance: 'Insurance',
  tax: 'Tax',
  total: 'Total',
  before_tax: 'Before tax',
  base: 'Taxable',
  received: 'Received',
  refunded: 'Refunded',
  net: 'Net',
  cv: 'Volume',
  pv: 'PV',
  volume: 'Counted volume',
  sales_bonus: 'Sales bonuses',
  level_bonus: 'Level bonuses',
  bonuses: 'Bonuses',
}

/** Plural labels of row kinds, for the filter `row_kind`. */
export const rowKindNames: Record<string, string> = {
  order: 'orders',
  credit_note: 'credit notes',
  received: 'received',
  refunded: 'refunded',
  completed: 'completed',
  returned: 'returned',
}

const rowNames: Record<string, string> = {
  order: 'Order',
  credit_note: 'Credit note',
  received: 'Payment',
  refunded: 'Refund',
  correction: 'Correction',
  completed: 'Completed',
  returned: 'Returned',
  card: 'Member figures',
}

/** Returns `Credit note 12`, `Payment`. */
export const rowLabel = ({ row_kind, number }: { row_kind: string; number: string | null }): string =>
  row_kind === 'credit_note' && number !== null ? `Credit note ${number}` : (rowNames[row_kind] ?? row_kind)
