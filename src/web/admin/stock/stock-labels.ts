import type { AdminAnswer } from '#contract/admin-calls.ts'
import { ApiError } from '#web/api/api.ts'

export type StockRow = AdminAnswer<'stock'>['data'][number]
export type Movement = AdminAnswer<'stockHistory'>['movements'][number]

const KINDS: Record<string, string> = {
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
export const kindLabels = (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' ')

/** Returns `+5`, `−3`, with a real minus sign. */
export const signed = (pieces: number): string =>
  pieces > 0 ? `+${pieces.toLocaleString('en-US')}` : `−${Math.abs(pieces).toLocaleString('en-US')}`

/** Returns the current stock from a conflict response; undefined for any other error. */
export function stockNow(error: unknown): { stock: number | null } | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const stock = error.problem?.stock
  return typeof stock === 'number' || stock === null ? { stock } : undefined
}

export const onHandLabels = (stock: number | null): string =>
  stock === null ? 'not tracked' : `${stock.toLocaleString('en-US')} on hand`

/** Parses a number of pieces; undefined for anything else. */
export const piecesOf = (text: string): number | undefined =>
  /^[-−+]?\d{1,9}$/.test(text.trim()) ? Number(text.trim().replace('−', '-')) : undefined
