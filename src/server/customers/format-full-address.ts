import { htmlEscape } from 'escape-goat'
import { type Address, addressLines } from '#domain/addresses/address.ts'

/** Builds HTML for display (docs/specification §3) from escaped parts only. */
export const formatFullAddress = (address: Address): string =>
  addressLines(address)
    .map((line) => htmlEscape(line))
    .join('<br>')
