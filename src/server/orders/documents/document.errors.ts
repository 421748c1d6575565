import { problem } from '#server/http/errors.ts'
import type { DocumentNotFound } from './parcel.ts'

/** Names the missing numbers, so that staff need not search a long list for them. */
export const documentNotFoundError = (subject: 'shipment' | 'order', { ids }: DocumentNotFound) =>
  problem('not_found', `There is no ${subject} ${ids.slice(0, 5).join(', ')} to print.`)
