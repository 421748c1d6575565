import { describe, expect, it } from 'vitest'
import { parseInstant } from './instant.ts'

const parseParts = (cell: string) => {
  const instant = parseInstant(cell)
  return instant && [new Date(instant.ms).toISOString(), instant.month]
}

describe('an instant in a file', () => {
  it('is ISO 8601 with its time zone', () => {
    expect(parseParts('2026-03-02T15:00:00Z')).toEqual(['2026-03-02T15:00:00.000Z', '2026-03'])
    expect(parseParts('2026-04-01T03:59:59.999999Z')).toEqual(['2026-04-01T03:59:59.999Z', '2026-03'])
    expect(parseParts('2026-03-31T23:30:00-04:00')).toEqual(['2026-04-01T03:30:00.000Z', '2026-03'])
    expect(parseParts('2026-04-01 09:30+0530')).toEqual(['2026-04-01T04:00:00.000Z', '2026-04'])
    expect(parseInstant('2026-04-01T03:59:59.9999999Z')?.text).toBe('2026-04-01T03:59:59.999999Z')
  })

  it("is the beginning of a day in the shop's time zone if it has no time, also on days with 23 or 25 hours", () => {
    expect(parseParts('2026-01-05')).toEqual(['2026-01-05T05:00:00.000Z', '2026-01'])
    expect(parseInstant('2026-03-08')).toMatchObject({
      text: '2026-03-08T05:00:00.000Z',
      lastMs: Date.parse('2026-03-09T03:59:59.999Z'),
      isDay: true,
    })
    expect(parseInstant('2026-11-01')?.lastMs).toBe(Date.parse('2026-11-02T04:59:59.999Z'))
    expect(parseInstant('9998-12-31')?.lastMs).toBe(Date.parse('9999-01-01T04:59:59.999Z'))
    expect(parseInstant('2026-12-31')?.lastMs).toBe(Date.parse('2027-01-01T04:59:59.999Z'))
  })

  it.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '01/02/2026',
    '2026-03-02T15:00:00',
    '2026-03-02T24:00:00Z',
    '2026-03-02T15:60Z',
    '2026-03-02T15:00:60Z',
    '2026-03-02T15:00:00+15:00',
    '1969-12-31',
    '9999-01-01',
    '1970-01-01T00:00:00+01:00',
  ])('is not %j', (cell) => {
    expect(parseInstant(cell)).toBeUndefined()
  })
})
