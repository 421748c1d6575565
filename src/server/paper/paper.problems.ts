import { problem } from '#server/http/errors.ts'
import type { UnknownPaper } from './parcel.ts'

/** Names what is not there, so that staff need not search a long list for it. */
export const unknownPaper = (what: 'shipment' | 'order', { ids }: UnknownPaper) =>
  problem(404, `There is no ${what} ${ids.slice(0, 5).join(', ')} to print.`)
