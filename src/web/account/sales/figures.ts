import type { MonthStateName } from '#contract/compensation/sales.ts'

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Months of the filter: `01` January … `12` December. */
export const MONTHS = monthNames.map((name, i) => ({ code: String(i + 1).padStart(2, '0'), name }))

export type SalesMonth = { year: string; month: string }

/** Returns `March 2026`, or `Mar` where space is limited. */
export const monthName = ({ year, month }: SalesMonth): string => `${monthNames[Number(month) - 1]} ${year}`
export const shortMonth = ({ month }: SalesMonth): string => (monthNames[Number(month) - 1] ?? '').slice(0, 3)

/** True if a month has begun, by the shop's current month, because browsers' clocks are not trusted. */
export const hasBegun = (selected: SalesMonth, current: SalesMonth): boolean =>
  selected.year + selected.month <= current.year + current.month

/** Formats basis points: `9%`. */
export const formatRate = (bp: number): string => `${Number((bp / 100).toFixed(2))}%`

/** Meaning of a month's state for its figures. */
export const stateLabels: Record<MonthStateName, { name: string; meaning: string }> = {
  open: { name: 'Open', meaning: 'This month is in progress. Figures update with every order.' },
  settling: { name: 'Finalizing', meaning: 'The month has ended but isn’t closed yet. Figures may still change.' },
  closed: { name: 'Closed', meaning: 'These figures are final. Later returns count in a later month.' },
  paid: { name: 'Paid', meaning: 'These figures are final and have been paid out.' },
}

/** Describes how far below the user a member is. */
export const depthLabel = (depth: number): string => (depth === 1 ? 'in your direct line' : `${depth} steps below you`)
