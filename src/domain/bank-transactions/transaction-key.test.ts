import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import type { ParsedTransaction } from './parsed-transaction.ts'
import { createTransactionKeys } from './transaction-key.ts'

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
  const keys = createTransactionKeys([transaction, { ...transaction, line: 2, payer: 'ANA' }])
  expect(new Set(keys).size).toBe(2)
  expect(createTransactionKeys([transaction])).toEqual(keys.slice(0, 1))
})

it('uses only the bank’s id if there is one', () => {
  expect(createTransactionKeys([{ ...transaction, bankId: 'A1' }])).toEqual(
    createTransactionKeys([{ ...transaction, bankId: 'A1', payer: 'other', line: 9 }]),
  )
})
