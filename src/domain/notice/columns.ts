import { cents } from '../money.ts'
import { MEMO_CODES, ordersOfMemoCode } from '../order/memo-code.ts'
import { splitDescription } from './description.ts'
import { MOST_NOTICES, type NoticeTextRefusal, type ReadNotice, type ReadNotices, tidy, tidySource } from './notice.ts'
import { readAmount, type SignedAmount } from './read-amount.ts'
import { readDate } from './read-date.ts'

export const columnRoles = ['date', 'amount', 'credit', 'debit', 'kind', 'payer', 'memo', 'id'] as const
export type ColumnRole = (typeof columnRoles)[number]

/** Which column, from 0, holds what. A bank has one signed `amount`, or `credit` beside `debit`. */
export type Columns = Partial<Record<ColumnRole, number>>

export type ColumnGuess = {
  columns: Columns
  /** The heading's record, from 0; -1 where the file has none. */
  headingAt: number
  /** From 0 to 1: below 1, staff should look before they import. */
  confidence: number
}

export type CsvLine = { line: number; cells: readonly string[] }

/** What banks call their columns, by how surely it is the one. Compared as small letters without other signs. */
const NAMES: Record<ColumnRole, readonly string[]> = {
  date: [
    ...['date', 'posting date', 'posted date', 'post date', 'transaction date', 'trans date', 'booking date'],
    ...['value date', 'effective date', 'date posted', 'payment date', 'datetime'],
  ],
  credit: [
    'credit',
    'credits',
    'credit amount',
    'deposit',
    'deposits',
    'money in',
    'paid in',
    'amount credit',
    'deposits credits',
  ],
  debit: [
    ...['debit', 'debits', 'debit amount', 'withdrawal', 'withdrawals', 'money out', 'paid out', 'amount debit'],
    'withdrawals debits',
  ],
  amount: ['amount', 'transaction amount', 'amount usd', 'net amount', 'payment amount', 'value', 'net', 'gross'],
  kind: ['details', 'type', 'transaction type', 'dr cr', 'cr dr', 'debit credit', 'credit debit', 'indicator'],
  payer: [
    ...[
      'payer',
      'from',
      'sender',
      'name',
      'payee',
      'received from',
      'paid by',
      'counterparty',
      'customer',
      'sender name',
    ],
    'payer name',
  ],
  memo: [
    ...[
      'memo',
      'message',
      'note',
      'notes',
      'remarks',
      'extended description',
      'description',
      'transaction description',
    ],
    ...['original description', 'narrative', 'particulars', 'text'],
  ],
  id: [
    ...[
      'fitid',
      'transaction id',
      'reference number',
      'confirmation number',
      'confirmation',
      'bank reference',
      'bank id',
    ],
    ...['reference', 'ref', 'trace number', 'id', 'transaction number', 'check or slip', 'unique id'],
  ],
}

const LOOKED_AT = 50
const plain = (cell: string): string =>
  cell
    .toLowerCase()
    .slice(0, 60)
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .join(' ')

/** Reads headings first, then what the cells hold where no heading says. Staff may correct it. */
export function guessColumns(lines: readonly CsvLine[], today: string): ColumnGuess {
  const headings = lines.slice(0, 20).map(({ cells }) => namedColumns(cells))
  const headingAt = headings.findIndex((named) => Object.keys(named).length >= 2)
  const columns: Columns = { ...(headingAt >= 0 ? headings[headingAt] : {}) }
  const named = new Set(Object.keys(columns))
  const sample = lines.slice(headingAt + 1, headingAt + 1 + LOOKED_AT)
  fillFromContent(columns, sample, today)
  return { columns, headingAt, confidence: confidenceOf(columns, named, sample, today) }
}

function namedColumns(cells: readonly string[]): Columns {
  const names = cells.slice(0, 60).map(plain)
  const columns: Columns = {}
  const taken = new Set<number>()
  for (const role of ['date', 'credit', 'debit', 'amount', 'kind', 'payer', 'memo', 'id'] as const) {
    // In the order of the list: a posting date goes before a value date.
    const index = NAMES[role]
      .map((name) => names.findIndex((cell, at) => cell === name && !taken.has(at)))
      .find((at) => at >= 0)
    if (index === undefined) continue
    columns[role] = index
    taken.add(index)
  }
  return columns
}

function fillFromContent(columns: Columns, sample: readonly CsvLine[], today: string): void {
  const width = Math.min(60, Math.max(0, ...sample.map(({ cells }) => cells.length)))
  const taken = new Set(Object.values(columns))
  const free = () => [...new Array(width).keys()].filter((index) => !taken.has(index))
  const share = (index: number, holds: (cell: string) => boolean) =>
    sample.length === 0 ? 0 : sample.filter(({ cells }) => holds(cells[index] ?? '')).length / sample.length
  const take = (role: ColumnRole, index: number | undefined) => {
    if (index === undefined) return
    columns[role] = index
    taken.add(index)
  }
  if (columns.date === undefined)
    take(
      'date',
      free().find((index) => share(index, (cell) => readDate(cell, today) !== undefined) > 0.8),
    )
  if (columns.amount === undefined && columns.credit === undefined) {
    // The first of several: the others are running balances.
    take(
      'amount',
      free().find((index) => share(index, (cell) => isMoney(cell)) > 0.8),
    )
  }
  if (columns.memo === undefined && columns.payer === undefined) {
    const lengths = free().map((index) => ({
      index,
      length: sample.reduce((sum, { cells }) => sum + (cells[index] ?? '').trim().length, 0),
    }))
    take('memo', lengths.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0]?.index)
  }
}

const isMoney = (cell: string): boolean => cell.includes('.') && readAmount(cell) !== undefined

function confidenceOf(columns: Columns, named: ReadonlySet<string>, sample: readonly CsvLine[], today: string): number {
  const amounts = [columns.amount, columns.credit, columns.debit].filter((index) => index !== undefined)
  if (columns.date === undefined || amounts.length === 0 || sample.length === 0) return 0
  const readable = sample.filter(
    ({ cells }) =>
      readDate(cells[columns.date as number] ?? '', today) !== undefined &&
      amounts.some((index) => readAmount(cells[index] ?? '') !== undefined),
  ).length
  const roles = [
    'date',
    ...(columns.amount === undefined ? ['credit'] : ['amount']),
    columns.payer === undefined ? 'memo' : 'payer',
  ]
  const byName = roles.filter((role) => named.has(role)).length / roles.length
  return Math.round((readable / sample.length) * (0.6 + 0.4 * byName) * 100) / 100
}

/** Puts what staff said over the guess; a column that they give to another role leaves its own. */
export function correctColumns(guess: Columns, said: Columns): Columns {
  const given = new Set(Object.values(said))
  const rest = Object.entries(guess).filter(([, index]) => !given.has(index))
  const corrected: Columns = { ...Object.fromEntries(rest), ...said }
  if (said.amount !== undefined && said.credit === undefined) {
    delete corrected.credit
    delete corrected.debit
  }
  if (said.credit !== undefined && said.amount === undefined) delete corrected.amount
  return corrected
}

/** The rows' notices; those that cannot be read are told, with their lines. */
export function readColumns(
  lines: readonly CsvLine[],
  { columns, headingAt }: Pick<ColumnGuess, 'columns' | 'headingAt'>,
  today: string,
): ReadNotices | NoticeTextRefusal {
  const read: ReadNotices = { notices: [], skipped: [] }
  for (const { line, cells } of lines.slice(headingAt + 1)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const source = tidySource(cells.join(', '))
    const cell = (role: ColumnRole) => (columns[role] === undefined ? '' : tidy(cells[columns[role]] ?? ''))
    const amount = amountOf(columns, cell)
    if (amount === undefined) {
      read.skipped.push({ line, reason: 'no_amount', source })
      continue
    }
    if (amount <= 0) {
      read.skipped.push({ line, reason: 'debit', source })
      continue
    }
    const date = readDate(cell('date'), today)
    if (date === undefined) {
      read.skipped.push({ line, reason: 'no_date', source })
      continue
    }
    const said = cell('payer') === '' ? splitDescription(cell('memo')) : { payer: cell('payer'), memo: cell('memo') }
    const bankId = cell('id') === '' ? undefined : cell('id')
    read.notices.push({ line, amountCents: amount, date, payer: said.payer, memo: said.memo, bankId, source })
    if (read.notices.length > MOST_NOTICES) return { code: 'too_many', line, most: MOST_NOTICES }
  }
  const heading = columns.id === undefined ? '' : plain(lines[headingAt]?.cells[columns.id] ?? '')
  return holdsIds(read.notices, heading) ? read : { ...read, notices: read.notices.map(withIdAsMemo) }
}

/** What the payer may have written, for all that the heading says. */
const REFERENCES = ['reference', 'ref']

/**
 * Whether what stands in the column of ids tells the file's notices apart (docs/back-office §3, Notices). A bank that
 * lists a payment twice says the same of it twice; one reference for two payments is remittance text, as the codes that
 * buyers write are.
 */
function holdsIds(notices: readonly ReadNotice[], heading: string): boolean {
  const seen = new Map<string, string>()
  let codes = 0
  for (const { bankId, amountCents, date, payer, memo } of notices) {
    if (bankId === undefined) continue
    const said = JSON.stringify([date, amountCents, payer, memo])
    const before = seen.get(bankId)
    if (before !== undefined && (before !== said || REFERENCES.includes(heading))) return false
    if (before === undefined && ordersOfMemoCode(bankId, MEMO_CODES).length > 0) codes++
    seen.set(bankId, said)
  }
  return codes === 0 || codes * 2 < seen.size
}

const withIdAsMemo = (notice: ReadNotice): ReadNotice => ({
  ...notice,
  memo: tidy(`${notice.memo} ${notice.bankId ?? ''}`),
  bankId: undefined,
})

function amountOf(columns: Columns, cell: (role: ColumnRole) => string): SignedAmount | undefined {
  if (columns.amount !== undefined) {
    const amount = readAmount(cell('amount'))
    const isDebit = /^(?:debit|dr|d|withdrawal)$/.test(cell('kind').toLowerCase().slice(0, 20))
    return amount !== undefined && isDebit && amount > 0 ? cents(0 - amount) : amount
  }
  const credit = readAmount(cell('credit'))
  if (credit !== undefined && credit !== 0) return credit
  const debit = readAmount(cell('debit'))
  return debit === undefined ? undefined : cents(0 - Math.abs(debit))
}
