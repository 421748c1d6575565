import { expect, it } from 'vitest'
import { type OrderVersion, versionChanges } from './version-changes.ts'

const line = (position: number, name: string, quantity: number) =>
  ({ position, name, quantity, total_price: 10 * quantity }) as OrderVersion['lines'][number]
const version = (overrides: Partial<OrderVersion>): OrderVersion =>
  ({
    edition: 1,
    type: 'P',
    address: null,
    shipping_description: '',
    discount: 0,
    order_total: 20,
    lines: [line(0, 'Masque', 2)],
    ...overrides,
  }) as OrderVersion

it('identical versions have no changes', () => {
  expect(versionChanges(version({}), version({ edition: 2 }))).toEqual([])
})

it('changed, added and removed lines are listed with old and new quantities', () => {
  const before = version({ lines: [line(0, 'Masque', 2), line(1, 'Lamp', 1)] })
  const after = version({ lines: [line(0, 'Masque', 4), line(2, 'Brush', 3)], order_total: 70 })
  expect(versionChanges(before, after)).toEqual([
    { name: 'Masque', before: '2', after: '4' },
    { name: 'Lamp', before: '1', after: 'none' },
    { name: 'Brush', before: 'none', after: '3' },
    { name: 'Total', before: '$20.00', after: '$70.00' },
  ])
})

it('changes of delivery and discount are listed', () => {
  const after = version({ type: 'D', shipping_description: 'Ground', discount: 5 })
  expect(versionChanges(version({}), after)).toEqual([
    { name: 'Delivery', before: 'Pickup', after: 'Ground' },
    { name: 'Discount', before: '$0.00', after: '$5.00' },
  ])
})
