import { expect, it } from 'vitest'
import type { Correction } from '#contract/compensation/corrections.ts'
import {
  authorLabel,
  correctionMessage,
  correctionSubject,
  formatSigned,
  newCorrectionPath,
  visibleFacts,
} from './correction-labels.ts'

const correction: Correction = {
  ...{ id: 1, member_id: 5, member_no: '1005', name: 'Ana Reyes', bonus: 'level', amount: -12.5, order_no: '1004' },
  ...{ corrected_month: '2026-09', month: '2026-11', reason: 'Typed wrongly.', booked_at: '2026-11-24T12:00:00Z' },
  ...{ requested_by: 'manager@shop.example', approved_by: 'owner@shop.example' },
}

it('a correction shows what was wrong, the amount and who corrected it', () => {
  expect([formatSigned(12.5), formatSigned(-12.5)]).toEqual(['+$12.50', '−$12.50'])
  expect(correctionSubject(correction)).toBe('Level bonus of September 2026, order 1004')
  expect(correctionSubject({ ...correction, bonus: 'sales', order_no: null })).toBe('Sales bonus of September 2026')
  expect(authorLabel(correction)).toBe('manager@shop.example, approved by owner@shop.example')
  expect(authorLabel({ ...correction, approved_by: null })).toBe('manager@shop.example, alone')
})

it('the form link contains the values to prefill', () => {
  expect(newCorrectionPath({ member: 5 })).toBe('/admin/network/corrections/new?member=5')
  expect(newCorrectionPath({ member: 5, corrected_month: '2026-09', order: 'A&B', bonus: 'level' })).toBe(
    '/admin/network/corrections/new?member=5&corrected_month=2026-09&order=A%26B&bonus=level',
  )
})

it('facts are readable: action first, month names; member and reason are shown elsewhere', () => {
  const facts = [
    { name: 'amount', value: '+$12.34' },
    { name: 'bonus', value: 'level bonus' },
    { name: 'concerns', value: '2026-09' },
    { name: 'corrected before', value: '$0.00' },
    { name: 'member', value: '1005' },
    { name: 'status', value: 'active' },
    { name: 'why', value: 'Typed wrongly.' },
  ]
  expect(visibleFacts(facts)).toEqual([
    { name: 'bonus', value: 'Level bonus' },
    { name: 'month corrected', value: 'September 2026' },
    { name: 'amount', value: '+$12.34' },
    { name: 'corrected before', value: '$0.00' },
    { name: 'status', value: 'Active' },
  ])
})

it('shows whether a correction is booked or pending', () => {
  const response = { correction_id: null, approval_id: 7, voided: false, month: '2026-11' }
  expect(correctionMessage(response)).toContain('Proposed.')
  expect(correctionMessage({ ...response, correction_id: 3, approval_id: null })).toBe('Recorded in November 2026.')
})
