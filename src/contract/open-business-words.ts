import type { OpenBusiness } from './personal-data.ts'

export type PersonsOpenBusiness = Omit<OpenBusiness, 'months'> & Partial<OpenBusiness>

/** More of one kind are counted. */
const SHOWN = 5

const listed = (one: string, many: string, named: readonly (number | string)[]): string[] => {
  if (named.length === 0) return []
  const rest = named.length - SHOWN
  return [
    `${named.length === 1 ? one : many} ${named.slice(0, SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ]
}

const monthWords = (month: string): string =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What an erasure waits for, a line each; a guest has no bonuses, and so no months. */
export const openWords = ({ orders, balances, months = [] }: PersonsOpenBusiness): string[] => [
  ...listed('Order', 'Orders', orders),
  ...listed('The balance of order', 'The balances of orders', balances),
  ...listed('The bonuses of', 'The bonuses of', months.map(monthWords)),
]
