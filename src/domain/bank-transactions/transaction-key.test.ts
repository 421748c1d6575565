import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import type { ParsedTransaction } from './parsed-transaction.ts'
import { transactionKeys } from './transaction-key.ts'

const transaction: ParsedTransaction = {
  line: 1,
  amountCents: cents(500),
  date: '2026-11-20',
  payer: 'Ana',
  memo: 'x',
  bankId: undefined,
  source: '',
}

it('distinguishes two equal payments in one text, and recognizes both again', () => {
  const keys = transactionKeys([transaction, { ...transaction, line: 2, payer: 'ANA' }])
  expect(new Set(keys).size).toBe(2)
  expect(transactionKeys([transaction])).toEqual(keys.slice(0, 1))
})

it('uses only the bank’s id if there is one', () => {
  expect(transactionKeys([{ ...transaction, bankId: 'A1' }])).toEqual(
    transactionKeys([{ ...transaction, bankId: 'A1', payer: 'other', line: 9 }]),
  )
})
