import type { AdminResponse } from '#contract/admin-calls.ts'

export type StockRow = AdminResponse<'stock'>['data'][number]
export type Movement = AdminResponse<'stockHistory'>['movements'][number]

const MOVEMENT_LABELS: Record<string, string> = {
  opening: 'Opening stock',
  order: 'Ordered',
  cancel: 'Order canceled',
  return: 'Returned',
  receipt: 'Received',
  count: 'Counted',
  correction: 'Corrected',
  damage: 'Damaged',
  write_off: 'Written off',
}

/** Label of a movement; unknown kinds are shown as received. */
export const movementLabel = (kind: string): string => MOVEMENT_LABELS[kind] ?? kind.replaceAll('_', ' ')

/** Returns `+5`, `−3`, with a real minus sign. */
export const formatSigned = (quantity: number): string =>
  quantity > 0 ? `+${quantity.toLocaleString('en-US')}` : `−${Math.abs(quantity).toLocaleString('en-US')}`

export const formatOnHand = (stock: number | null): string =>
  stock === null ? 'not tracked' : `${stock.toLocaleString('en-US')} on hand`

export const stockFacts = ({ stock }: Pick<StockRow, 'stock'>): Record<string, string> => ({
  Stock: formatOnHand(stock),
})

/** Parses a number of units; undefined for anything else. */
export const parseQuantity = (text: string): number | undefined =>
  /^[-−+]?\d{1,9}$/.test(text.trim()) ? Number(text.trim().replace('−', '-')) : undefined
