import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodeText } from '#domain/text/decode-text.ts'
import { compareStatements } from '#test/compare-statements.ts'
import { parseBankText } from './parse-bank-text.ts'

const today = '2026-11-28'
const folder = new URL('../../../../test/fixtures/statements/', import.meta.url)
const placeholderValues: Record<string, string> = { '{memo code}': 'W3NDNT', '{order total}': '341.06' }
const readFile = (name: string) =>
  Object.entries(placeholderValues).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value),
    decodeText(readFileSync(new URL(name, folder))),
  )

/**
 * Formats as `138 Sam W3NDNT`: whole dollars, payer and memo; `?` before unconfirmed ones; `-reason (detail)` for
 * skipped lines.
 */
function summarize(text: string, kind?: 'paste' | 'csv'): string[] {
  const outcome = parseBankText(text, { today, kind })
  if (!outcome.ok)
    return [outcome.refusal.code === 'format_not_supported' ? outcome.refusal.format : outcome.refusal.code]
  const { notices, skipped } = outcome.read
  return [
    ...notices.map(({ line, amountCents, payer, memo, isUnconfirmed }) => [
      line,
      `${isUnconfirmed ? '?' : ''}${amountCents / 100} ${payer} | ${memo}`,
    ]),
    ...skipped.map(({ line, reason, detail }) => [line, `-${reason}${detail === undefined ? '' : ` (${detail})`}`]),
  ]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, text]) => String(text))
}

const files: Record<string, string[]> = {
  'camt053.xml': ['a CAMT (ISO 20022) file'],
  'citi.csv': ['137.79 SAM EXAMPLE | ZELLE CREDIT FROM SAM EXAMPLE'],
  'credit-union.csv': ['137.79  | ZELLE ACH SAM EXAMPLE CODE'],
  'failed-exact.csv': ['-unsettled (Failed)'],
  'future-date.csv': ['-future (11/26/2027)'],
  'navy-federal-exact.csv': ['-debit'],
  'navy-federal.csv': ['-debit', '137.79 Sam Example | Zelle from Sam Example', '-debit'],
  'ofx-padded.ofx': ['115 Zelle payment from KIM WOLF JPM | 99C1ABC W3NDNT', '-debit'],
  'paypal.csv': ['-unsettled (Denied)', '-currency (EUR)', '137.79 Sam Example | CODE'],
  'semicolon.csv': ['137.79 SAM EXAMPLE | ZELLE FROM SAM EXAMPLE'],
  'zelle-chase.txt': ['416.11 KIM WOLF | W3NDNT'],
  'zelle-pending.txt': ['-unsettled (pending)'],
}
it.each(readdirSync(folder))('reads the statement %s', (name) => {
  expect(summarize(readFile(name), name.endsWith('.txt') ? 'paste' : undefined)).toEqual(files[name])
})

const csv: [name: string, text: string, expected: string[]][] = [
  [
    'unsigned amounts with a column of Cr and Dr',
    'Date,Narrative,Cr/Dr,Amount\n11/20/2026,SAM EXAMPLE,CR,5.00\n11/20/2026,SAM EXAMPLE,DR,6.00',
    ['5  | SAM EXAMPLE', '-debit'],
  ],
  [
    'letters C and D without a heading that says so',
    'Date,Text,X,Amount\n11/20/2026,SAM,C,5.00\n11/20/2026,SAM,D,6.00',
    ['5  | SAM C', '-debit'],
  ],
  [
    'columns called Money in and Money out',
    'Date,Text,Money out ($),Money in ($)\n11/20/2026,SAM,,5.00\n11/20/2026,SAM,6.00,',
    ['5  | SAM', '-debit'],
  ],
  [
    'columns called Paid in and Paid out with zeros',
    'Date,Text,Paid out,Paid in\n11/20/2026,SAM,0.00,5.00\n11/20/2026,SAM,6.00,0.00',
    ['5  | SAM', '-debit'],
  ],
  [
    'amounts that nothing says of whether they came in',
    'Date,Description,Amount\n11/20/2026,SAM EXAMPLE W3NDNT,5.00',
    ['?5  | SAM EXAMPLE W3NDNT'],
  ],
  [
    'positive amounts beside negative ones',
    'Date,Description,Amount\n11/20/2026,SAM,5.00\n11/20/2026,RENT,-6.00',
    ['5  | SAM', '-debit'],
  ],
  [
    'a sign that contradicts the words',
    'Date,Description,Amount\n11/20/2026,Zelle payment to KAY,5.00\n11/20/2026,Zelle from SAM,-6.00',
    ['?5  | Zelle payment to KAY', '?6 SAM | Zelle from SAM'],
  ],
  [
    'words of direction in another column',
    'Date,Description,Category,Amount\n11/20/2026,KAY W3NDNT,Money sent,5.00\n11/20/2026,SAM,Payment received,6.00',
    ['-debit', '6  | SAM'],
  ],
  ['both a credit and a debit in one row', 'Date,Text,Debit,Credit\n11/20/2026,SAM,5.00,5.00', ['?5  | SAM']],
  [
    'states in a column of states, known and unknown',
    'Date,Text,Credit,State\n11/20/2026,A,1.00,On hold\n11/20/2026,A,2.00,Returned\n11/20/2026,A,3.00,Posted\n11/20/2026,A,4.00,Whatever',
    ['-unsettled (On hold)', '-unsettled (Returned)', '3  | A', '?4  | A'],
  ],
  [
    'states in descriptions',
    'Date,Text,Credit\n11/20/2026,ZELLE FROM A - PENDING,1.00\n11/20/2026,REVERSAL OF ZELLE FROM A,2.00\n11/20/2026,Zelle from A (canceled),3.00',
    ['-unsettled (pending)', '-unsettled (reversal)', '-unsettled (canceled)'],
  ],
  [
    'a memo of the payer about something pending',
    'Date,Name,Memo,Credit\n11/20/2026,A B,my pending order W3NDNT,1.00',
    ['?1 A B | my pending order W3NDNT'],
  ],
  [
    'a section of pending transactions',
    'Date,Text,Credit\nPending transactions,,\n11/20/2026,A,1.00\nPosted transactions,,\n11/20/2026,A,2.00',
    ['-no_amount', '-unsettled (Pending transactions)', '-no_amount', '2  | A'],
  ],
  [
    'currencies by sign, code and heading',
    'Date,Text,Credit\n11/20/2026,A,€1.00\n11/20/2026,A,CAD 2.00\n11/20/2026,A,US$3.00\n11/20/2026,A,C$4.00',
    ['-currency (€)', '-currency (CAD)', '3  | A', '-currency (C$)'],
  ],
  ['a heading in euros', 'Date,Text,Credit (EUR)\n11/20/2026,A,1.00', ['-currency (EUR)']],
  ['an account in pounds', 'Account currency: GBP\nDate,Text,Credit\n11/20/2026,A,1.00', ['-currency (GBP)']],
  ['gross before net', 'Date,Name,Type,Net,Fee,Gross\n11/20/2026,A B,Payment received,9.00,-1.00,10.00', ['10 A B | ']],
  [
    'a row with more filled cells than the heading, and one with empty cells behind',
    'Date,Text,Amount\n11/20/2026,Zelle from REYES, ANA,+1.00\n11/20/2026,Zelle from A,+2.00,,',
    ['-shifted', '?2 A | Zelle from A'],
  ],
  [
    'text where an amount should be',
    'Date,Text,Debit,Credit\n11/20/2026,Zelle to REYES, ANA,150.00,\n11/20/2026,A,,2.00',
    ['-shifted', '2  | A'],
  ],
  [
    'thousands separators without quotation marks',
    'Date,Text,Credit,Balance\n11/20/2026,A,1,150.00\n11/20/2026,A,2.00,9.00\n11/20/2026,A,"1,150.00",9.00\n11/20/2026,A,1,150.00,1,159.00',
    ['-thousands', '2  | A', '1150  | A', '-thousands'],
  ],
  [
    'an inner quotation mark',
    'Date,Text,Credit\n11/20/2026,"the "big" kit",1.00\n11/20/2026,"never closed,2.00\n11/20/2026,5" brush,3.00\n11/20/2026,"A, B",4.00',
    ['1  | the "big" kit', '-unreadable', '3  | 5" brush', '4  | A, B'],
  ],
  [
    'one order of days for all rows',
    'Date;Text;Credit\n05/11/2026;A;1.00\n25/11/2026;A;2.00\n11/26/2026;A;3.00\n28/11/2026;A;4.00',
    ['1  | A', '2  | A', '-no_date', '4  | A'],
  ],
  [
    'tomorrow, and the day after',
    'Date,Text,Credit\n11/29/2026,A,1.00\n11/30/2026,A,2.00',
    ['1  | A', '-future (11/30/2026)'],
  ],
  [
    'numbers as banks write them',
    'Date,Text,Amount\n11/20/2026,A,115.00 CR\n11/20/2026,A,US$116.00 CR\n11/20/2026,A,(7.00)\n11/20/2026,A,8.00-\n11/20/2026,A,0000119.0000 CR\n11/20/2026,A,1.005 CR',
    ['115  | A', '116  | A', '-debit', '-debit', '119  | A', '-no_amount'],
  ],
  ['tabs', 'Date\tText\tCredit\n11/20/2026\tREYES, ANA\t1,150.00', ['1150  | REYES, ANA']],
  [
    'a decimal comma, which may be euros unless something says dollars',
    'Datum;Date;Text;Credit\nx;20.11.2026;A;1.150,00\n',
    ['?1150  | A x'],
  ],
  ['a decimal comma in dollars', 'Date;Text;Credit;Currency\n20.11.2026;A;1.150,00;USD\n', ['1150  | A']],
  [
    'the heading again, and that of another table',
    'Date,Text,Credit\n11/20/2026,A,1.00\nDate,Text,Credit\n11/20/2026,A,2.00\nDate,Text,Debit\n11/20/2026,A,3.00',
    ['1  | A', '2  | A', '-unreadable', '-unreadable'],
  ],
]
it.each(csv)('reads %s', (_, text, expected) => {
  expect(summarize(text)).toEqual(expected)
})

const pasted: [name: string, text: string, expected: string[]][] = [
  [
    'a forwarded mail',
    '---------- Forwarded message ---------\nFrom: Chase <no-reply@chase.com>\nDate: Fri, Nov 27, 2026 at 9:00 AM\nSubject: Fwd: KIM WOLF sent you money with Zelle\nTo: <shop@example.com>\n\nKIM WOLF sent you money with Zelle®\n\nAmount\n$416.11\nMemo\nW3NDNT',
    ['416.11 KIM WOLF | W3NDNT'],
  ],
  [
    'a quoted mail',
    '> > KIM WOLF sent you $416.11\n> > Memo\n> > W3NDNT\n> > Sent on\n> > Nov 26, 2026',
    ['416.11 KIM WOLF | W3NDNT'],
  ],
  [
    'labels alone below a heading',
    "You've received money with Zelle®\nFrom:\nKIM WOLF\nAmount:\nUS$416.11\nStatus:\nCompleted\nMemo:\nW3NDNT",
    ['416.11 KIM WOLF | W3NDNT'],
  ],
  ['a state among the labels', 'KIM WOLF sent you $5.00\nStatus\nPending\nMemo\nW3NDNT', ['-unsettled (Pending)']],
  [
    'money that will be sent once somebody enrolls',
    'KIM WOLF sent you $5.00. It will be returned unless you enroll.',
    ['-unsettled (will be returned)'],
  ],
  ['a payment that failed', 'Your payment from KIM WOLF of $5.00 was declined.', ['-unsettled (declined)']],
  ['a mail in euros', 'KIM WOLF sent you €5.00 EUR\nMemo: W3NDNT', ['-currency (€)']],
  ['dollars of Canada', 'You received $5.00 CAD from KIM WOLF\nMemo: W3NDNT', ['-currency (CAD)']],
  ['what the shop sent', 'You sent $5.00 to KIM WOLF\nMemo: W3NDNT', ['-debit']],
  [
    'what the shop sent, behind a payment without a memo',
    'KIM WOLF sent you $7.00\n\nYou sent money with Zelle\nAmount\n$5.00\nMemo\nW3NDNT',
    ['7 KIM WOLF | ', '-debit'],
  ],
  ['a request', 'KIM WOLF requested $5.00 from you. Payment accepted within 3 days.', ['-debit']],
  [
    'lines of a statement with signs, and one without any',
    '11/20/2026  SAM EXAMPLE  5.00\n11/20/2026  RENT  -6.00',
    ['5  | SAM EXAMPLE', '-debit'],
  ],
  ['a line that nothing is known of', '11/20/2026  SAM EXAMPLE  5.00', ['?5  | SAM EXAMPLE']],
  ['a pending line', '11/20/2026  Pending  Zelle from SAM EXAMPLE  5.00', ['-unsettled (Pending)']],
  ['copied rows of a file', 'Date,Text,Credit\n11/20/2026,A,1.00', ['1  | A']],
]
it.each(pasted)('reads %s as pasted text', (_, text, expected) => {
  expect(summarize(text, 'paste')).toEqual(expected)
})

const statement = (transactions: string, currency = 'USD') =>
  `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>${currency}<BANKTRANLIST>${transactions}</BANKTRANLIST></STMTRS></OFX>`
const transaction = (amount: string, fields: string) =>
  `\n<STMTTRN>${fields}<DTPOSTED>20261120<TRNAMT>${amount}<FITID>X${amount}</STMTTRN>`
const ofx: [name: string, text: string, expected: string[]][] = [
  ['a statement in euros', statement(transaction('1.00', '<TRNTYPE>CREDIT<NAME>A'), 'EUR'), ['-currency (EUR)']],
  [
    'a transaction in another currency, and one that was converted',
    statement(
      transaction('1.00', '<TRNTYPE>CREDIT<NAME>A<CURRENCY><CURSYM>CAD</CURRENCY>') +
        transaction('2.00', '<TRNTYPE>CREDIT<NAME>A<ORIGCURRENCY><CURSYM>CAD</ORIGCURRENCY>'),
    ),
    ['-currency (CAD)', '2 A | '],
  ],
  [
    'unsigned amounts whose type says where they went',
    statement(transaction('1.00', '<TRNTYPE>DEBIT<NAME>KAY W3NDNT') + transaction('2.00', '<TRNTYPE>CREDIT<NAME>A')),
    ['-debit', '2 A | '],
  ],
  [
    'a sign that contradicts type or words',
    statement(
      transaction('-9.00', '<TRNTYPE>DEBIT') +
        transaction('1.00', '<TRNTYPE>DEBIT<NAME>KAY') +
        transaction('2.00', '<TRNTYPE>CREDIT<NAME>Zelle payment to KAY'),
    ),
    ['-debit', '?1 KAY | ', '?2 Zelle payment to KAY | '],
  ],
  [
    'what is pending, held, deleted or reversed',
    statement(
      transaction('1.00', '<TRNTYPE>HOLD<NAME>A') +
        transaction('2.00', '<TRNTYPE>CREDIT<NAME>A<CORRECTACTION>DELETE') +
        transaction('3.00', '<TRNTYPE>CREDIT<NAME>A<MEMO>ZELLE REVERSED') +
        '\n<STMTTRNP><TRNTYPE>CREDIT<TRNAMT>4.00<NAME>A</STMTTRNP>',
    ),
    ['-unsettled (pending)', '-unsettled (deleted)', '-unsettled (ZELLE REVERSED)', '-unsettled (pending)'],
  ],
]
it.each(ofx)('reads %s in OFX', (_, text, expected) => {
  expect(summarize(text)).toEqual(expected)
})

it('books no debit, pending or foreign amount in bulk in 300 random statements, and finds the credits', () => {
  const { rows, foundCount, bookable, wronglyBookable, missed: missedCredits } = compareStatements(1, 300)
  expect(wronglyBookable).toEqual([])
  expect(foundCount / rows.in, missedCredits.slice(0, 5).join('\n')).toBeGreaterThanOrEqual(0.99)
  // Files with unsigned amounts do not show the direction.
  expect(bookable / rows.in).toBeGreaterThanOrEqual(0.95)
})
