import { expect, it } from 'vitest'
import { randomTransactions, transactionsToEmails } from '#test/random-transactions.ts'
import { readPastedText } from './pasted-text.ts'

const today = '2026-11-23'
const read = (text: string) => {
  const result = readPastedText(text, today)
  if ('code' in result) throw new Error(result.code)
  return result
}
const readSingle = (text: string) => {
  const { notices } = read(text)
  expect(notices).toHaveLength(1)
  return notices[0]
}

it('reads a sentence with all fields', () => {
  expect(readSingle('You received $123.45 from ANA REYES, memo K7QM2X')).toMatchObject({
    amountCents: 12_345,
    payer: 'ANA REYES',
    memo: 'K7QM2X',
    date: undefined,
    bankId: undefined,
    line: 1,
  })
})

const mails = [
  [
    'Subject: You received $1,123.45 from ANA REYES\n\nHi Shop,\nANA REYES sent you $1,123.45\nAmount: $1,123.45\nSent on: Nov 20, 2026\nMemo: K7QM2X\nTransaction number: 12345678901\n',
    { amountCents: 112_345, payer: 'ANA REYES', memo: 'K7QM2X', date: '2026-11-20', bankId: '12345678901' },
  ],
  [
    'REYES, ANA sent you $50.00 for "K7Q M2X"\nDate\n11/20/2026\nConfirmation\nabc123def\n',
    { amountCents: 5_000, payer: 'REYES, ANA', memo: 'K7Q M2X', date: '2026-11-20', bankId: 'abc123def' },
  ],
  [
    'We deposited your $75.10 Zelle® payment from Ana M. Reyes (confirmation number WFCT0ABC123) on 11/19/26.\nMemo\norder k7qm2x thanks',
    {
      amountCents: 7_510,
      payer: 'Ana M. Reyes',
      memo: 'order k7qm2x thanks',
      date: '2026-11-19',
      bankId: 'WFCT0ABC123',
    },
  ],
  [
    'Glow Bar LLC paid you $20.00 on November 3, 2026 - note: facial kit',
    { amountCents: 2_000, payer: 'Glow Bar LLC', memo: 'facial kit', date: '2026-11-03' },
  ],
  [
    'Zelle payment from ANA REYES\n$64.20\nSent on\nNov 20, 2026\nMemo\nK7QM2X',
    { line: 1, amountCents: 6_420, payer: 'ANA REYES', memo: 'K7QM2X', date: '2026-11-20' },
  ],
  [
    'Subject: Zelle® payment from Ana Reyes\n\nHello,\nAmount: $64.20\nMemo: K7QM2X\nDate: 11/20/2026',
    { amountCents: 6_420, payer: 'Ana Reyes', memo: 'K7QM2X', date: '2026-11-20' },
  ],
  [
    'Zelle payment from ANA REYES\n\nYou received $64.20 on 11/20/2026\nMemo: K7QM2X',
    { line: 1, amountCents: 6_420, payer: 'ANA REYES', memo: 'K7QM2X', date: '2026-11-20' },
  ],
] as const
it.each(mails)('reads the mail %j', (text, expected) => {
  expect(readSingle(text)).toMatchObject(expected)
})

const lines = [
  ['11/20/2026\tZelle payment from ANA REYES K7QM2X\t$123.45\t$5,000.00', 'ANA REYES', '2026-11-20', 12_345],
  ['11/20/2026\tZELLE FROM ANA REYES K7QM2X\t\t123.45\t5,000.00', 'ANA REYES', '2026-11-20', 12_345],
  ['Nov 20, 2026   Zelle Credit from REYES ANA   +$123.45   $5,000.00', 'REYES ANA', '2026-11-20', 12_345],
  ['11/20 ZELLE FROM ANA REYES ON 11/20 REF # PP0RTT42 123.45 5,123.45', 'ANA REYES', '2026-11-20', 12_345],
  ['2026-11-20  Deposit by Ana Reyes  123.45 CR', 'Ana Reyes', '2026-11-20', 12_345],
  ['20 Nov 2026  Transfer from Ana Reyes  123.45', 'Ana Reyes', '2026-11-20', 12_345],
] as const
it.each(lines)('reads the line %j', (text, payer, date, amountCents) => {
  expect(readSingle(text)).toMatchObject({ payer, date, amountCents })
})

it('skips outgoing payments, and reports them', () => {
  const text = '11/20/2026\tZelle payment to BOB\t-$12.00\t$1.00\n11/21/2026  Service fee  (5.00)  100.00\n'
  expect(read(text)).toMatchObject({
    notices: [],
    skipped: [
      { line: 1, reason: 'debit' },
      { line: 2, reason: 'debit' },
    ],
  })
  expect(readPastedText('You sent $5.00 to Bob', today)).toMatchObject({ notices: [] })
})

it('reads consecutive headings, and skips those without an amount', () => {
  const text = 'Zelle payment from ANA REYES\n$64.20\nZelle payment from BOB MARSH\nZelle payment from IDA FORD\n$9.00'
  expect(read(text)).toMatchObject({
    notices: [
      { line: 1, amountCents: 6_420, payer: 'ANA REYES' },
      { line: 4, amountCents: 900, payer: 'IDA FORD' },
    ],
    skipped: [{ line: 3, reason: 'no_amount' }],
  })
})

it('reads a table with a heading', () => {
  const text =
    'Date\tDescription\tDebit\tCredit\tBalance\n11/20/2026\tZelle from ANA REYES K7QM2X\t\t123.45\t9.00\n11/20/2026\tRent\t900.00\t\t9.00\n'
  expect(read(text)).toMatchObject({
    notices: [{ line: 2, amountCents: 12_345, payer: 'ANA REYES' }],
    skipped: [{ line: 3, reason: 'debit' }],
  })
})

it('refuses text without a bank transaction, and text that is too long', () => {
  expect(readPastedText('Hello\nthere', today)).toEqual({ code: 'no_transactions_found' })
  expect(readPastedText('x'.repeat(5_000_001), today)).toMatchObject({ code: 'too_long' })
})

it('reads 300 consecutive mails', () => {
  const { transactions } = randomTransactions(7, 300)
  const parsed = read(transactionsToEmails(transactions)).notices
  expect(parsed.map(({ amountCents }) => amountCents)).toEqual(transactions.map(({ cents }) => cents))
  expect(parsed.map(({ date }) => Number(date?.slice(8)))).toEqual(transactions.map(({ day }) => day))
  expect(new Set(parsed.map(({ bankId }) => bankId)).size).toBe(300)
})
