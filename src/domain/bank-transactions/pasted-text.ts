import { addDays } from '#domain/calendar/banking-day.ts'
import { detectSeparator } from '#domain/text/decode-text.ts'
import { type CsvLine, parseBankTable } from './bank-table.ts'
import { guessColumns } from './columns.ts'
import { findForeignInText } from './currency.ts'
import { splitDescription } from './description.ts'
import { assessKind, assessText, combineEvidence, decideDirection, type Evidence, toEvidence } from './direction.ts'
import { findBankId } from './inline-fields.ts'
import {
  addHeading,
  beginMail,
  type DateContext,
  isHeadingOf,
  isRepeatedSubject,
  type Label,
  MAX_MAIL_LINES,
  type Mail,
  readDetailLine,
} from './mail-text.ts'
import {
  cleanSource,
  MAX_BANK_TRANSACTIONS,
  MAX_TEXT_LENGTH,
  type ParsedTransaction,
  type ParsedTransactions,
  type SkippedRow,
  type SkipReason,
  type TransactionTextRefusal,
} from './parsed-transaction.ts'
import { looksLikeAmount, type ParsedAmount, parseAmount, readAmount } from './read-amount.ts'
import { readColumns } from './read-columns.ts'
import { detectDayOrder, findDate, readDate } from './read-date.ts'
import { findSettlementInText, matchUnsettledCell } from './settlement.ts'
import { type Line, splitMailLines } from './split-mail-lines.ts'

const MAX_LINE_LENGTH = 4_000

/**
 * Reads text pasted by staff: emails of several banks and of Zelle (`You received $123.45 from ANA REYES, memo
 * K7QM2X`), and lines of online statements whose columns are separated by tabs, several spaces or one (docs/back-office
 * §3, Notices). `today` (`YYYY-MM-DD`) resolves dates without a year.
 */
export function readPastedText(text: string, today: string): ParsedTransactions | TransactionTextRefusal {
  if (text.length > MAX_TEXT_LENGTH) return { code: 'too_long', max: MAX_TEXT_LENGTH }
  const table = readTable(text, today)
  if (table) return table
  const lines = splitMailLines(text)
  const dateContext: DateContext = {
    today,
    order: detectDayOrder(lines.flatMap(({ text }) => text.slice(0, MAX_LINE_LENGTH).split(/\s/))),
  }
  const parsed: ParsedTransactions = { notices: [], skipped: [] }
  /** Statement lines whose direction can only be inferred from the signs of other lines. */
  const unsigned = new Set<ParsedTransaction>()
  const signs = new Set<string>()
  let mail: Mail | undefined
  let label: Label | undefined
  let sent: string | undefined
  const addResult = (result: ParsedTransaction | SkippedRow | undefined) => {
    if (!result) return
    if ('reason' in result) parsed.skipped.push(result)
    else parsed.notices.push(result)
  }
  const finishMail = () => {
    if (mail) addResult(parseMail({ ...mail, date: mail.date ?? (sent && findDate(sent, today, true)?.date) }, today))
    mail = undefined
    label = undefined
  }
  for (const line of lines) {
    if (parsed.notices.length >= MAX_BANK_TRANSACTIONS)
      return { code: 'too_many_transactions', line: line.line, max: MAX_BANK_TRANSACTIONS }
    if (line.isStart) {
      finishMail()
      sent = line.sent
    }
    if (line.text.trim() === '') continue
    if (line.text.length > MAX_LINE_LENGTH) {
      finishMail()
      parsed.skipped.push(toSkippedRow('unreadable', line))
      continue
    }
    const entry = readStatementLine(line, dateContext)
    if (entry) {
      finishMail()
      for (const sign of entry.signs) signs.add(sign)
      if (entry.isUnsigned && !('reason' in entry.outcome)) unsigned.add(entry.outcome)
      addResult(entry.outcome)
      continue
    }
    const newMail = beginMail(line, dateContext)
    if (newMail && !(mail && isRepeatedSubject(mail, newMail))) {
      const heading = mail && isHeadingOf(mail, newMail) ? mail : undefined
      if (!heading) finishMail()
      mail = heading ? addHeading(newMail, heading) : newMail
      label = undefined
      continue
    }
    if (mail && line.line - mail.line <= MAX_MAIL_LINES) label = readDetailLine(mail, line.text, label, dateContext)
    else if (line.text.split(/\s/).some(looksLikeAmount)) parsed.skipped.push(toSkippedRow('unreadable', line))
  }
  finishMail()
  if (signs.has('out') && !signs.has('in')) for (const transaction of unsigned) delete transaction.isUnconfirmed
  return parsed.notices.length + parsed.skipped.length === 0 ? { code: 'no_transactions_found' } : parsed
}

const toSkippedRow = (
  reason: SkipReason,
  { line, text }: { line: number; text: string },
  detail?: string,
): SkippedRow => ({
  line,
  reason,
  source: cleanSource(text),
  ...(detail !== undefined && { detail }),
})

/** Reads a copied table with its heading like a file, if the heading names a date and an amount. */
function readTable(text: string, today: string): ParsedTransactions | TransactionTextRefusal | undefined {
  if (text.trim() === '') return undefined
  const separator = detectSeparator(text)
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.some((line) => line.length > MAX_LINE_LENGTH || (line.trim() !== '' && !line.includes(separator))))
    return undefined
  // Cells copied from a page are not quoted.
  const rows: CsvLine[] =
    separator === '\t'
      ? lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ line: index + 1, cells: line.split('\t') }]))
      : parseBankTable(text)
  const guess = guessColumns(rows, today)
  const isTable = guess.headingAt >= 0 ? guess.confidence > 0 : separator !== '\t' && rows.every(startsWithDay)
  return isTable ? readColumns(rows, guess, today) : undefined
}

/** A row of a table without a heading. */
const startsWithDay = ({ cells }: CsvLine): boolean =>
  cells.length > 2 && /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}$/.test((cells[0] ?? '').trim())

/** `isUnsigned`: nothing in the line itself reveals the direction. */
type Entry = { outcome: ParsedTransaction | SkippedRow; signs: readonly string[]; isUnsigned: boolean }

/** A statement line begins with a day and has an amount after it, mostly at the end. */
function readStatementLine({ line, text }: Line, dateContext: DateContext): Entry | undefined {
  const cells = splitCells(text)
  const [first = '', ...others] = cells
  const date = cells.length > 2 ? readDate(first, dateContext.today, dateContext.order) : undefined
  if (date === undefined) return readSpacedLine({ line, text }, dateContext)
  const amounts = others.flatMap((cell, index) =>
    looksLikeAmount(cell) || (text.includes('\t') && isPlainAmount(cell)) ? [index] : [],
  )
  const [index] = amounts
  if (index === undefined) {
    const foreign = findForeignInText(others.join(' '))
    return foreign === undefined
      ? undefined
      : { outcome: toSkippedRow('currency', { line, text }, foreign), signs: [], isUnsigned: false }
  }
  const amount = parseAmount(others[index] as string) as ParsedAmount
  const texts = others.filter(
    (cell, index) => !amounts.includes(index) && readDate(cell, dateContext.today, dateContext.order) === undefined,
  )
  return createEntry({ line, text }, dateContext, date, amount, texts)
}

const isPlainAmount = (cell: string): boolean => cell.includes('.') && readAmount(cell) !== undefined

/** Split at tabs, or at two or more spaces. */
function splitCells(text: string): string[] {
  const cells = text.includes('\t') ? text.split('\t') : text.split('  ')
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

/** `11/20 ZELLE FROM ANA REYES K7QM2X 123.45 5,123.45`: single spaces everywhere. */
function readSpacedLine({ line, text }: Line, dateContext: DateContext): Entry | undefined {
  const words = text.split(/\s/).filter((word) => word !== '')
  const [first = ''] = words
  const beginning = words.slice(0, 4).join(' ')
  const leadingDate = /^[\d('"]|^[A-Za-z]{3}/.test(first)
    ? findDate(beginning, dateContext.today, true, dateContext.order)
    : undefined
  if (!leadingDate || leadingDate.words > 4) return undefined
  if (readDate(words.slice(0, leadingDate.words).join(' '), dateContext.today, dateContext.order) === undefined)
    return undefined
  const rest = words.slice(leadingDate.words)
  let end = rest.length
  // The amount and possibly the balance after it; a sign may be separate.
  while (end > 0 && (looksLikeAmount(rest[end - 1] as string) || isSign(rest[end - 1] as string))) end--
  if (end === rest.length) return undefined
  const numbers = rest.slice(end)
  const index = numbers.findIndex(looksLikeAmount)
  if (index < 0) return undefined
  // With two amounts, a sign after the second one belongs to a balance.
  const separateSigns = [numbers[index - 1], numbers[index + 1]]
    .filter((word) => word !== undefined && isSign(word))
    .join(' ')
  const amount = parseAmount(
    `${numbers[index]} ${/DR/.test(separateSigns) ? 'DR' : /CR/.test(separateSigns) ? 'CR' : ''}`,
  )
  const sign = numbers[index - 1] === '-' ? ['out' as const] : numbers[index - 1] === '+' ? ['in' as const] : []
  if (!amount) return undefined
  return createEntry({ line, text }, dateContext, leadingDate.date, { ...amount, signs: [...amount.signs, ...sign] }, [
    rest.slice(0, end).join(' '),
  ])
}

const isSign = (word: string): boolean => ['+', '-', 'CR', 'DR'].includes(word)

function createEntry(
  { line, text }: Line,
  { today }: DateContext,
  date: string,
  amount: ParsedAmount,
  cells: readonly string[],
): Entry {
  const description = cells.join(' ')
  const textEvidence = combineEvidence(assessText(description), ...cells.map(assessKind), ...cells.map(assessText))
  const evidence: Evidence = combineEvidence(textEvidence, ...amount.signs.map(toEvidence))
  const toEntry = (result: ParsedTransaction | SkippedRow, isUnsigned = false): Entry => ({
    outcome: result,
    signs: amount.signs,
    isUnsigned,
  })
  if (amount.cents === 0) return toEntry(toSkippedRow('no_amount', { line, text }))
  const states = [findSettlementInText(description), ...cells.map(findSettlementInText)]
  const unsettled =
    cells.map(matchUnsettledCell).find(Boolean) ??
    states.flatMap((state) => (state?.kind === 'unsettled' ? [state.word] : []))[0]
  if (unsettled !== undefined) return toEntry(toSkippedRow('unsettled', { line, text }, unsettled))
  const foreign = findForeignInText(text)
  if (foreign !== undefined) return toEntry(toSkippedRow('currency', { line, text }, foreign))
  const direction = decideDirection(evidence)
  if (direction === 'out') return toEntry(toSkippedRow('debit', { line, text }))
  if (date > addDays(today, 1)) return toEntry(toSkippedRow('future', { line, text }, date))
  const isDoubtful = evidence.isDoubtful || states.some((state) => state?.kind === 'doubtful')
  const { payer, memo } = splitDescription(description)
  const transaction: ParsedTransaction = {
    line,
    amountCents: amount.cents,
    date,
    payer,
    memo,
    bankId: findBankId(description),
    source: cleanSource(text),
    ...((direction === 'unclear' || isDoubtful) && { isUnconfirmed: true as const }),
  }
  return toEntry(transaction, !evidence.in && !evidence.out && !isDoubtful)
}

function parseMail(mail: Mail, today: string): ParsedTransaction | SkippedRow | undefined {
  const { line, amountCents, date, payer, memo, bankId, settlement, foreign, evidence } = mail
  const source = { line, text: mail.source.join(' ') }
  if (settlement?.kind === 'unsettled') return toSkippedRow('unsettled', source, settlement.word)
  if (foreign !== undefined) return toSkippedRow('currency', source, foreign)
  const direction = decideDirection(evidence)
  if (direction === 'out') return amountCents > 0 ? toSkippedRow('debit', source) : undefined
  if (amountCents === 0) return payer === '' ? undefined : toSkippedRow('no_amount', source)
  if (date !== undefined && date > addDays(today, 1)) return toSkippedRow('future', source, date)
  const isUnconfirmed = direction === 'unclear' || settlement?.kind === 'doubtful'
  return {
    line,
    amountCents: amountCents as ParsedTransaction['amountCents'],
    date,
    payer,
    memo,
    bankId,
    source: cleanSource(source.text),
    ...(isUnconfirmed && { isUnconfirmed }),
  }
}
