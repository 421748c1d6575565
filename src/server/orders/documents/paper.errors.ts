import { problem } from '#server/http/errors.ts'
import type { UnknownPaper } from './parcel.ts'

/** Names the missing numbers, so that staff need not search a long list for them. */
export const unknownPaper = (what: 'shipment' | 'order', { ids }: UnknownPaper) =>
  problem(404, `There is no ${what} ${ids.slice(0, 5).join(', ')} to print.`)
