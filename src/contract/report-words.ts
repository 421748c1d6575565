import { type Report, type ReportColumn, reportColumns } from '#domain/report/report-figures.ts'
import { adminPaths } from './admin-paths.ts'
import { ordersOfFigures } from './orders-of-figures.ts'

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
export const rowKinds = ['order', 'credit_note', 'received', 'refunded', 'completed', 'came_back'] as const
export type RowKind = (typeof rowKinds)[number]

/** The rows that a figure sums up; without `amount`, it is their number. */
export type RowsOfColumn = { [L in RowList]: { list: L; what?: RowKind; amount?: RowAmount<L> } }[RowList]

export type ColumnWords = { name: string; unit: ReportUnit; meaning: string; rows?: RowsOfColumn }

/** The definition of each column: the label on pages and in file headings, and `rows` for links and tests. */
export const columnWords: { [R in Report]: Record<ReportColumn<R>, ColumnWords> } = {
  sales: {
    orders: {
      name: 'Orders',
      unit: 'whole',
      meaning: 'Placed in the month and not canceled since, whether paid or not: as on Today.',
      rows: { list: 'sales', what: 'order' },
    },
    goods: {
      name: 'Goods',
      unit: 'money',
      meaning: 'Their sub-totals, as the orders are now.',
      rows: { list: 'sales', what: 'order', amount: 'goods' },
    },
    discount: {
      name: 'Discounts',
      unit: 'money',
      meaning: 'Discounts on these orders.',
      rows: { list: 'sales', what: 'order', amount: 'discount' },
    },
    shipping: {
      name: 'Shipping',
      unit: 'money',
      meaning: 'What customers pay for shipping.',
      rows: { list: 'sales', what: 'order', amount: 'shipping' },
    },
    insurance: {
      name: 'Insurance',
      unit: 'money',
      meaning: 'What customers pay for insurance.',
      rows: { list: 'sales', what: 'order', amount: 'insurance' },
    },
    tax: {
      name: 'Tax',
      unit: 'money',
      meaning: 'Tax on these orders.',
      rows: { list: 'sales', what: 'order', amount: 'tax' },
    },
    sales: {
      name: 'Sales',
      unit: 'money',
      meaning: 'Order totals with shipping, insurance and tax: the Sales of Today.',
      rows: { list: 'sales', what: 'order', amount: 'total' },
    },
    credited: {
      name: 'Credit notes',
      unit: 'money',
      meaning:
        'Credited in the month for goods that came back, whenever they were sold. A canceled order has left the month that it was placed in instead.',
      rows: { list: 'sales', what: 'credit_note', amount: 'total' },
    },
    net: {
      name: 'Net sales',
      unit: 'money',
      meaning: 'Sales less credit notes.',
      rows: { list: 'sales', amount: 'total' },
    },
    before_tax: {
      name: 'Net before tax',
      unit: 'money',
      meaning: 'The same without tax, of orders and of credit notes.',
      rows: { list: 'sales', amount: 'before_tax' },
    },
  },
  tax: {
    orders: {
      name: 'Orders',
      unit: 'whole',
      meaning:
        'Placed in the month where this rate applied. One that was canceled before any money came does not count; one that was canceled later stays, so that a month that was filed does not change.',
      rows: { list: 'tax', what: 'order' },
    },
    base: {
      name: 'Taxable',
      unit: 'money',
      meaning: 'What the rate was applied to.',
      rows: { list: 'tax', what: 'order', amount: 'base' },
    },
    tax: {
      name: 'Tax',
      unit: 'money',
      meaning: 'Tax on these orders, rounded once an order and rate.',
      rows: { list: 'tax', what: 'order', amount: 'tax' },
    },
    credited: {
      name: 'Credited',
      unit: 'money',
      meaning: 'Tax on the numbered credit notes that were booked in the month, cancellations among them.',
      rows: { list: 'tax', what: 'credit_note', amount: 'tax' },
    },
    net: {
      name: 'Net tax',
      unit: 'money',
      meaning: 'Tax less what was credited: what the state is owed for the month.',
      rows: { list: 'tax', amount: 'tax' },
    },
  },
  payments: {
    received: {
      name: 'Received',
      unit: 'money',
      meaning:
        'Payments by their value date. A payment that was corrected, as a bounced check, is taken off on the day of the correction.',
      rows: { list: 'payments', what: 'received', amount: 'received' },
    },
    refunded: {
      name: 'Refunded',
      unit: 'money',
      meaning: 'Money that was given back, by the day on which it was booked.',
      rows: { list: 'payments', what: 'refunded', amount: 'refunded' },
    },
    net: {
      name: 'Net',
      unit: 'money',
      meaning: 'Received less refunded.',
      rows: { list: 'payments', amount: 'net' },
    },
  },
  volume: {
    orders: {
      name: 'Orders',
      unit: 'whole',
      meaning: 'Completed in the month; each completion counts.',
      rows: { list: 'volume', what: 'completed' },
    },
    cv: {
      name: 'Volume',
      unit: 'money',
      meaning: 'Commissionable value of these orders.',
      rows: { list: 'volume', what: 'completed', amount: 'cv' },
    },
    share: { name: 'Share', unit: 'percent', meaning: 'Of the volume of the whole month.' },
    returned: {
      name: 'Returned',
      unit: 'money',
      meaning: 'Volume of what was returned, canceled or bounced in the month, whenever it had been completed.',
      rows: { list: 'volume', what: 'came_back', amount: 'cv' },
    },
    returned_share: { name: 'Returned %', unit: 'percent', meaning: 'What came back against what was completed.' },
    net: {
      name: 'Net volume',
      unit: 'money',
      meaning: 'Volume less what came back.',
      rows: { list: 'volume', amount: 'cv' },
    },
    pv: {
      name: 'PV',
      unit: 'whole',
      meaning: 'Points of completed orders less those that came back: as on Today.',
      rows: { list: 'volume', amount: 'pv' },
    },
  },
  plan: {
    before_tax: {
      name: 'Net before tax',
      unit: 'money',
      meaning: 'Net sales of the calendar month without tax, as under Sales.',
      rows: { list: 'sales', amount: 'before_tax' },
    },
    volume: {
      name: 'Counted volume',
      unit: 'money',
      meaning: 'Commissionable value that the plan counted in the month for members, as it was closed.',
      rows: { list: 'cards', amount: 'volume' },
    },
    sales_bonus: {
      name: 'Sales bonuses',
      unit: 'money',
      meaning: 'Own-sale and direct-line bonuses of all cards, reversals taken off.',
      rows: { list: 'cards', amount: 'sales_bonus' },
    },
    level_bonus: {
      name: 'Level bonuses',
      unit: 'money',
      meaning: 'Differential bonuses of all cards, reversals taken off.',
      rows: { list: 'cards', amount: 'level_bonus' },
    },
    bonuses: {
      name: 'Bonuses',
      unit: 'money',
      meaning: 'What the plan cost the shop for the month.',
      rows: { list: 'cards', amount: 'bonuses' },
    },
    share_of_sales: {
      name: 'Bonus % of sales',
      unit: 'percent',
      meaning: 'Bonuses against net sales before tax, of closed months alone.',
    },
    share_of_volume: { name: 'Bonus % of volume', unit: 'percent', meaning: 'Bonuses against the counted volume.' },
  },
}

export const columnsOf = (report: Report): { key: string; words: ColumnWords }[] => {
  const words: Record<string, ColumnWords | undefined> = columnWords[report]
  return reportColumns[report].flatMap((key) => {
    const found = words[key]
    return found ? [{ key, words: found }] : []
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
export function rowsOfFigure(
  { report, column }: { report: Report; column: string },
  { from, to, part = {} }: { from: string; to: string; part?: ReportPart | undefined },
): string | undefined {
  const words: Record<string, ColumnWords | undefined> = columnWords[report]
  const rows = words[column]?.rows
  if (!rows) return undefined
  if (report === 'sales' && (column === 'orders' || column === 'sales')) return ordersOfFigures(from, to)
  const what: Record<string, string> = rows.what ? { what: rows.what } : {}
  return `${adminPaths.reportRows}?${new URLSearchParams({ list: rows.list, from, to, ...what, ...part })}`
}
