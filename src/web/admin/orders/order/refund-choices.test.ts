import { expect, it } from 'vitest'
import { findApprovedRefund, refundChoices } from './refund-choices.ts'

const choices = refundChoices({
  total: 1300,
  single_approver_limit: 500,
  overpayment: 50,
  credit_notes: [
    { id: 31, number: 7, amount: 1250 },
    { id: 32, number: 8, amount: 0 },
  ],
})

it('refunds are possible for unpaid credit notes and for overpayments', () => {
  expect(choices).toEqual([
    { source: '31', label: 'Credit note 7', amount: 1250 },
    { source: 'overpayment', label: 'Overpayment', amount: 50 },
  ])
})

const preview = (of: string) => [
  { name: 'order', value: '100001' },
  { name: 'amount', value: '$1,250.00' },
  { name: 'of', value: of },
  { name: 'method', value: 'check' },
  { name: 'refunded before', value: '$0.00' },
]

it('an approved refund is requested again exactly as approved', () => {
  expect(findApprovedRefund({ preview: preview('credit note 7') }, choices)).toEqual({
    source: '31',
    amount: 1250,
    method: 'check',
    reference: '',
  })
  expect(findApprovedRefund({ preview: preview('overpayment') }, choices)?.source).toBe('overpayment')
})

it('an approval that the order no longer supports cannot be executed', () => {
  expect(findApprovedRefund({ preview: preview('credit note 8') }, choices)).toBeUndefined()
})
