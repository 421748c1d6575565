import { expect, it } from 'vitest'
import { orderListPath } from './order-list-path.ts'

it('links days and months to their orders from the first day to the last', () => {
  expect(orderListPath('2026-11-24', '2026-11-24')).toBe(
    '/admin/orders?status=not_canceled&from=2026-11-24&to=2026-11-24',
  )
  expect(orderListPath('2025-12', '2026-02')).toBe('/admin/orders?status=not_canceled&from=2025-12-01&to=2026-02-28')
})
