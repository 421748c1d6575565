import { addDays } from '#domain/calendar/banking-day.ts'
import { cents } from '#domain/money/money.ts'
import { MEMO_CODES, ordersOfPaymentReference } from '#domain/orders/payment-reference.ts'
import type { CsvLine } from './bank-table.ts'
import { splitDescription } from './description.ts'
import { combine, decide, evidenceOfKind, evidenceOfText } from './direction.ts'
import { type ColumnRole, type Columns, namedColumns, plain } from './headings.ts'
import {
  LONGEST_MEMO,
  MAX_NOTICES,
  type NoticeTextRefusal,
  type ReadNotice,
  type ReadNotices,
  type SkippedRow,
  tidy,
  tidySource,
} from './notice.ts'
import { readDate } from './read-date.ts'
import { moneyOfRow } from './row-money.ts'
import { shapeFaultOf } from './row-shape.ts'
import { currencyOfRow, settlementOfRow, textsOf } from './row-texts.ts'
import { settlementOfState, unsettledCell } from './settlement.ts'
import { type TableFacts, tableFactsOf } from './table-facts.ts'

/** `ignored`: columns that staff marked as unused. */
type Where = { columns: Columns; headingAt: number; ignored?: readonly number[] }

/**
 * Reads the rows' bank transactions; rows that cannot be parsed, or are not incoming money, are reported with their
 * lines.
 */
export function readColumns(
  lines: readonly CsvLine[],
  { columns, headingAt, ignored = [] }: Where,
  today: string,
): ReadNotices | NoticeTextRefusal {
  const facts = tableFactsOf(lines, { columns, headingAt, ignored }, today)
  const read: ReadNotices = { notices: [], skipped: [] }
  /** A separate line that applies to the rows below it: `Pending transactions`. */
  let section: string | undefined
  let isOtherTable = false
  for (const row of lines.slice(headingAt + 1)) {
    const filled = row.cells.filter((cell) => cell.trim() !== '')
    if (filled.length === 0) continue
    if (filled.length === 1) {
      const settlement = settlementOfState(filled[0] as string, '')
      if (settlement?.kind === 'settled') section = undefined
      else if (settlement?.kind === 'unsettled') section = unsettledCell(filled[0] as string)
    } else if (isSameHeading(row.cells, facts.headings)) {
      isOtherTable = false
      continue
    } else if (Object.keys(namedColumns(row.cells, today)).length >= 2) isOtherTable = true
    const outcome = isOtherTable || row.isSpoiled ? skip(row, 'unreadable') : readRow(row, facts, section)
    if ('reason' in outcome) read.skipped.push(outcome)
    else read.notices.push(outcome)
    if (read.notices.length > MAX_NOTICES) return { code: 'too_many', line: row.line, most: MAX_NOTICES }
  }
  const heading = columns.id === undefined ? '' : (facts.headings[columns.id] ?? '')
  return {
    ...read,
    notices: holdsIds(read.notices, heading) ? read.notices.map(withCodeOfId) : read.notices.map(withIdAsMemo),
  }
}

const isSameHeading = (cells: readonly string[], headings: readonly string[]): boolean =>
  headings.length > 0 && cells.every((cell, at) => plain(cell) === (headings[at] ?? ''))

const skip = ({ line, cells }: CsvLine, reason: SkippedRow['reason'], detail?: string): SkippedRow => ({
  line,
  reason,
  source: tidySource(cells.join(', ')),
  ...(detail !== undefined && { detail: tidy(detail, 60) }),
})

function readRow(row: CsvLine, facts: TableFacts, section: string | undefined): ReadNotice | SkippedRow {
  const { columns, today } = facts
  const cell = (role: ColumnRole) => (columns[role] === undefined ? '' : tidy(row.cells[columns[role]] ?? ''))
  const fault = shapeFaultOf(row, facts)
  if (fault === 'thousands' || fault === 'shifted') return skip(row, fault)
  const money = moneyOfRow(row, facts)
  const foreign = currencyOfRow(row, facts)
  if (money === undefined) return foreign === undefined ? skip(row, 'no_amount') : skip(row, 'currency', foreign)
  if (money === 'shifted') return skip(row, 'shifted')
  const settlement = section === undefined ? settlementOfRow(row, facts) : { kind: 'unsettled' as const, word: section }
  if (settlement?.kind === 'unsettled') return skip(row, 'unsettled', settlement.word)
  if (foreign !== undefined) return skip(row, 'currency', foreign)
  if (money.cents === 0) return skip(row, 'debit')

  const texts = textsOf(row, facts)
  const direction = decide(combine(money.evidence, ...row.cells.map((_, at) => evidenceOfCell(row, at, facts))))
  if (direction === 'out') return skip(row, 'debit')
  const date = readDate(cell('date'), today, facts.dayOrder)
  if (date === undefined) return skip(row, 'no_date')
  if (date > addDays(today, 1)) return skip(row, 'future', cell('date'))

  const isUndecided =
    direction === 'undecided' || settlement?.kind === 'doubtful' || fault === 'doubtful' || money.isDoubtful
  const keyed = cell('payer') === '' ? splitDescription(cell('memo')) : { payer: cell('payer'), memo: cell('memo') }
  const memo = tidy(texts.join(' '), LONGEST_MEMO)
  const payer = cell('payer') || keyed.payer || texts.map((text) => splitDescription(text).payer).find(Boolean) || ''
  return {
    line: row.line,
    amountCents: cents(money.cents),
    date,
    payer,
    memo,
    bankId: cell('id') === '' ? undefined : cell('id'),
    source: tidySource(row.cells.join(', ')),
    ...(isUndecided && { isUndecided }),
    ...((payer !== keyed.payer || memo !== keyed.memo) && { keyed }),
  }
}

function evidenceOfCell({ cells }: CsvLine, at: number, facts: TableFacts) {
  const { columns } = facts
  const cell = cells[at] ?? ''
  if (facts.isSilent(at)) return NOTHING
  const short = facts.shortKinds.get(at)?.(cell)
  if (short) return { ...NOTHING, [short]: true }
  const kind = evidenceOfKind(cell)
  // A payer's name may be `Deposit`, so the payer column is not evidence.
  if (at === columns.payer) return NOTHING
  return combine(kind, evidenceOfText(cell))
}
const NOTHING = { in: false, out: false, isDoubtful: false }

/** Headings of columns that the payer may have written. */
const REFERENCES = ['reference', 'ref']

/**
 * Returns whether the id column is unique per bank transaction (docs/back-office §3, Notices). A bank that lists a
 * payment twice repeats all of its fields; one reference for two different payments is remittance text, such as a
 * buyer's payment reference.
 */
function holdsIds(notices: readonly ReadNotice[], heading: string): boolean {
  const seen = new Map<string, string>()
  let codes = 0
  for (const { bankId, amountCents, date, payer, memo } of notices) {
    if (bankId === undefined) continue
    const said = JSON.stringify([date, amountCents, payer, memo])
    const before = seen.get(bankId)
    if (before !== undefined && (before !== said || REFERENCES.includes(heading))) return false
    if (before === undefined && isCode(bankId)) codes++
    seen.set(bankId, said)
  }
  return codes === 0 || codes * 2 < seen.size
}

const isCode = (text: string): boolean => ordersOfPaymentReference(text, MEMO_CODES).length > 0

function withIdAsMemo(notice: ReadNotice): ReadNotice {
  const { keyed, bankId } = notice
  const withId = (memo: string, limit?: number) => tidy(`${memo} ${bankId ?? ''}`, limit)
  return {
    ...notice,
    memo: withId(notice.memo, LONGEST_MEMO),
    bankId: undefined,
    ...(keyed && { keyed: { ...keyed, memo: withId(keyed.memo) } }),
  }
}

/** Also searches the bank's number for a payment reference. */
function withCodeOfId(notice: ReadNotice): ReadNotice {
  const { bankId, payer, memo, keyed } = notice
  return bankId !== undefined && isCode(bankId)
    ? { ...notice, memo: tidy(`${memo} ${bankId}`, LONGEST_MEMO), keyed: keyed ?? { payer, memo } }
    : notice
}
