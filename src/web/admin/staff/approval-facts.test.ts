import { expect, it } from 'vitest'
import { approvalFacts, subjectLink } from './approval-facts.ts'

const formatFacts = (action: string, facts: Record<string, string>) =>
  Object.fromEntries(
    approvalFacts(
      action,
      Object.entries(facts).map(([name, value]) => ({ name, value })),
    ).map(({ name, value }) => [name, value]),
  )
const namesOf = (action: string, facts: Record<string, string>) => Object.keys(formatFacts(action, facts))

it('decisive facts come first, and facts in the title are not repeated', () => {
  const close = {
    'bonus lines': '305',
    'hash of the inputs': 'a'.repeat(64),
    month: '2026-10',
    'to be paid out': '$1.00',
  }
  expect(namesOf('month.close', close)).toEqual(['total payouts', 'bonus lines', 'hash of inputs'])
  expect(formatFacts('month.close', close)['hash of inputs']).toBe('aaaaaaaaaaaaaaaa…')
  expect(namesOf('setting.change', { from: '500.00', setting: 'refund_approval_above', to: '1500.00' })).toEqual([
    'from',
    'to',
  ])
  expect(namesOf('something.new', { b: '1', a: '2' })).toEqual(['b', 'a'])
})

it('amounts, numbers and booleans are formatted as everywhere else', () => {
  expect(formatFacts('setting.change', { from: '500.00', to: '1500.00' })).toEqual({ from: '$500.00', to: '$1,500.00' })
  expect(
    formatFacts('plan.publish', { 'first month': '2099-05', 'level 9': 'Crown: 120000 group PV, 2400 basis points' }),
  ).toEqual({
    'level 9': 'Crown: 120,000 group PV, 2,400 basis points',
  })
  expect(formatFacts('staff.change', { active: 'true', 'new active': 'false' })).toEqual({
    active: 'yes',
    'new active': 'no',
  })
  expect(formatFacts('payment.refund', { method: 'quickpay' })).toEqual({ method: 'Quick Pay' })
  const send = { amount: '$812.00', entries: '2', 'hash of the reason': 'a'.repeat(64), member: '1005', method: 'cash' }
  expect(formatFacts('payout.send', { ...send, month: '2026-03', reference: 'At the counter' })).toEqual({
    amount: '$812.00',
    method: 'Cash',
    reference: 'At the counter',
  })
  expect(formatFacts('bonus.correct', { concerns: '2026-09', why: 'Typed wrongly.' })).toEqual({
    'month corrected': 'September 2026',
  })
})

it('an approval links to its order, month or payout', () => {
  expect(subjectLink('payment.refund', '1004')?.to).toBe('/admin/orders/1004')
  expect(subjectLink('month.pay', '2026-12')?.to).toBe('/admin/money/months/2026-12')
  expect(subjectLink('payout.send', '2026-03 17')?.to).toBe('/admin/money/months/2026-03?member=17')
  expect(subjectLink('staff.add', 'lee@example.com')).toBeUndefined()
})
