import { expect, it } from 'vitest'
import { roleOf, withColumnRole } from './column-mapping.ts'

const detected = { date: 1, memo: 2, amount: 3 }

it('a column has one role', () => {
  expect([roleOf(detected, 2), roleOf(detected, 4)]).toEqual(['memo', undefined])
  expect(withColumnRole(detected, 2, 'payer')).toEqual({ date: '1', memo: '', payer: '2', amount: '3' })
  expect(withColumnRole(detected, 2, '')).toEqual({ date: '1', memo: '', amount: '3' })
  expect(withColumnRole(detected, 4, 'memo')).toEqual({ date: '1', memo: '4', amount: '3' })
})

it('a bank has one signed amount, or separate credits and debits', () => {
  expect(withColumnRole(detected, 4, 'credit')).toEqual({ date: '1', memo: '2', amount: '', credit: '4' })
  expect(withColumnRole({ date: 1, credit: 2, debit: 3 }, 2, 'amount')).toEqual({
    date: '1',
    amount: '2',
    credit: '',
    debit: '',
  })
})
