import { expect, it } from 'vitest'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import type { CsvLine } from './bank-table.ts'
import { correctColumns, guessColumns } from './columns.ts'
import { readColumns } from './read-columns.ts'

const today = '2026-11-23'
const rows = (...lines: string[]): CsvLine[] => lines.map((row, index) => ({ line: index + 1, cells: row.split('|') }))
const read = (lines: CsvLine[]) => {
  const guess = guessColumns(lines, today)
  const result = readColumns(lines, guess, today)
  if ('code' in result) throw new Error(result.code)
  return { guess, ...result }
}

it('recognizes a signed amount with its heading', () => {
  const { guess, notices, skipped } = read(
    rows(
      'Details|Posting Date|Description|Amount|Type|Balance|Check or Slip #',
      'CREDIT|11/20/2026|Zelle payment from ANA REYES 123|123.45|QUICKPAY_CREDIT|5000.00|',
      'DEBIT|11/20/2026|Rent|-900.00|ACH_DEBIT|4100.00|',
    ),
  )
  expect(guess).toMatchObject({ columns: { date: 1, amount: 3, memo: 2, kind: 0, id: 6 }, headingAt: 0, confidence: 1 })
  expect(notices).toMatchObject([
    { line: 2, amountCents: 12_345, payer: 'ANA REYES', date: '2026-11-20', bankId: undefined },
  ])
  expect(skipped).toMatchObject([{ line: 3, reason: 'debit' }])
})

it('recognizes credit next to debit, below preamble lines of the bank', () => {
  const { guess, notices, skipped } = read(
    rows(
      'Account 1234|||||',
      '',
      'Date|Reference|Payer|Debit|Credit|Memo',
      '2026-11-20|R100200|Ana Reyes||$1,123.45|K7QM2X',
      '2026-11-20|R100201|Landlord|900.00||Rent',
      'not a day|R100202|Ana||1.00|',
      '2026-11-20|R100203|Ana||much|',
    ),
  )
  expect(guess).toMatchObject({ columns: { date: 0, id: 1, payer: 2, debit: 3, credit: 4, memo: 5 }, headingAt: 2 })
  expect(guess.confidence).toBeLessThan(1)
  expect(notices).toMatchObject([
    { line: 4, amountCents: 112_345, bankId: 'R100200', memo: 'K7QM2X', payer: 'Ana Reyes' },
  ])
  expect(skipped.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'debit'],
    [6, 'no_date'],
    [7, 'no_amount'],
  ])
})

it('uses a reference as the bank’s id only if it is unique per payment', () => {
  const idsAndMemos = (...lines: string[]) =>
    read(rows('Date|Amount|Name|Memo|Reference', ...lines)).notices.map(({ bankId, memo }) => [bankId, memo])
  expect(idsAndMemos('2026-11-20|12.00|Ana|x|R1', '2026-11-21|12.00|Ana||R2', '2026-11-22|5.00|Lee|y|')).toEqual([
    ['R1', 'x'],
    ['R2', ''],
    [undefined, 'y'],
  ])
  expect(idsAndMemos('2026-11-20|12.00|Ana|x|RENT', '2026-11-21|12.00|Ana||RENT', '2026-11-22|5.00|Lee|y|')).toEqual([
    [undefined, 'x RENT'],
    [undefined, 'RENT'],
    [undefined, 'y'],
  ])
  // Not even for duplicates on one day; and buyers' texts are not ids, even if each is different.
  const row = '2026-11-20|12.00|Ana|x|RENT'
  expect(idsAndMemos(row, row)).toEqual([
    [undefined, 'x RENT'],
    [undefined, 'x RENT'],
  ])
  const code = encodePaymentReference(100_017)
  expect(idsAndMemos(`2026-11-20|12.00|Ana||${code}`)).toEqual([[undefined, code]])
})

it('recognizes by its id a payment that a bank lists twice', () => {
  const row = '2026-11-20|12.00|Ana|T1'
  const { notices } = read(rows('Date|Amount|Name|Transaction ID', row, row))
  expect(notices.map(({ bankId }) => bankId)).toEqual(['T1', 'T1'])
  const conflicting = read(rows('Date|Amount|Name|Transaction ID', row, '2026-11-20|13.00|Ana|T1'))
  expect(conflicting.notices.map(({ bankId, memo }) => [bankId, memo])).toEqual([
    [undefined, 'T1'],
    [undefined, 'T1'],
  ])
})

it('guesses without a heading from the cells, with less confidence', () => {
  const { guess, notices } = read(
    rows(
      '11/20/2026|123.45|*||ZELLE FROM ANA REYES',
      '11/21/2026|-20.00|*||PURCHASE 77',
      '11/21/2026|20.00|*||ZELLE FROM LEE PARK',
    ),
  )
  expect(guess).toMatchObject({ columns: { date: 0, amount: 1, memo: 4 }, headingAt: -1, confidence: 0.6 })
  expect(notices.map(({ payer }) => payer)).toEqual(['ANA REYES', 'LEE PARK'])
})

it("prefers the staff's choice to the guess", () => {
  expect(correctColumns({ date: 0, amount: 1, memo: 2 }, { amount: 2, memo: 3 })).toEqual({
    date: 0,
    amount: 2,
    memo: 3,
  })
  expect(correctColumns({ date: 0, credit: 1, debit: 2 }, { amount: 3 })).toEqual({ date: 0, amount: 3 })
})

it('has no confidence if there is no day or no amount', () => {
  expect(guessColumns(rows('a|b', 'c|d'), today).confidence).toBe(0)
  expect(guessColumns([], today).confidence).toBe(0)
})
