import { expect, test } from 'vitest'
import { chartScale, layOutBars, roundUp, zeroLine } from './chart-scale.ts'

test.each([
  [0, 0],
  [0.37, 0.4],
  [7, 8],
  [11, 15],
  [247.21, 250],
  [251, 300],
  [1000, 1000],
])('%d is charted up to %d', (value, top) => {
  expect(roundUp(value)).toBe(top)
})

test('earned bonuses are stacked above the line', () => {
  const month = { sales_bonus: 25, level_bonus: 75 }
  const scale = chartScale([month])
  expect(scale).toEqual({ top: 100, bottom: -0 })
  expect(layOutBars(month, scale)).toEqual([
    { kind: 'sales_bonus', y: 75, height: 25, negative: false },
    { kind: 'level_bonus', y: 0, height: 75, negative: false },
  ])
})

test('reversed bonuses are below the line, and the scale includes them', () => {
  const month = { sales_bonus: 50, level_bonus: -50 }
  const scale = chartScale([month, { sales_bonus: 0, level_bonus: 0 }])
  expect(zeroLine(scale)).toBe(50)
  expect(layOutBars(month, scale)).toEqual([
    { kind: 'sales_bonus', y: 0, height: 50, negative: false },
    { kind: 'level_bonus', y: 50, height: 50, negative: true },
  ])
})

test('a year without bonuses has a line and no bars', () => {
  const noBonuses = { sales_bonus: 0, level_bonus: 0 }
  const scale = chartScale([noBonuses])
  expect(zeroLine(scale)).toBe(100)
  expect(layOutBars(noBonuses, scale)).toEqual([])
})
