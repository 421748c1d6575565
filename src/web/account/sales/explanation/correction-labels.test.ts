import { expect, it } from 'vitest'
import { correctionFacts, correctionTitle } from './correction-labels.ts'

it('a correction shows its month, its order and the month in which it counts', () => {
  const correctedMonth = { year: '2026', month: '09' }
  expect(correctionTitle({ corrected_month: correctedMonth, order_no: null })).toBe('Correction for September 2026')
  expect(correctionTitle({ corrected_month: correctedMonth, order_no: '1004' })).toBe(
    'Correction for September 2026, order 1004',
  )
  expect(correctionFacts({ bonus: 'level', booked_at: '2026-11-24T17:00:00Z' })).toBe(
    'Level bonus · recorded November 24, 2026',
  )
})
