import { expect, it } from 'vitest'
import { figuresLabels, monthsSince, statusIn } from './network-labels.ts'

it("shows the member's status in the month, and the current one if it differs", () => {
  expect(statusIn({ active: true, status: 'active' })).toEqual({ words: 'Active', tone: 'good', now: undefined })
  expect(statusIn({ active: true, status: 'closed' })).toMatchObject({ words: 'Active', now: 'Closed' })
  expect(statusIn({ active: false, status: 'active' })).toMatchObject({ words: 'Not active', now: 'Active' })
  expect(statusIn({ active: false, status: 'suspended' })).toMatchObject({ words: 'Suspended', now: undefined })
})

it('lists months across years, newest first, and marks figures that may still change', () => {
  expect(monthsSince('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(figuresLabels({ figures: 'live', state: 'settling' })).toContain('provisional')
  expect(figuresLabels({ figures: 'frozen', state: 'paid' })).toContain('final')
})
