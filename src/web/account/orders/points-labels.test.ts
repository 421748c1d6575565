import { expect, it } from 'vitest'
import { pointsLabels } from './points-labels.ts'

const march = { month: '2026-03', points: 98 }

it('lists the months in which an order counts, with its returns', () => {
  expect(pointsLabels({ months: [march], reason: null })).toEqual(['98\u00a0PV in March 2026'])
  expect(pointsLabels({ months: [march, { month: '2026-04', points: -40 }], reason: null })).toEqual([
    '98\u00a0PV in March 2026',
    '−40\u00a0PV in April 2026',
  ])
  expect(pointsLabels({ months: [{ ...march, points: 0 }], reason: null })).toEqual(['0\u00a0PV in March 2026'])
})

it('explains why an order does not count, after the points and reversals of other months', () => {
  expect(pointsLabels({ months: [], reason: 'not_completed' })).toEqual(['Points post when the order is completed.'])
  expect(pointsLabels({ months: [{ ...march, points: 0 }], reason: 'canceled' })).toEqual([
    'Canceled, so it earns no points.',
  ])
  expect(pointsLabels({ months: [march, { month: '2026-04', points: -98 }], reason: 'canceled' })).toEqual([
    '98\u00a0PV in March 2026',
    '−98\u00a0PV in April 2026',
    'Canceled, so it earns no points.',
  ])
  expect(pointsLabels({ months: [], reason: 'before_enrollment' })).toHaveLength(1)
})
