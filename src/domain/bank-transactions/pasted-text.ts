import { addDays } from '#domain/calendar/banking-day.ts'
import { detectSeparator } from '#domain/text/decode-text.ts'
import { type CsvLine, tableOf } from './bank-table.ts'
import { guessColumns } from './columns.ts'
import { foreignInText } from './currency.ts'
import { splitDescription } from './description.ts'
import { combine, decide, type Evidence, evidenceOf, evidenceOfKind, evidenceOfText } from './direction.ts'
import { idIn } from './inline-fields.ts'
import { type Line, linesOfMails } from './mail-lines.ts'
import {
  beginMail,
  type Days,
  isHeadingOf,
  isRepeated,
  type Label,
  MAIL_LINES,
  type Mail,
  readMore,
  withHeading,
} from './mail-text.ts'
import {
  LONGEST_TEXT,
  MAX_NOTICES,
  type NoticeTextRefusal,
  type ReadNotice,
  type ReadNotices,
  type SkippedRow,
  type SkipReason,
  tidySource,
} from './notice.ts'
import { looksLikeAmount, type ParsedAmount, parseAmount, readAmount } from './read-amount.ts'
import { dayOrderOf, findDate, readDate } from './read-date.ts'
import { readColumns } from './read-rows.ts'
import { settlementOfText, unsettledCell } from './settlement.ts'

const LONGEST_LINE = 4_000

/**
 * Reads text pasted by staff: mails of several banks and of Zelle (`You received $123.45 from ANA REYES, memo K7QM2X`),
 * and lines of online statements whose columns are separated by tabs, several spaces or one (docs/back-office §3,
 * Notices). `today` (`YYYY-MM-DD`) resolves dates without a year.
 */
export function readPastedText(text: string, today: string): ReadNotices | NoticeTextRefusal {
  if (text.length > LONGEST_TEXT) return { code: 'too_long', most: LONGEST_TEXT }
  const table = readTable(text, today)
  if (table) return table
  const lines = linesOfMails(text)
  const days: Days = { today, order: dayOrderOf(lines.flatMap(({ text }) => text.slice(0, LONGEST_LINE).split(/\s/))) }
  const read: ReadNotices = { notices: [], skipped: [] }
  /** Statement lines whose direction can only be inferred from the signs of other lines. */
  const unsigned = new Set<ReadNotice>()
  const signs = new Set<string>()
  let mail: Mail | undefined
  let label: Label | undefined
  let sent: string | undefined
  const keep = (outcome: ReadNotice | SkippedRow | undefined) => {
    if (!outcome) return
    if ('reason' in outcome) read.skipped.push(outcome)
    else read.notices.push(outcome)
  }
  const finish = () => {
    if (mail) keep(noticeOf({ ...mail, date: mail.date ?? (sent && findDate(sent, today, true)?.date) }, today))
    mail = undefined
    label = undefined
  }
  for (const line of lines) {
    if (read.notices.length >= MAX_NOTICES) return { code: 'too_many', line: line.line, most: MAX_NOTICES }
    if (line.isStart) {
      finish()
      sent = line.sent
    }
    if (line.text.trim() === '') continue
    if (line.text.length > LONGEST_LINE) {
      finish()
      read.skipped.push(skippedAs('unreadable', line))
      continue
    }
    const entry = readStatementLine(line, days)
    if (entry) {
      finish()
      for (const sign of entry.signs) signs.add(sign)
      if (entry.isUnsigned && !('reason' in entry.outcome)) unsigned.add(entry.outcome)
      keep(entry.outcome)
      continue
    }
    const begun = beginMail(line, days)
    if (begun && !(mail && isRepeated(mail, begun))) {
      const heading = mail && isHeadingOf(mail, begun) ? mail : undefined
      if (!heading) finish()
      mail = heading ? withHeading(begun, heading) : begun
      label = undefined
      continue
    }
    if (mail && line.line - mail.line <= MAIL_LINES) label = readMore(mail, line.text, label, days)
    else if (line.text.split(/\s/).some(looksLikeAmount)) read.skipped.push(skippedAs('unreadable', line))
  }
  finish()
  if (signs.has('out') && !signs.has('in')) for (const notice of unsigned) delete notice.isUndecided
  return read.notices.length + read.skipped.length === 0 ? { code: 'nothing_found' } : read
}

const skippedAs = (
  reason: SkipReason,
  { line, text }: { line: number; text: string },
  detail?: string,
): SkippedRow => ({
  line,
  reason,
  source: tidySource(text),
  ...(detail !== undefined && { detail }),
})

/** Reads a copied table with its heading like a file, if the heading names a date and an amount. */
function readTable(text: string, today: string): ReadNotices | NoticeTextRefusal | undefined {
  if (text.trim() === '') return undefined
  const separator = detectSeparator(text)
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.some((line) => line.length > LONGEST_LINE || (line.trim() !== '' && !line.includes(separator))))
    return undefined
  // Cells copied from a page are not quoted.
  const rows: CsvLine[] =
    separator === '\t'
      ? lines.flatMap((line, at) => (line.trim() === '' ? [] : [{ line: at + 1, cells: line.split('\t') }]))
      : tableOf(text)
  const guess = guessColumns(rows, today)
  const isTable = guess.headingAt >= 0 ? guess.confidence > 0 : separator !== '\t' && rows.every(beginsWithDay)
  return isTable ? readColumns(rows, guess, today) : undefined
}

/** A row of a table without a heading. */
const beginsWithDay = ({ cells }: CsvLine): boolean =>
  cells.length > 2 && /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}$/.test((cells[0] ?? '').trim())

/** `isUnsigned`: nothing in the line itself reveals the direction. */
type Entry = { outcome: ReadNotice | SkippedRow; signs: readonly string[]; isUnsigned: boolean }

/** A statement line begins with a day and has an amount after it, mostly at the end. */
function readStatementLine({ line, text }: Line, days: Days): Entry | undefined {
  const cells = cellsOf(text)
  const [first = '', ...others] = cells
  const date = cells.length > 2 ? readDate(first, days.today, days.order) : undefined
  if (date === undefined) return readSpacedLine({ line, text }, days)
  const amounts = others.flatMap((cell, index) =>
    looksLikeAmount(cell) || (text.includes('\t') && isPlainAmount(cell)) ? [index] : [],
  )
  const [at] = amounts
  if (at === undefined) {
    const foreign = foreignInText(others.join(' '))
    return foreign === undefined
      ? undefined
      : { outcome: skippedAs('currency', { line, text }, foreign), signs: [], isUnsigned: false }
  }
  const amount = parseAmount(others[at] as string) as ParsedAmount
  const said = others.filter(
    (cell, index) => !amounts.includes(index) && readDate(cell, days.today, days.order) === undefined,
  )
  return entryOf({ line, text }, days, date, amount, said)
}

const isPlainAmount = (cell: string): boolean => cell.includes('.') && readAmount(cell) !== undefined

/** Split at tabs, or at two or more spaces. */
function cellsOf(text: string): string[] {
  const cells = text.includes('\t') ? text.split('\t') : text.split('  ')
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

/** `11/20 ZELLE FROM ANA REYES K7QM2X 123.45 5,123.45`: single spaces everywhere. */
function readSpacedLine({ line, text }: Line, days: Days): Entry | undefined {
  const words = text.split(/\s/).filter((word) => word !== '')
  const [first = ''] = words
  const begun = words.slice(0, 4).join(' ')
  const found = /^[\d('"]|^[A-Za-z]{3}/.test(first) ? findDate(begun, days.today, true, days.order) : undefined
  if (!found || found.words > 4) return undefined
  if (readDate(words.slice(0, found.words).join(' '), days.today, days.order) === undefined) return undefined
  const rest = words.slice(found.words)
  let end = rest.length
  // The amount and possibly the balance after it; a sign may be separate.
  while (end > 0 && (looksLikeAmount(rest[end - 1] as string) || isSign(rest[end - 1] as string))) end--
  if (end === rest.length) return undefined
  const numbers = rest.slice(end)
  const at = numbers.findIndex(looksLikeAmount)
  if (at < 0) return undefined
  // With two amounts, a sign after the second one belongs to a balance.
  const apart = [numbers[at - 1], numbers[at + 1]].filter((word) => word !== undefined && isSign(word)).join(' ')
  const amount = parseAmount(`${numbers[at]} ${/DR/.test(apart) ? 'DR' : /CR/.test(apart) ? 'CR' : ''}`)
  const sign = numbers[at - 1] === '-' ? ['out' as const] : numbers[at - 1] === '+' ? ['in' as const] : []
  if (!amount) return undefined
  return entryOf({ line, text }, days, found.date, { ...amount, signs: [...amount.signs, ...sign] }, [
    rest.slice(0, end).join(' '),
  ])
}

const isSign = (word: string): boolean => ['+', '-', 'CR', 'DR'].includes(word)

function entryOf(
  { line, text }: Line,
  { today }: Days,
  date: string,
  amount: ParsedAmount,
  cells: readonly string[],
): Entry {
  const description = cells.join(' ')
  const said = combine(evidenceOfText(description), ...cells.map(evidenceOfKind), ...cells.map(evidenceOfText))
  const evidence: Evidence = combine(said, ...amount.signs.map(evidenceOf))
  const as = (outcome: ReadNotice | SkippedRow, isUnsigned = false): Entry => ({
    outcome,
    signs: amount.signs,
    isUnsigned,
  })
  if (amount.cents === 0) return as(skippedAs('no_amount', { line, text }))
  const states = [settlementOfText(description), ...cells.map(settlementOfText)]
  const unsettled =
    cells.map(unsettledCell).find(Boolean) ??
    states.flatMap((state) => (state?.kind === 'unsettled' ? [state.word] : []))[0]
  if (unsettled !== undefined) return as(skippedAs('unsettled', { line, text }, unsettled))
  const foreign = foreignInText(text)
  if (foreign !== undefined) return as(skippedAs('currency', { line, text }, foreign))
  const direction = decide(evidence)
  if (direction === 'out') return as(skippedAs('debit', { line, text }))
  if (date > addDays(today, 1)) return as(skippedAs('future', { line, text }, date))
  const isDoubtful = evidence.isDoubtful || states.some((state) => state?.kind === 'doubtful')
  const { payer, memo } = splitDescription(description)
  const notice: ReadNotice = {
    line,
    amountCents: amount.cents,
    date,
    payer,
    memo,
    bankId: idIn(description),
    source: tidySource(text),
    ...((direction === 'undecided' || isDoubtful) && { isUndecided: true as const }),
  }
  return as(notice, !evidence.in && !evidence.out && !isDoubtful)
}

function noticeOf(mail: Mail, today: string): ReadNotice | SkippedRow | undefined {
  const { line, amountCents, date, payer, memo, bankId, settlement, foreign, evidence } = mail
  const source = { line, text: mail.source.join(' ') }
  if (settlement?.kind === 'unsettled') return skippedAs('unsettled', source, settlement.word)
  if (foreign !== undefined) return skippedAs('currency', source, foreign)
  const direction = decide(evidence)
  if (direction === 'out') return amountCents > 0 ? skippedAs('debit', source) : undefined
  if (amountCents === 0) return payer === '' ? undefined : skippedAs('no_amount', source)
  if (date !== undefined && date > addDays(today, 1)) return skippedAs('future', source, date)
  const isUndecided = direction === 'undecided' || settlement?.kind === 'doubtful'
  return {
    line,
    amountCents: amountCents as ReadNotice['amountCents'],
    date,
    payer,
    memo,
    bankId,
    source: tidySource(source.text),
    ...(isUndecided && { isUndecided }),
  }
}
