import { expect, it } from 'vitest'
import { randomTransactions, transactionsToCsv } from '#test/random-transactions.ts'
import { parseBankText } from './parse-bank-text.ts'

const today = '2026-11-23'
const read = (text: string, kind?: 'paste' | 'csv') => {
  const outcome = parseBankText(text, { today, kind })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome
}

it('reads 300 lines of a CSV file as they were written', () => {
  const { transactions } = randomTransactions(3, 300)
  const { origin, read: parsed, guess } = read(transactionsToCsv(transactions))
  expect(origin).toBe('csv')
  expect(guess?.confidence).toBe(1)
  expect(parsed.notices.map(({ amountCents, payer }) => [amountCents, payer])).toEqual(
    transactions.map(({ cents, payer }) => [cents, payer]),
  )
})

it('accepts columns that staff name, by heading or number', () => {
  const text = 'When,Gross,Fee,Who\n11/20/2026,10.00,9.50,Ana Reyes\n'
  const outcome = parseBankText(text, { today, columns: { date: 'when', amount: '3', payer: 'WHO' } })
  expect(outcome).toMatchObject({ ok: true, read: { notices: [{ amountCents: 950, payer: 'Ana Reyes' }] } })
  expect(parseBankText(text, { today, columns: { date: 'Day' } })).toMatchObject({
    refusal: { code: 'column_not_found' },
  })
})

it('rejects an unreadable file, with the line number', () => {
  expect(parseBankText('Date,Amount\n11/20/2026,"12', { today })).toMatchObject({
    refusal: { code: 'row_invalid', line: 2 },
  })
  expect(parseBankText('a,b\nc,d\n', { today })).toMatchObject({ refusal: { code: 'columns_not_recognized' } })
})

const repeatToMegabyte = (unit: string) => unit.repeat(Math.floor(1_000_000 / unit.length))
const hostileTexts = [
  ...[
    '<A>',
    '<STMTTRN>',
    '<STMTTRN><FITID>',
    '</STMTTRN>',
    '&amp;',
    '&#x41;',
    '<![CDATA[',
    '<!--',
    '<',
    '\n',
    '"',
    '",',
  ],
  ...[
    '$1.00 from ',
    'You received $1.00 from A\n',
    '11/20/2026\t1.00\n',
    '11/20 1.00 ',
    ' ',
    '\t',
    ',',
    '1',
    '(',
    'a b ',
  ],
]
it.each(hostileTexts.flatMap((unit) => (['paste', 'csv'] as const).map((kind) => [unit, kind] as const)))(
  'terminates with a million characters of %j as %s',
  (unit, kind) => {
    const outcome = parseBankText(repeatToMegabyte(unit), { today, kind })
    expect(outcome.ok || typeof outcome.refusal.code === 'string').toBe(true)
  },
)
