import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { createDistanceZones, createFlatRate } from './shipping-template.ts'

/** The zone of the longest prefix, as at checkout. */
function findZone(from: string, to: string): string | undefined {
  const matches = createDistanceZones(from).flatMap(({ code, prefixes }) =>
    prefixes.filter((prefix) => to.startsWith(prefix)).map((prefix) => ({ code, length: prefix.length })),
  )
  return matches.sort((a, b) => b.length - a.length)[0]?.code
}

describe('zones by distance', () => {
  it.each([
    ['07631', '07699', 'local'],
    ['07631', '02110', 'near'],
    ['07631', '10001', 'bordering'],
    ['07631', '90210', 'far'],
    ['07631', '96813', 'remote'],
    ['94103', '94110', 'local'],
    ['94103', '90210', 'near'],
    ['94103', '10001', 'far'],
    ['96813', '96815', 'local'],
    ['96813', '96720', 'remote'],
  ])('from %s to %s is %s', (from, to, zone) => {
    expect(findZone(from, to)).toBe(zone)
  })

  it('serve every first digit once', () => {
    for (const first of '0123456789') {
      const prefixes = createDistanceZones(`${first}0500`).flatMap((zone) => zone.prefixes)
      expect(new Set(prefixes).size).toBe(prefixes.length)
      expect(
        prefixes
          .filter((prefix) => prefix.length === 1)
          .sort()
          .join(''),
      ).toBe('0123456789')
    }
  })
})

it('a flat rate has one price for every ZIP', () => {
  const [zone, ...others] = createFlatRate(cents(900))
  expect(others).toEqual([])
  expect(zone?.prefixes.join('')).toBe('0123456789')
  expect(zone?.rates).toEqual([{ method: 'ground', baseCents: 900, perPoundCents: 0 }])
})
