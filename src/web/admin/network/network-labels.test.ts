import { expect, it } from 'vitest'
import { describeFigures, monthStatus, monthsSince } from './network-labels.ts'

it("shows the member's status in the month, and the current one if it differs", () => {
  expect(monthStatus({ active: true, status: 'active' })).toEqual({ label: 'Active', tone: 'good', current: undefined })
  expect(monthStatus({ active: true, status: 'closed' })).toMatchObject({ label: 'Active', current: 'Closed' })
  expect(monthStatus({ active: false, status: 'active' })).toMatchObject({ label: 'Not active', current: 'Active' })
  expect(monthStatus({ active: false, status: 'suspended' })).toMatchObject({ label: 'Suspended', current: undefined })
})

it('lists months across years, newest first, and marks figures that may still change', () => {
  expect(monthsSince('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(describeFigures({ figures: 'live', state: 'settling' })).toContain('provisional')
  expect(describeFigures({ figures: 'frozen', state: 'paid' })).toContain('final')
})
