import { expect, it } from 'vitest'
import { findDifferences, type ReturnPreview } from './return-differences.ts'

const figures = (level: number, total_bonus: number) => ({
  level,
  level_name: level === 4 ? 'Sapphire' : 'Ruby',
  active: true,
  personal_pv: 100,
  group_pv: 900,
  sales_bonus: total_bonus,
  level_bonus: 0,
  total_bonus,
})

const preview = (
  overrides: { credit?: number; level?: number; bonus?: number; restocked?: number; returned?: number } = {},
): ReturnPreview => ({
  order_id: 100001,
  lines: [
    {
      line: 0,
      name: 'Lamp',
      quantity: 2,
      returned_before: overrides.returned ?? 0,
      not_handed_over: 0,
      restocked: overrides.restocked ?? 2,
      goods: 60,
      discount: 0,
      tax: 0,
      credit: overrides.credit ?? 60,
      cv: 60,
      pv: 20,
    },
  ],
  proposed: 60,
  credited_before: 0,
  withheld: 0,
  credit: overrides.credit ?? 60,
  parts: { goods: 60, discount: 0, shipping: 0, insurance: 0, tax: 0 },
  month: '2026-03',
  network: {
    cv: -60,
    pv: -20,
    members: [
      {
        id: 5,
        name: 'Mia Lopez',
        depth: 0,
        before: figures(4, 40),
        after: figures(overrides.level ?? 4, overrides.bonus ?? 28),
        lines: [],
        other_orders: 0,
      },
    ],
    only_group_pv: 2,
  },
  hash: 'x',
})

it('equal figures have no differences', () => {
  expect(findDifferences(preview(), preview())).toEqual([])
})

it('each changed figure is listed with its previous value', () => {
  expect(findDifferences(preview(), preview({ returned: 1, credit: 55, restocked: 1, level: 3, bonus: 22.5 }))).toEqual(
    [
      'The credit: $60.00 before, $55.00 now.',
      'Already returned of Lamp: 0 before, 1 now.',
      'Credit for Lamp: $60.00 before, $55.00 now.',
      'Restocked quantity of Lamp: 2 before, 1 now.',
      'Level of Mia Lopez: Sapphire before, Ruby now.',
      'Bonus of Mia Lopez: $28.00 before, $22.50 now.',
    ],
  )
})

it('members newly or no longer affected are listed', () => {
  const other = preview()
  const [mia] = other.network?.members ?? []
  if (other.network && mia) other.network.members = [{ ...mia, id: 6, name: 'Tom Roe' }]
  expect(findDifferences(preview(), other)).toEqual([
    'Tom Roe is now affected as well.',
    'Mia Lopez is no longer affected.',
  ])
})
