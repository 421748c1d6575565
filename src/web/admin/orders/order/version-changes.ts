import type { AdminAnswer } from '#contract/admin-calls.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { formatDollars } from '#domain/money/money.ts'

export type OrderVersion = AdminAnswer<'orderVersions'>['versions'][number]
export type VersionChange = { name: string; before: string; after: string }

const NOTHING = 'none'

/** Compares two versions of an order line by line, then delivery and amounts. */
export function versionChanges(before: OrderVersion, after: OrderVersion): VersionChange[] {
  const positions = [...new Set([...before.lines, ...after.lines].map(({ position }) => position))]
  const lines = positions.map((position) => {
    const [was, is] = [before, after].map(({ lines }) => lines.find((line) => line.position === position))
    return {
      name: is?.name ?? was?.name ?? '',
      before: was ? String(was.quantity) : NOTHING,
      after: is ? String(is.quantity) : NOTHING,
    }
  })
  const of = (name: string, words: (version: OrderVersion) => string) => ({
    name,
    before: words(before),
    after: words(after),
  })
  return [
    ...lines,
    of('Delivery', deliveryLabels),
    of('Discount', ({ discount }) => formatDollars(discount)),
    of('Total', ({ order_total }) => formatDollars(order_total)),
  ].filter(({ before, after }) => before !== after)
}

const deliveryLabels = ({ type, address, shipping_description }: OrderVersion): string =>
  type === 'P'
    ? 'Pickup'
    : [address && addressLines(address).join(', '), shipping_description].filter(Boolean).join('; ')
