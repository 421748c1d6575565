import { adminPaths } from '#contract/admin-paths.ts'
import { type Report, type ReportColumn, reportColumns } from '#domain/reporting/report-figures.ts'
import { orderListPath } from './order-list-path.ts'

/** `money` is in dollars, `percent` has at most two decimals. */
export type ReportUnit = 'money' | 'whole' | 'percent'

/** Lists of the rows that reports sum up, with the amounts that each row has. */
export const rowLists = {
  sales: ['goods', 'discount', 'shipping', 'insurance', 'tax', 'total', 'before_tax'],
  tax: ['base', 'tax'],
  payments: ['received', 'refunded', 'net'],
  volume: ['cv', 'pv'],
  cards: ['volume', 'sales_bonus', 'level_bonus', 'bonuses'],
} as const
export type RowList = keyof typeof rowLists
export type RowAmount<L extends RowList = RowList> = (typeof rowLists)[L][number]

/** The kind of rows in a list: orders or credit notes, money received or refunded, completions or returns. */
export const rowKinds = ['order', 'credit_note', 'received', 'refunded', 'completed', 'returned'] as const
export type RowKind = (typeof rowKinds)[number]

/** The rows that a figure sums up; without `amount`, it is their number. */
export type ColumnRows = { [L in RowList]: { list: L; row_kind?: RowKind; amount?: RowAmount<L> } }[RowList]

export type ColumnLabels = { name: string; unit: ReportUnit; meaning: string; rows?: ColumnRows }

/** The definition of each column: the label on pages and in file headings, and `rows` for links and tests. */
export const columnLabels: { [R in Report]: Record<ReportColumn<R>, ColumnLabels> } = {
  sales: {
    orders: {
      name: 'Orders',
      unit: 'whole',
      meaning: 'Orders placed in the month and not canceled, paid or unpaid. Same as on Today.',
      rows: { list: 'sales', row_kind: 'order' },
    },
    goods: {
      name: 'Items',
      unit: 'money',
      meaning: 'Current sub-totals of these orders.',
      rows: { list: 'sales', row_kind: 'order', amount: 'goods' },
    },
    discount: {
      name: 'Discounts',
      unit: 'money',
      meaning: 'Discounts on these orders.',
      rows: { list: 'sales', row_kind: 'order', amount: 'discount' },
    },
    shipping: {
      name: 'Shipping',
      unit: 'money',
      meaning: 'Shipping charged to customers.',
      rows: { list: 'sales', row_kind: 'order', amount: 'shipping' },
    },
    insurance: {
      name: 'Insurance',
      unit: 'money',
      meaning: 'Insurance charged to customers.',
      rows: { list: 'sales', row_kind: 'order', amount: 'insurance' },
    },
    tax: {
      name: 'Tax',
      unit: 'money',
      meaning: 'Tax on these orders.',
      rows: { list: 'sales', row_kind: 'order', amount: 'tax' },
    },
    sales: {
      name: 'Sales',
      unit: 'money',
      meaning: 'Order totals including shipping, insurance and tax. Same as Sales on Today.',
      rows: { list: 'sales', row_kind: 'order', amount: 'total' },
    },
    credited: {
      name: 'Credit notes',
      unit: 'money',
      meaning:
        'Credits issued in the month for returned items, whenever they were sold. Canceled orders are removed from the month they were placed in instead.',
      rows: { list: 'sales', row_kind: 'credit_note', amount: 'total' },
    },
    net: {
      name: 'Net sales',
      unit: 'money',
      meaning: 'Sales minus credit notes.',
      rows: { list: 'sales', amount: 'total' },
    },
    before_tax: {
      name: 'Net before tax',
      unit: 'money',
      meaning: 'Net sales before tax.',
      rows: { list: 'sales', amount: 'before_tax' },
    },
  },
  tax: {
    orders: {
      name: 'Orders',
      unit: 'whole',
      meaning:
        'Orders placed in the month at this rate. Orders canceled before any payment don’t count; orders canceled later do, so a month you have filed doesn’t change.',
      rows: { list: 'tax', row_kind: 'order' },
    },
    base: {
      name: 'Taxable',
      unit: 'money',
      meaning: 'Amount the rate was applied to.',
      rows: { list: 'tax', row_kind: 'order', amount: 'base' },
    },
    tax: {
      name: 'Tax',
      unit: 'money',
      meaning: 'Tax on these orders, rounded once per order and rate.',
      rows: { list: 'tax', row_kind: 'order', amount: 'tax' },
    },
    credited: {
      name: 'Credited',
      unit: 'money',
      meaning: 'Tax on credit notes issued in the month, including cancellations.',
      rows: { list: 'tax', row_kind: 'credit_note', amount: 'tax' },
    },
    net: {
      name: 'Net tax',
      unit: 'money',
      meaning: 'Tax minus credits: what you owe the state for the month.',
      rows: { list: 'tax', amount: 'tax' },
    },
  },
  payments: {
    received: {
      name: 'Received',
      unit: 'money',
      meaning:
        'Payments by payment date. A reversed payment, such as a bounced check, is deducted on the day of the reversal.',
      rows: { list: 'payments', row_kind: 'received', amount: 'received' },
    },
    refunded: {
      name: 'Refunded',
      unit: 'money',
      meaning: 'Refunds, by the day they were recorded.',
      rows: { list: 'payments', row_kind: 'refunded', amount: 'refunded' },
    },
    net: {
      name: 'Net',
      unit: 'money',
      meaning: 'Received minus refunded.',
      rows: { list: 'payments', amount: 'net' },
    },
  },
  volume: {
    orders: {
      name: 'Orders',
      unit: 'whole',
      meaning: 'Orders completed in the month; an order completed twice counts twice.',
      rows: { list: 'volume', row_kind: 'completed' },
    },
    cv: {
      name: 'Volume',
      unit: 'money',
      meaning: 'Commissionable value of these orders.',
      rows: { list: 'volume', row_kind: 'completed', amount: 'cv' },
    },
    share: { name: 'Share', unit: 'percent', meaning: 'Share of the month’s total volume.' },
    returned: {
      name: 'Returned',
      unit: 'money',
      meaning: 'Volume of orders returned, canceled or bounced in the month, whenever they were completed.',
      rows: { list: 'volume', row_kind: 'returned', amount: 'cv' },
    },
    returned_share: { name: 'Returned %', unit: 'percent', meaning: 'Returned volume as a share of completed volume.' },
    net: {
      name: 'Net volume',
      unit: 'money',
      meaning: 'Volume minus returns.',
      rows: { list: 'volume', amount: 'cv' },
    },
    pv: {
      name: 'PV',
      unit: 'whole',
      meaning: 'Points from completed orders minus returns. Same as on Today.',
      rows: { list: 'volume', amount: 'pv' },
    },
  },
  plan: {
    before_tax: {
      name: 'Net before tax',
      unit: 'money',
      meaning: 'Net sales of the calendar month before tax, as in the Sales report.',
      rows: { list: 'sales', amount: 'before_tax' },
    },
    volume: {
      name: 'Counted volume',
      unit: 'money',
      meaning: 'Commissionable value counted for members when the month was closed.',
      rows: { list: 'cards', amount: 'volume' },
    },
    sales_bonus: {
      name: 'Sales bonuses',
      unit: 'money',
      meaning: 'Personal and direct-line sales bonuses of all members, minus reversals.',
      rows: { list: 'cards', amount: 'sales_bonus' },
    },
    level_bonus: {
      name: 'Level bonuses',
      unit: 'money',
      meaning: 'Differential bonuses of all members, minus reversals.',
      rows: { list: 'cards', amount: 'level_bonus' },
    },
    bonuses: {
      name: 'Bonuses',
      unit: 'money',
      meaning: 'Total bonuses paid by the shop for the month.',
      rows: { list: 'cards', amount: 'bonuses' },
    },
    share_of_sales: {
      name: 'Bonus % of sales',
      unit: 'percent',
      meaning: 'Bonuses as a share of net sales before tax; closed months only.',
    },
    share_of_volume: { name: 'Bonus % of volume', unit: 'percent', meaning: 'Bonuses as a share of counted volume.' },
  },
}

export const listColumns = (report: Report): { key: string; words: ColumnLabels }[] => {
  const labelsByKey: Record<string, ColumnLabels | undefined> = columnLabels[report]
  return reportColumns[report].flatMap((key) => {
    const labels = labelsByKey[key]
    return labels ? [{ key, words: labels }] : []
  })
}

/**
 * The part of a month that a row is about: a state and its rate, a method, or a kind of volume; also the list's
 * filters.
 */
export type ReportPart = Readonly<Record<string, string>>

/** For an unknown state or rate. */
export const NONE = 'none'

/** The list of exactly the rows that a figure sums up; undefined for shares. */
export function figureRowsPath(
  { report, column }: { report: Report; column: string },
  { from, to, part = {} }: { from: string; to: string; part?: ReportPart | undefined },
): string | undefined {
  const labelsByKey: Record<string, ColumnLabels | undefined> = columnLabels[report]
  const rows = labelsByKey[column]?.rows
  if (!rows) return undefined
  if (report === 'sales' && (column === 'orders' || column === 'sales')) return orderListPath(from, to)
  const rowKind: Record<string, string> = rows.row_kind ? { row_kind: rows.row_kind } : {}
  return `${adminPaths.reportRows}?${new URLSearchParams({ list: rows.list, from, to, ...rowKind, ...part })}`
}
