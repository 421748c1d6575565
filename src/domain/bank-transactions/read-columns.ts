import { addDays } from '#domain/calendar/banking-day.ts'
import { cents } from '#domain/money/money.ts'
import { decodePaymentReference, REFERENCE_COUNT } from '#domain/orders/payment-reference.ts'
import type { CsvLine } from './bank-table.ts'
import { splitDescription } from './description.ts'
import { assessKind, assessText, combineEvidence, decideDirection } from './direction.ts'
import { type ColumnRole, type Columns, matchHeadings, normalizeHeading } from './headings.ts'
import {
  cleanLine,
  cleanSource,
  MAX_BANK_TRANSACTIONS,
  MAX_MEMO_LENGTH,
  type ParsedTransaction,
  type ParsedTransactions,
  type SkippedRow,
  type TransactionTextRefusal,
} from './parsed-transaction.ts'
import { readDate } from './read-date.ts'
import { readRowAmount } from './row-amount.ts'
import { findShapeError } from './row-shape.ts'
import { collectTexts, findRowCurrency, findRowSettlement } from './row-texts.ts'
import { matchUnsettledCell, parseSettlementState } from './settlement.ts'
import { profileTable, type TableProfile } from './table-profile.ts'

/** `ignored`: columns that staff marked as unused. */
type TableLayout = { columns: Columns; headingAt: number; ignored?: readonly number[] }

/**
 * Reads the rows' bank transactions; rows that cannot be parsed, or are not incoming money, are reported with their
 * lines.
 */
export function readColumns(
  lines: readonly CsvLine[],
  { columns, headingAt, ignored = [] }: TableLayout,
  today: string,
): ParsedTransactions | TransactionTextRefusal {
  const profile = profileTable(lines, { columns, headingAt, ignored }, today)
  const parsed: ParsedTransactions = { notices: [], skipped: [] }
  /** A separate line that applies to the rows below it: `Pending transactions`. */
  let section: string | undefined
  let isOtherTable = false
  for (const row of lines.slice(headingAt + 1)) {
    const filled = row.cells.filter((cell) => cell.trim() !== '')
    if (filled.length === 0) continue
    if (filled.length === 1) {
      const settlement = parseSettlementState(filled[0] as string, '')
      if (settlement?.kind === 'settled') section = undefined
      else if (settlement?.kind === 'unsettled') section = matchUnsettledCell(filled[0] as string)
    } else if (isSameHeading(row.cells, profile.headings)) {
      isOtherTable = false
      continue
    } else if (Object.keys(matchHeadings(row.cells, today)).length >= 2) isOtherTable = true
    const result = isOtherTable || row.isSpoiled ? toSkippedRow(row, 'unreadable') : readRow(row, profile, section)
    if ('reason' in result) parsed.skipped.push(result)
    else parsed.notices.push(result)
    if (parsed.notices.length > MAX_BANK_TRANSACTIONS)
      return { code: 'too_many_transactions', line: row.line, max: MAX_BANK_TRANSACTIONS }
  }
  const heading = columns.id === undefined ? '' : (profile.headings[columns.id] ?? '')
  return {
    ...parsed,
    notices: hasUniqueIds(parsed.notices, heading)
      ? parsed.notices.map(addReferenceFromId)
      : parsed.notices.map(moveIdToMemo),
  }
}

const isSameHeading = (cells: readonly string[], headings: readonly string[]): boolean =>
  headings.length > 0 && cells.every((cell, index) => normalizeHeading(cell) === (headings[index] ?? ''))

const toSkippedRow = ({ line, cells }: CsvLine, reason: SkippedRow['reason'], detail?: string): SkippedRow => ({
  line,
  reason,
  source: cleanSource(cells.join(', ')),
  ...(detail !== undefined && { detail: cleanLine(detail, 60) }),
})

function readRow(row: CsvLine, profile: TableProfile, section: string | undefined): ParsedTransaction | SkippedRow {
  const { columns, today } = profile
  const cell = (role: ColumnRole) => (columns[role] === undefined ? '' : cleanLine(row.cells[columns[role]] ?? ''))
  const shapeError = findShapeError(row, profile)
  if (shapeError === 'thousands' || shapeError === 'shifted') return toSkippedRow(row, shapeError)
  const money = readRowAmount(row, profile)
  const foreign = findRowCurrency(row, profile)
  if (money === undefined)
    return foreign === undefined ? toSkippedRow(row, 'no_amount') : toSkippedRow(row, 'currency', foreign)
  if (money === 'shifted') return toSkippedRow(row, 'shifted')
  const settlement =
    section === undefined ? findRowSettlement(row, profile) : { kind: 'unsettled' as const, word: section }
  if (settlement?.kind === 'unsettled') return toSkippedRow(row, 'unsettled', settlement.word)
  if (foreign !== undefined) return toSkippedRow(row, 'currency', foreign)
  if (money.cents === 0) return toSkippedRow(row, 'debit')

  const texts = collectTexts(row, profile)
  const direction = decideDirection(
    combineEvidence(money.evidence, ...row.cells.map((_, index) => assessCell(row, index, profile))),
  )
  if (direction === 'out') return toSkippedRow(row, 'debit')
  const date = readDate(cell('date'), today, profile.dayOrder)
  if (date === undefined) return toSkippedRow(row, 'no_date')
  if (date > addDays(today, 1)) return toSkippedRow(row, 'future', cell('date'))

  const isUnconfirmed =
    direction === 'unclear' || settlement?.kind === 'doubtful' || shapeError === 'doubtful' || money.isDoubtful
  const keyed = cell('payer') === '' ? splitDescription(cell('memo')) : { payer: cell('payer'), memo: cell('memo') }
  const memo = cleanLine(texts.join(' '), MAX_MEMO_LENGTH)
  const payer = cell('payer') || keyed.payer || texts.map((text) => splitDescription(text).payer).find(Boolean) || ''
  return {
    line: row.line,
    amountCents: cents(money.cents),
    date,
    payer,
    memo,
    bankId: cell('id') === '' ? undefined : cell('id'),
    source: cleanSource(row.cells.join(', ')),
    ...(isUnconfirmed && { isUnconfirmed }),
    ...((payer !== keyed.payer || memo !== keyed.memo) && { keyed }),
  }
}

function assessCell({ cells }: CsvLine, index: number, profile: TableProfile) {
  const { columns } = profile
  const cell = cells[index] ?? ''
  if (profile.isSilent(index)) return NO_EVIDENCE
  const short = profile.shortKinds.get(index)?.(cell)
  if (short) return { ...NO_EVIDENCE, [short]: true }
  const kind = assessKind(cell)
  // A payer's name may be `Deposit`, so the payer column is not evidence.
  if (index === columns.payer) return NO_EVIDENCE
  return combineEvidence(kind, assessText(cell))
}
const NO_EVIDENCE = { in: false, out: false, isDoubtful: false }

/** Headings of columns that the payer may have written. */
const REFERENCES = ['reference', 'ref']

/**
 * Returns whether the id column is unique per bank transaction (docs/back-office §3, Notices). A bank that lists a
 * payment twice repeats all of its fields; one reference for two different payments is remittance text, such as a
 * buyer's payment reference.
 */
function hasUniqueIds(transactions: readonly ParsedTransaction[], heading: string): boolean {
  const contentById = new Map<string, string>()
  let codes = 0
  for (const { bankId, amountCents, date, payer, memo } of transactions) {
    if (bankId === undefined) continue
    const content = JSON.stringify([date, amountCents, payer, memo])
    const previous = contentById.get(bankId)
    if (previous !== undefined && (previous !== content || REFERENCES.includes(heading))) return false
    if (previous === undefined && isCode(bankId)) codes++
    contentById.set(bankId, content)
  }
  return codes === 0 || codes * 2 < contentById.size
}

const isCode = (text: string): boolean => decodePaymentReference(text, REFERENCE_COUNT).length > 0

function moveIdToMemo(transaction: ParsedTransaction): ParsedTransaction {
  const { keyed, bankId } = transaction
  const appendId = (memo: string, limit?: number) => cleanLine(`${memo} ${bankId ?? ''}`, limit)
  return {
    ...transaction,
    memo: appendId(transaction.memo, MAX_MEMO_LENGTH),
    bankId: undefined,
    ...(keyed && { keyed: { ...keyed, memo: appendId(keyed.memo) } }),
  }
}

/** Also searches the bank's number for a payment reference. */
function addReferenceFromId(transaction: ParsedTransaction): ParsedTransaction {
  const { bankId, payer, memo, keyed } = transaction
  return bankId !== undefined && isCode(bankId)
    ? { ...transaction, memo: cleanLine(`${memo} ${bankId}`, MAX_MEMO_LENGTH), keyed: keyed ?? { payer, memo } }
    : transaction
}
