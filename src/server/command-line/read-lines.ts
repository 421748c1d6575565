import type { ShipmentLine } from '#domain/fulfillment/state.ts'
import { UserError } from './command.ts'

/**
 * Reads `1=2,3=1`: two of an order's first line and one of its third. Lines are counted from 1, as on printed
 * documents.
 */
export function readLines(given: string): ShipmentLine[] {
  return given.split(',').map((part) => {
    const [, line, quantity] = /^\s*(\d{1,4})\s*=\s*(\d{1,4})\s*$/.exec(part) ?? []
    if (!Number(line) || !Number(quantity)) {
      throw new UserError(`${part} is not a line with a quantity; write 1=2 for two of the first line.`)
    }
    return { position: Number(line) - 1, quantity: Number(quantity) }
  })
}
