import { expect, it } from 'vitest'
import { parseShopTime, toShopTime } from './shop-time.ts'

it.each([
  ['2026-12-01T09:30', '2026-12-01T14:30:00.000Z'],
  ['2026-07-01T00:00', '2026-07-01T04:00:00.000Z'],
  ['2026-03-08T12:00', '2026-03-08T16:00:00.000Z'],
  ['2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
  // Twice that night: the first.
  ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['2026-11-01T12:00', '2026-11-01T17:00:00.000Z'],
])('reads and shows %s in the shop’s time zone', (local, iso) => {
  expect(parseShopTime(local)).toBe(iso)
  expect(toShopTime(iso)).toBe(local)
})

it('moves a time that the clock change skips by an hour', () => {
  expect(parseShopTime('2026-03-08T02:30')).toBe('2026-03-08T07:30:00.000Z')
})

it.each(['', '2026-12-01', '2026-13-01T00:00', '2026-12-01T25:00', '12/01/2026 9:00', '0001-01-01T00:00'])(
  'refuses %j',
  (text) => {
    expect(parseShopTime(text)).toBeUndefined()
  },
)
