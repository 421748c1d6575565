import { describe, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { formatFigure, formatSpan, monthChoices, partLabel, rowLabel, spanPresets } from './report-labels.ts'

describe('report labels', () => {
  it('format a figure by its unit, with a dash for no data', () => {
    expect([formatFigure('money', -1234.5), formatFigure('percent', 6.5), formatFigure('whole', 12_345)]).toEqual([
      '−$1,234.50',
      '6.50%',
      '12,345',
    ])
    expect(formatFigure('money', null)).toBe('–')
  })

  it('name a state with its rate, a method, and the owner of the volume', () => {
    expect(partLabel({ state: 'NJ', rate: '6.625' })).toBe('NJ 6.625%')
    expect(partLabel({ state: 'NJ', rate: 'none' })).toBe('NJ, rate not stored')
    expect(partLabel({ state: 'none', rate: 'none' })).toBe('Unknown state')
    expect([partLabel({ method: 'check' }), partLabel({ kind: 'personal' })]).toEqual([
      'Check',
      'Members’ personal orders',
    ])
    expect([
      rowLabel({ row_kind: 'credit_note', number: '7' }),
      rowLabel({ row_kind: 'correction', number: null }),
    ]).toEqual(['Credit note 7', 'Correction'])
  })

  it('offer the last twelve months and three years, none beyond the current month', () => {
    expect(spanPresets(month('2026-03')).map(({ from, to, name }) => [from, to, name])).toEqual([
      ['2025-04', '2026-03', 'Last 12 months'],
      ['2026-01', '2026-03', '2026'],
      ['2025-01', '2025-12', '2025'],
      ['2024-01', '2024-12', '2024'],
    ])
    const choices = monthChoices(month('2026-03'))
    expect([choices[0], choices.at(-1)]).toEqual(['2026-03', '2020-01'])
    expect([formatSpan('2026-01', '2026-01'), formatSpan('2025-12', '2026-01')]).toEqual([
      'Jan 2026',
      'Dec 2025 – Jan 2026',
    ])
  })
})
