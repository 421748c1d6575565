import { monthName } from '#contract/compensation/month-labels.ts'
import type { OpenBusiness } from './calls.ts'

export type PersonsOpenBusiness = Omit<OpenBusiness, 'months'> & Partial<OpenBusiness>

/** The most items listed of one kind; more are counted. */
const SHOWN = 5

const listed = (one: string, many: string, named: readonly (number | string)[]): string[] => {
  if (named.length === 0) return []
  const rest = named.length - SHOWN
  return [
    `${named.length === 1 ? one : many} ${named.slice(0, SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ]
}

/** Describes the open business that delays an erasure, one line per kind; a guest has no bonuses, and so no months. */
export const openLabels = ({ orders, balances, months = [] }: PersonsOpenBusiness): string[] => [
  ...listed('Order', 'Orders', orders),
  ...listed('The balance of order', 'The balances of orders', balances),
  ...listed('The bonuses of', 'The bonuses of', months.map(monthName)),
]
