import { expect, it } from 'vitest'
import { describeHistoryEntry } from './history-labels.ts'
import type { HistoryEntry } from './order-record.ts'

const shipmentName = (id: unknown) => `shipment ${id === 672 ? 1 : '?'}`
const entry = (action: string, fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  number: 1,
  at: '2026-03-04T15:00:00.000Z',
  actor_kind: 'staff',
  actor: 'clerk@example.com',
  role: 'clerk',
  action,
  subject_kind: 'order',
  subject_id: '100001',
  subject_name: null,
  request_id: null,
  erased: false,
  ...fields,
})

it('a payment shows its amount, method and effect on the balance', () => {
  const before = { order: 100001, balance_cents: 10_000 }
  const after = { order: 100001, amount_cents: 6050, method: 'check', reference: '1077', balance_cents: 3950 }
  expect(describeHistoryEntry(entry('payment.booked', { before, after }), shipmentName)).toEqual({
    message: 'recorded a payment of $60.50 by check.',
    details: ['balance $100.00 → $39.50', 'No. 1077'],
  })
})

it('a due date shows its old and new values', () => {
  const moved = entry('order.due_date_changed', { before: { due_on: '2026-03-04' }, after: { due_on: '2026-03-09' } })
  expect(describeHistoryEntry(moved, shipmentName).message).toBe(
    'changed the due date from March 4, 2026 to March 9, 2026.',
  )
})

it('a corrected contact shows old and new values, field by field', () => {
  const before = { last_name: 'Le', email: 'ada@exmaple.com' }
  const after = { last_name: 'Lee', email: 'ada@example.com' }
  expect(describeHistoryEntry(entry('order.contact_corrected', { before, after }), shipmentName).message).toBe(
    'corrected the contact: Le → Lee, ada@exmaple.com → ada@example.com.',
  )
})

it('unknown actions still have a name, and erased values are marked', () => {
  expect(describeHistoryEntry(entry('order.polished'), shipmentName).message).toBe('performed ‘order.polished’.')
  expect(describeHistoryEntry(entry('payment.booked', { erased: true }), shipmentName).message).toContain('erased')
})

it('a shipment has the same name as on the page', () => {
  const after = { shipment: 672, state: 'shipped', carrier: 'usps', trackingNumber: '9400' }
  expect(describeHistoryEntry(entry('shipment.shipped', { after }), shipmentName)).toEqual({
    message: 'marked shipment 1 as shipped.',
    details: ['tracking 9400', 'carrier USPS'],
  })
})
