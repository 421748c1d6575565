import { describe, expect, it } from 'vitest'
import { month } from '#domain/month.ts'
import { figureWords, monthChoices, partWords, rowWords, spanWords, usualSpans } from './report-words.ts'

describe('report labels', () => {
  it('format a figure by its unit, with a dash for no data', () => {
    expect([figureWords('money', -1234.5), figureWords('percent', 6.5), figureWords('whole', 12_345)]).toEqual([
      '−$1,234.50',
      '6.50%',
      '12,345',
    ])
    expect(figureWords('money', null)).toBe('–')
  })

  it('name a state with its rate, a method, and the owner of the volume', () => {
    expect(partWords({ state: 'NJ', rate: '6.625' })).toBe('NJ 6.625%')
    expect(partWords({ state: 'NJ', rate: 'none' })).toBe('NJ, rate not stored')
    expect(partWords({ state: 'none', rate: 'none' })).toBe('Unknown state')
    expect([partWords({ method: 'check' }), partWords({ kind: 'own_use' })]).toEqual([
      'Check',
      'Members’ personal orders',
    ])
    expect([rowWords({ what: 'credit_note', number: '7' }), rowWords({ what: 'correction', number: null })]).toEqual([
      'Credit note 7',
      'Correction',
    ])
  })

  it('offer the last twelve months and three years, none beyond the current month', () => {
    expect(usualSpans(month('2026-03')).map(({ from, to, name }) => [from, to, name])).toEqual([
      ['2025-04', '2026-03', 'Last 12 months'],
      ['2026-01', '2026-03', '2026'],
      ['2025-01', '2025-12', '2025'],
      ['2024-01', '2024-12', '2024'],
    ])
    const choices = monthChoices(month('2026-03'))
    expect([choices[0], choices.at(-1)]).toEqual(['2026-03', '2020-01'])
    expect([spanWords('2026-01', '2026-01'), spanWords('2025-12', '2026-01')]).toEqual([
      'Jan 2026',
      'Dec 2025 – Jan 2026',
    ])
  })
})
