import { seededRandom } from './random-transactions.ts'

/** True kind of a statement row. Only `in` is settled money in dollars that the shop received. */
export type RowKind = 'in' | 'out' | 'unsettled' | 'foreign' | 'shifted' | 'cut'
export type StatementRow = { kind: RowKind; cents: number; reference: string }
export type RandomStatement = { name: string; bytes: Uint8Array; pasted: boolean; rows: StatementRow[] }

const FIRST_NAMES = 'Ana Maria Linh Grace Hannah Olga Wei Priya Chloe Denise Tom Luis Kim Noor Zoe Beth'.split(' ')
const LAST_NAMES = 'Reyes Nguyen Smith Garcia Park Lee Patel Khan Rossi Chen Lopez Baker Cole Dunn Renée Müller'.split(
  ' ',
)
const REFERENCE_CHARACTERS = 'CDFHJKMNPRTVWXY23456789'
const TODAY = Date.UTC(2026, 10, 28)
const DAY_MS = 86_400_000

type Pick = <Item>(items: readonly Item[]) => Item
type GeneratedRow = StatementRow & { day: Date; first: string; last: string }

/** How a bank marks outgoing payments and formats amounts. */
type Layout = {
  name: string
  heading: string[]
  /** Cells of a row; `state` and `currency` as the bank writes them. */
  cells: (row: GeneratedRow, formatted: { state: string; currency: string; amount: string; day: string }) => string[]
  hasState: boolean
  hasCurrency: boolean
}

const describe = ({ kind, first, last, reference }: GeneratedRow): string =>
  kind === 'out' ? `Zelle payment to ${first} ${last} ${reference}` : `Zelle payment from ${first} ${last} ${reference}`
/** Description without any hint of the direction. */
const describeWithoutDirection = ({ first, last, reference }: GeneratedRow): string => `${first} ${last} ${reference}`
const signed = ({ kind }: GeneratedRow, amount: string): string => (kind === 'out' ? `-${amount}` : amount)

const layouts: Layout[] = [
  {
    name: 'signed amounts',
    heading: ['Date', 'Description', 'Amount', 'Status', 'Currency'],
    cells: (row, { state, currency, amount, day }) => [
      day,
      describeWithoutDirection(row),
      signed(row, amount),
      state,
      currency,
    ],
    hasState: true,
    hasCurrency: true,
  },
  {
    name: 'parentheses',
    heading: ['Posted Date', 'Payee', 'Note', 'Amount'],
    cells: (row, { amount, day }) => [
      day,
      `${row.first} ${row.last}`,
      row.reference,
      row.kind === 'out' ? `(${amount})` : amount,
    ],
    hasState: false,
    hasCurrency: false,
  },
  {
    name: 'separate credit and debit',
    heading: ['Date', 'Reference Number', 'Description', 'Debit', 'Credit', 'Balance', 'State'],
    cells: (row, { state, amount, day }) => [
      day,
      `R${row.cents}`,
      describeWithoutDirection(row),
      row.kind === 'out' ? amount : '',
      row.kind === 'out' ? '' : amount,
      '4,250.00',
      state,
    ],
    hasState: true,
    hasCurrency: false,
  },
  {
    name: 'negative credits',
    heading: ['Status', 'Date', 'Description', 'Debit', 'Credit'],
    cells: (row, { state, amount, day }) => [
      state,
      day,
      describeWithoutDirection(row),
      row.kind === 'out' ? amount : '',
      row.kind === 'out' ? '' : `-${amount}`,
    ],
    hasState: true,
    hasCurrency: false,
  },
  {
    name: 'money in and out',
    heading: ['Transaction Date', 'Text', 'Money Out', 'Money In', 'Ccy'],
    cells: (row, { amount, day, currency }) => [
      day,
      describeWithoutDirection(row),
      row.kind === 'out' ? amount : '0.00',
      row.kind === 'out' ? '0.00' : amount,
      currency,
    ],
    hasState: false,
    hasCurrency: true,
  },
  {
    name: 'an indicator',
    heading: ['Posting Date', 'Amount', 'Credit Debit Indicator', 'Description', 'Transaction Status'],
    cells: (row, { state, amount, day }) => [
      day,
      amount,
      row.kind === 'out' ? 'Debit' : 'Credit',
      describeWithoutDirection(row),
      state,
    ],
    hasState: true,
    hasCurrency: false,
  },
  {
    name: 'letters',
    heading: ['Day', 'Amount', 'DR/CR', 'Narrative', 'Currency Code'],
    cells: (row, { amount, day, currency }) => [
      day,
      amount,
      row.kind === 'out' ? 'DR' : 'CR',
      describeWithoutDirection(row),
      currency,
    ],
    hasState: false,
    hasCurrency: true,
  },
  {
    name: 'only the description',
    heading: ['Date', 'Description', 'Amount'],
    cells: (row, { amount, day, state }) => [day, state === '' ? describe(row) : `${describe(row)} - ${state}`, amount],
    hasState: true,
    hasCurrency: false,
  },
  {
    name: 'a wallet',
    heading: ['Date', 'Name', 'Type', 'Status', 'Currency', 'Gross', 'Fee', 'Net', 'Transaction ID', 'Subject'],
    cells: (row, { state, currency, amount, day }) => [
      day,
      `${row.first} ${row.last}`,
      row.kind === 'out' ? 'Payment Sent' : 'Payment Received',
      state,
      currency,
      signed(row, amount),
      '-0.30',
      signed(row, amount),
      `T${row.cents}X`,
      row.reference,
    ],
    hasState: true,
    hasCurrency: true,
  },
  {
    name: 'suffixes',
    heading: ['Date', 'Particulars', 'Transaction Amount'],
    cells: (row, { amount, day }) => [
      day,
      describeWithoutDirection(row),
      `${amount} ${row.kind === 'out' ? 'DR' : 'CR'}`,
    ],
    hasState: false,
    hasCurrency: false,
  },
  {
    name: 'sent and received',
    heading: ['Date', 'From/To', 'Direction', 'Amount (USD)', 'Message', 'Payment Status'],
    cells: (row, { state, amount, day }) => [
      day,
      `${row.first} ${row.last}`,
      row.kind === 'out' ? 'Sent' : 'Received',
      `$${amount}`,
      row.reference,
      state,
    ],
    hasState: true,
    hasCurrency: false,
  },
  {
    name: 'no indication of the direction',
    heading: ['Date', 'Description', 'Amount'],
    cells: (row, { amount, day }) => [day, describeWithoutDirection(row), amount],
    hasState: false,
    hasCurrency: false,
  },
]
const WITHOUT_DIRECTION = 'no indication of the direction'

const UNSETTLED = [
  'Pending',
  'Denied',
  'FAILED',
  'Reversed',
  'Reverted',
  'Canceled',
  'Cancelled',
  'Expired',
  'Returned',
  'On hold',
  'Not yet enrolled',
  'Declined',
  'Processing',
  'Scheduled',
  'Unclaimed',
]
/** Markers that may end a description. */
const UNSETTLED_SUFFIXES = UNSETTLED.slice(0, 12)
const SETTLED = ['Completed', 'Posted', 'Cleared', 'Settled', '']
const FOREIGN = ['EUR', 'GBP', 'CAD', 'MXN', 'JPY']

const dollars = (cents: number): string => (cents / 100).toFixed(2).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')
const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Statements with known truth, independent of the code that reads them. */
export function randomStatement(seed: number): RandomStatement {
  const random = seededRandom(seed)
  const pick: Pick = (items) => items[random(items.length)] as (typeof items)[number]
  const format = random(10)
  const rows = randomRows(random, pick)
  if (format === 0) return emails(rows, pick)
  if (format === 1) return randomOfx(rows, random, pick)
  return randomTable(rows, random, pick)
}

function randomRows(random: (below: number) => number, pick: Pick): GeneratedRow[] {
  const kinds: RowKind[] = ['in', 'in', 'in', 'in', 'out', 'out', 'unsettled', 'foreign', 'shifted', 'cut']
  return Array.from({ length: 4 + random(12) }, () => ({
    kind: pick(kinds),
    cents: 1_000 + random(900_000),
    reference: Array.from({ length: 6 }, () => pick([...REFERENCE_CHARACTERS])).join(''),
    day: new Date(TODAY - random(40) * DAY_MS),
    first: pick(FIRST_NAMES),
    last: pick(LAST_NAMES),
  }))
}

/** Rows that a layout cannot represent become incoming payments. */
const toIncoming = (row: GeneratedRow): GeneratedRow => ({ ...row, kind: 'in' })

function randomTable(
  generated: readonly GeneratedRow[],
  random: (below: number) => number,
  pick: Pick,
): RandomStatement {
  const layout = pick(layouts)
  const separator = pick([',', ',', ',', ';', '\t'])
  const formatDay = pick<(day: Date) => string>([
    (day) => `${twoDigits(day.getUTCMonth() + 1)}/${twoDigits(day.getUTCDate())}/${day.getUTCFullYear()}`,
    (day) => day.toISOString().slice(0, 10),
    (day) => `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${twoDigits(day.getUTCFullYear() % 100)}`,
  ])
  const isStateInDescription = layout.name === 'only the description'
  const rows = generated.map((row) => {
    if (row.kind === 'unsettled' && !layout.hasState) return toIncoming(row)
    if (row.kind === 'foreign' && !layout.hasCurrency && layout.heading.includes('Amount (USD)')) return toIncoming(row)
    // Only commas split amounts, and only above a thousand.
    if (row.kind === 'cut' && (separator !== ',' || row.cents < 100_000)) return toIncoming(row)
    return row
  })
  const lines = rows.map((row) => {
    const sum = dollars(row.cents)
    const isForeign = row.kind === 'foreign'
    const currency = pick(FOREIGN)
    const cells = layout.cells(row, {
      day: formatDay(row.day),
      state:
        row.kind === 'unsettled'
          ? pick(isStateInDescription ? UNSETTLED_SUFFIXES : UNSETTLED)
          : isStateInDescription
            ? ''
            : pick(SETTLED),
      currency: isForeign && layout.hasCurrency ? currency : 'USD',
      amount:
        isForeign && !layout.hasCurrency
          ? pick([`€${sum}`, `£${sum}`, `${currency} ${sum}`, `${sum} ${currency}`])
          : sum,
    })
    // A comma in an unquoted name shifts all following cells.
    if (row.kind === 'shifted')
      cells.splice(1 + random(cells.length - 1), 0, `${row.last} ${pick(['LLC', 'Inc', 'Spa'])}`)
    return cells.map((cell) => quote(cell, separator, row.kind === 'cut')).join(separator)
  })
  const preamble = pick(['', '', '', `Account ending 4417${separator}\r\n`])
  const content = `${preamble}${[layout.heading.join(separator), ...lines].join('\r\n')}\r\n`
  // In a file without any direction, nothing may be booked, and nothing can be identified for certain.
  const truth =
    layout.name === WITHOUT_DIRECTION
      ? rows.map((row) => ({ ...row, kind: row.kind === 'in' ? ('shifted' as const) : row.kind }))
      : rows
  return { name: layout.name, bytes: encode(content, pick), pasted: false, rows: truth }
}

function quote(cell: string, separator: string, isCut: boolean): string {
  const isAmount = /^[-($€£A-Z ]*\d[\d,]*\.\d\d/.test(cell)
  if (isCut && isAmount) return cell
  return cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
}

function randomOfx(generated: readonly GeneratedRow[], random: (below: number) => number, pick: Pick): RandomStatement {
  const isForeign = random(6) === 0
  const isUnsigned = random(4) === 0
  const rows = generated.map((row) => {
    if (isForeign) return { ...row, kind: row.kind === 'in' ? ('foreign' as const) : row.kind }
    return row.kind === 'shifted' || row.kind === 'cut' ? toIncoming(row) : row
  })
  const transactions = rows.map((row, index) => {
    const isOut = row.kind === 'out'
    const plain = (row.cents / 100).toFixed(2)
    const amount = random(3) === 0 ? plain.padStart(15, '0').concat('00') : plain
    const isOnHold = row.kind === 'unsettled' && random(2) === 0
    const memo =
      row.kind === 'unsettled' && !isOnHold ? `${row.reference} (${pick(UNSETTLED_SUFFIXES)})` : row.reference
    const foreign =
      row.kind === 'foreign' && !isForeign ? `<CURRENCY><CURRATE>1.1<CURSYM>${pick(FOREIGN)}</CURRENCY>` : ''
    return `<STMTTRN><TRNTYPE>${isOnHold ? 'HOLD' : isOut ? pick(['DEBIT', 'PAYMENT', 'FEE']) : pick(['CREDIT', 'DEP'])}<DTPOSTED>${row.day.toISOString().slice(0, 10).replaceAll('-', '')}<TRNAMT>${isOut && !isUnsigned ? '-' : ''}${amount}<FITID>F${index}<NAME>${row.first} ${row.last}<MEMO>${memo}${foreign}</STMTTRN>`
  })
  const content = `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${isForeign ? pick(FOREIGN) : 'USD'}<BANKTRANLIST>\r\n${transactions.join('\r\n')}\r\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n`
  return { name: 'OFX', bytes: encode(content, pick), pasted: false, rows }
}

function emails(generated: readonly GeneratedRow[], pick: Pick): RandomStatement {
  const rows = generated.map((row) => (row.kind === 'shifted' || row.kind === 'cut' ? toIncoming(row) : row))
  const texts = rows.map((row) => {
    const { kind, first, last, reference, day } = row
    const sum = dollars(row.cents)
    const name = `${first} ${last}`
    const date = day.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
    const amount = kind === 'foreign' ? pick([`€${sum}`, `$${sum} CAD`, `£${sum}`]) : `$${sum}`
    const footer = pick([`Memo: ${reference}\nSent on: ${date}`, `Memo\n${reference}\nSent on\n${date}`])
    const unsettled = pick([
      'The payment is pending and expires unless you enroll.',
      'This payment was canceled.',
      'The money will be deposited once you enroll.',
      'Status: Failed',
      'This transfer has been reversed.',
      'The payment is on hold.',
    ])
    const body =
      kind === 'out'
        ? pick([
            `You sent ${amount} to ${name}\n${footer}`,
            `Your Zelle payment to ${name} was delivered.\nAmount\n${amount}\n${footer}`,
            `${name} accepted your payment of ${amount}\n${footer}`,
          ])
        : pick([
            `${name} sent you ${amount}\n${footer}`,
            `You received ${amount} from ${name}\n${footer}`,
            `${name} sent you money with Zelle®\nAmount\n${amount}\n${footer}`,
          ])
    const mail = kind === 'unsettled' ? `${body}\n${unsettled}` : body
    return pick([
      mail,
      `---------- Forwarded message ---------\nFrom: Bank <no-reply@bank.example>\nDate: Fri, Nov 27, 2026 at 9:00 AM\nSubject: Fwd: Your account\nTo: <shop@example.com>\n\n${mail}`,
      mail
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
    ])
  })
  return { name: 'mails', bytes: new TextEncoder().encode(`${texts.join('\n\n')}\n`), pasted: true, rows }
}

function encode(content: string, pick: Pick): Uint8Array {
  const isLatin1 = [...content].every((character) => character.charCodeAt(0) < 256)
  switch (pick(['utf-8', 'utf-8', 'mark', 'utf-16le', 'utf-16be', '1252'])) {
    case 'mark':
      return new TextEncoder().encode(`\ufeff${content}`)
    case 'utf-16le':
      return new Uint8Array(Buffer.from(`\ufeff${content}`, 'utf16le'))
    case 'utf-16be':
      return new Uint8Array(Buffer.from(`\ufeff${content}`, 'utf16le').swap16())
    case '1252':
      return isLatin1 ? new Uint8Array(Buffer.from(content, 'latin1')) : new TextEncoder().encode(content)
    default:
      return new TextEncoder().encode(content)
  }
}
