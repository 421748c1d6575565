import type { AdminResponse } from '#contract/admin-calls.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { formatDollars } from '#domain/money/money.ts'

export type OrderVersion = AdminResponse<'orderVersions'>['versions'][number]
export type VersionChange = { name: string; before: string; after: string }

const NONE = 'none'

/** Compares two versions of an order line by line, then delivery and amounts. */
export function versionChanges(before: OrderVersion, after: OrderVersion): VersionChange[] {
  const positions = [...new Set([...before.lines, ...after.lines].map(({ position }) => position))]
  const lines = positions.map((position) => {
    const [previous, current] = [before, after].map(({ lines }) => lines.find((line) => line.position === position))
    return {
      name: current?.name ?? previous?.name ?? '',
      before: previous ? String(previous.quantity) : NONE,
      after: current ? String(current.quantity) : NONE,
    }
  })
  const toChange = (name: string, format: (version: OrderVersion) => string) => ({
    name,
    before: format(before),
    after: format(after),
  })
  return [
    ...lines,
    toChange('Delivery', describeDelivery),
    toChange('Discount', ({ discount }) => formatDollars(discount)),
    toChange('Total', ({ order_total }) => formatDollars(order_total)),
  ].filter(({ before, after }) => before !== after)
}

const describeDelivery = ({ type, address, shipping_description }: OrderVersion): string =>
  type === 'P'
    ? 'Pickup'
    : [address && addressLines(address).join(', '), shipping_description].filter(Boolean).join('; ')
