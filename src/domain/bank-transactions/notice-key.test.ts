import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import type { ReadNotice } from './notice.ts'
import { noticeKeys } from './notice-key.ts'

const notice: ReadNotice = {
  line: 1,
  amountCents: cents(500),
  date: '2026-11-20',
  payer: 'Ana',
  memo: 'x',
  bankId: undefined,
  source: '',
}

it('distinguishes two equal payments in one text, and recognizes both again', () => {
  const keys = noticeKeys([notice, { ...notice, line: 2, payer: 'ANA' }])
  expect(new Set(keys).size).toBe(2)
  expect(noticeKeys([notice])).toEqual(keys.slice(0, 1))
})

it('uses only the bank’s id if there is one', () => {
  expect(noticeKeys([{ ...notice, bankId: 'A1' }])).toEqual(
    noticeKeys([{ ...notice, bankId: 'A1', payer: 'other', line: 9 }]),
  )
})
