import { type CsvLine, guessColumns, readColumns } from './columns.ts'
import { nameAt, splitDescription } from './description.ts'
import { idIn, idOf, memoIn, unquote, unquoted } from './inline-fields.ts'
import {
  LONGEST_TEXT,
  MOST_NOTICES,
  type NoticeTextRefusal,
  type ReadNotice,
  type ReadNotices,
  tidy,
  tidySource,
} from './notice.ts'
import { looksLikeAmount, readAmount } from './read-amount.ts'
import { findDate, readDate } from './read-date.ts'

const LONGEST_LINE = 4_000
/** How many lines after its sentence may still belong to a mail. */
const MAIL_LINES = 30

type Line = { line: number; text: string }

/**
 * Reads what staff copied: mails of several banks and of Zelle (`You received $123.45 from ANA REYES, memo K7QM2X`), and
 * lines of online statements whose columns are parted by tabs, several spaces or one (docs/back-office §3, Notices).
 * `today` (`YYYY-MM-DD`) settles dates without a year.
 */
export function readPastedText(text: string, today: string): ReadNotices | NoticeTextRefusal {
  if (text.length > LONGEST_TEXT) return { code: 'too_long', most: LONGEST_TEXT }
  const lines = linesOf(text)
  const table = readTable(lines, today)
  if (table) return table
  const read: ReadNotices = { notices: [], skipped: [] }
  let mail: Mail | undefined
  let label: Label | undefined
  const finish = () => {
    if (mail && mail.amountCents > 0) read.notices.push(noticeOf(mail))
    else if (mail)
      read.skipped.push({ line: mail.line, reason: 'no_amount', source: tidySource(mail.source.join(' ')) })
    mail = undefined
    label = undefined
  }
  for (const line of lines) {
    if (read.notices.length >= MOST_NOTICES) return { code: 'too_many', line: line.line, most: MOST_NOTICES }
    if (line.text.trim() === '') continue
    if (line.text.length > LONGEST_LINE) {
      finish()
      read.skipped.push({ line: line.line, reason: 'unreadable', source: tidySource(line.text) })
      continue
    }
    const entry = readStatementLine(line, today)
    if (entry) {
      finish()
      if (entry.kind === 'credit') read.notices.push(entry.notice)
      else read.skipped.push({ line: line.line, reason: entry.kind, source: tidySource(line.text) })
      continue
    }
    const begun = beginMail(line, today)
    if (begun && !(mail && isRepeated(mail, begun))) {
      const heading = mail && isHeadingOf(mail, begun) ? mail : undefined
      finish()
      mail = heading ? withHeading(begun, heading) : begun
      continue
    }
    if (mail && line.line - mail.line <= MAIL_LINES) label = readMore(mail, line.text, label, today)
    else if (line.text.split(/\s/).some(looksLikeAmount)) {
      read.skipped.push({ line: line.line, reason: 'unreadable', source: tidySource(line.text) })
    }
  }
  finish()
  return read.notices.length + read.skipped.length === 0 ? { code: 'nothing_found' } : read
}

const linesOf = (text: string): Line[] =>
  text.split('\n').map((line, index) => ({ line: index + 1, text: line.endsWith('\r') ? line.slice(0, -1) : line }))

/** A copied table with its heading: read as a file is, if the heading names a date and an amount. */
function readTable(lines: readonly Line[], today: string): ReadNotices | NoticeTextRefusal | undefined {
  const rows: CsvLine[] = []
  for (const { line, text } of lines) {
    if (text.trim() === '') continue
    if (!text.includes('\t') || text.length > LONGEST_LINE) return undefined
    rows.push({ line, cells: text.split('\t') })
  }
  const guess = guessColumns(rows, today)
  return guess.headingAt >= 0 && guess.confidence > 0 ? readColumns(rows, guess, today) : undefined
}

type Entry = { kind: 'credit'; notice: ReadNotice } | { kind: 'debit' | 'no_amount' }

/** A line of a statement begins with a day and has an amount behind it, mostly at the end. */
function readStatementLine({ line, text }: Line, today: string): Entry | undefined {
  const cells = cellsOf(text)
  const [first = '', ...others] = cells
  const date = cells.length > 2 ? readDate(first, today) : undefined
  if (date === undefined) return readSpacedLine({ line, text }, today)
  const amounts = others.flatMap((cell, index) =>
    looksLikeAmount(cell) || (text.includes('\t') && isPlainAmount(cell)) ? [index] : [],
  )
  const [at] = amounts
  if (at === undefined) return undefined
  const amount = readAmount(others[at] as string) ?? 0
  const said = others.filter((cell, index) => !amounts.includes(index) && readDate(cell, today) === undefined)
  return entryOf(line, text, date, amount, said.join(' '))
}

const isPlainAmount = (cell: string): boolean => cell.includes('.') && readAmount(cell) !== undefined

/** Parted by tabs, or by two spaces and more. */
function cellsOf(text: string): string[] {
  const cells = text.includes('\t') ? text.split('\t') : text.split('  ')
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

/** `11/20 ZELLE FROM ANA REYES K7QM2X 123.45 5,123.45`: one space everywhere. */
function readSpacedLine({ line, text }: Line, today: string): Entry | undefined {
  const words = text.split(/\s/).filter((word) => word !== '')
  const [first = ''] = words
  const found = /^[\d('"]|^[A-Za-z]{3}/.test(first) ? findDate(words.slice(0, 4).join(' '), today, true) : undefined
  if (!found || found.words > 4 || readDate(words.slice(0, found.words).join(' '), today) === undefined)
    return undefined
  const rest = words.slice(found.words)
  let end = rest.length
  // The amount and perhaps the balance behind it; a sign may stand apart.
  while (end > 0 && (looksLikeAmount(rest[end - 1] as string) || isSign(rest[end - 1] as string))) end--
  if (end === rest.length) return undefined
  const numbers = rest.slice(end)
  const at = numbers.findIndex(looksLikeAmount)
  if (at < 0) return undefined
  const sign = numbers.slice(0, at).includes('-') ? -1 : 1
  const debit = numbers[at + 1] === 'DR' ? -1 : 1
  const amount = (readAmount(numbers[at] as string) ?? 0) * sign * debit
  return entryOf(line, text, found.date, amount, rest.slice(0, end).join(' '))
}

const isSign = (word: string): boolean => ['+', '-', 'CR', 'DR'].includes(word)

/** What banks write of money that goes out, where they write no sign. */
const OUTGOING = /\b(?:payment to|transfer to|sent to|zelle to|withdrawal|purchase|debit card|service fee|you sent)\b/i

function entryOf(line: number, text: string, date: string, amount: number, description: string): Entry {
  if (amount === 0) return { kind: 'no_amount' }
  if (amount < 0 || OUTGOING.test(description)) return { kind: 'debit' }
  const { payer, memo } = splitDescription(description)
  const bankId = idIn(description)
  const notice = {
    line,
    amountCents: amount as ReadNotice['amountCents'],
    date,
    payer,
    memo,
    bankId,
    source: tidySource(text),
  }
  return { kind: 'credit', notice }
}

type Mail = {
  line: number
  /** 0 while only a heading was read, whose amount stands on a line of its own. */
  amountCents: number
  date: string | undefined
  payer: string
  memo: string
  bankId: string | undefined
  source: string[]
}
type Label = 'memo' | 'date' | 'bankId' | 'payer' | 'amount'

/** How banks say that money came: the payer stands before or behind. */
const PAYER_BEFORE = [' sent you ', ' paid you ', ' has sent you ', ' just sent you ', ' transferred you ']
const MONEY_CAME = /\b(?:received|deposited|sent you|paid you|payment from|transferred|credited|incoming|accepted)\b/i
const MONEY_WENT = /\b(?:you sent|you paid|your payment to|you have sent|you requested|request for)\b/i

/** The sentence that says how much came from whom. */
function beginMail({ line, text }: Line, today: string): Mail | undefined {
  if (!MONEY_CAME.test(text) || MONEY_WENT.test(text)) return undefined
  const amount = text
    .split(/\s/)
    .map(unquoted)
    .filter((word) => word.includes('$'))
    .map(readAmount)
    .find((cents) => cents !== undefined)
  if (amount === undefined ? !isHeading(text) : amount <= 0) return undefined
  const lower = ` ${text.toLowerCase()} `
  const before = PAYER_BEFORE.map((verb) => lower.indexOf(verb)).find((at) => at > 0)
  const payer =
    before === undefined ? splitDescription(text).payer : nameAt(tidy(text.slice(0, before)).replace(/^.{0,20}: /, ''))
  const date = findDate(text, today, false)?.date
  if (amount === undefined && payer === '') return undefined
  return { line, amountCents: amount ?? 0, date, payer, memo: memoIn(text), bankId: idIn(text), source: [text] }
}

/** `Zelle payment from ANA REYES`, and nothing else: a subject, not a sentence of prose. */
const LONGEST_HEADING = 100
const isHeading = (text: string): boolean =>
  text.length <= LONGEST_HEADING && /\bpayment from\b/i.test(text) && !text.trimEnd().endsWith('.')

/** A sentence with the amount follows the heading that names who paid it. */
const isHeadingOf = (mail: Mail, next: Mail): boolean =>
  mail.amountCents === 0 &&
  next.amountCents > 0 &&
  next.line - mail.line <= MAIL_LINES &&
  (next.payer === mail.payer || next.payer === '')

const withHeading = (mail: Mail, heading: Mail): Mail => ({
  line: heading.line,
  amountCents: mail.amountCents,
  date: mail.date ?? heading.date,
  payer: heading.payer,
  memo: mail.memo === '' ? heading.memo : mail.memo,
  bankId: mail.bankId ?? heading.bankId,
  source: [...heading.source, ...mail.source],
})

/** The subject of a mail and its first sentence say the same. */
const isRepeated = (mail: Mail, next: Mail): boolean =>
  (mail.amountCents === next.amountCents || next.amountCents === 0) &&
  next.line - mail.line <= 6 &&
  (next.payer === mail.payer || next.payer === '' || mail.payer === '') &&
  !(mail.memo !== '' && next.memo !== '') &&
  !(mail.date !== undefined && next.date !== undefined)

const MEMO_WORDS = [
  'memo',
  'message',
  'note',
  'notes',
  'personal message',
  'payment memo',
  'comment',
  'description',
  'for',
  'reason',
  "what's it for",
]
const DATE_WORDS = [
  'date',
  'sent on',
  'sent',
  'received on',
  'date sent',
  'payment date',
  'deposited on',
  'posted on',
  'transaction date',
  'completed on',
]
const ID_WORDS = [
  ...[
    'confirmation',
    'confirmation number',
    'confirmation code',
    'confirmation no',
    'conf',
    'transaction number',
    'transaction id',
    'reference number',
  ],
  ...['reference', 'reference id', 'payment id', 'zelle id', 'tracking number', 'trn', 'ref'],
]
const AMOUNT_WORDS = ['amount', 'payment amount', 'amount received', 'amount sent', 'total']
const PAYER_WORDS = ['from', 'sender', 'payer', 'paid by', 'sender name', 'sent by']

/** Reads a line of a mail behind its sentence: `Memo: K7QM2X`, or a label whose value stands on the next line. */
function readMore(mail: Mail, text: string, awaited: Label | undefined, today: string): Label | undefined {
  mail.source.push(text)
  const colon = text.search(/[:#\t]/)
  const label = labelOf(colon > 0 ? text.slice(0, colon) : text)
  if (label === undefined) {
    if (awaited) keepValue(mail, awaited, text, today)
    else if (isAmount(text)) keepAmount(mail, text)
    else {
      mail.date ??= findDate(text, today, false)?.date
      if (mail.memo === '') mail.memo = memoIn(text)
      mail.bankId ??= idIn(text)
    }
    return undefined
  }
  let from = colon > 0 ? colon : text.length
  while (from < text.length && ':# \t'.includes(text[from] as string)) from++
  const value = text.slice(from).trim()
  if (value === '') return label
  keepValue(mail, label, value, today)
  return undefined
}

function labelOf(text: string): Label | undefined {
  if (text.length > 40) return undefined
  const word = text.trim().toLowerCase()
  if (MEMO_WORDS.includes(word)) return 'memo'
  if (DATE_WORDS.includes(word)) return 'date'
  if (ID_WORDS.includes(word)) return 'bankId'
  if (AMOUNT_WORDS.includes(word)) return 'amount'
  return PAYER_WORDS.includes(word) ? 'payer' : undefined
}

function keepValue(mail: Mail, label: Label, value: string, today: string): void {
  if (label === 'memo' && mail.memo === '') mail.memo = tidy(unquote(value))
  else if (label === 'date') mail.date ??= findDate(value, today, true)?.date
  else if (label === 'bankId') mail.bankId ??= idOf(value)
  else if (label === 'payer' && mail.payer === '') mail.payer = nameAt(value)
  else if (label === 'amount') keepAmount(mail, value)
}

const isAmount = (text: string): boolean => text.includes('$') && readAmount(text.trim()) !== undefined

/** The amount of its first sentence stands. */
function keepAmount(mail: Mail, text: string): void {
  const amount = readAmount(text.trim())
  if (mail.amountCents === 0 && amount !== undefined && amount > 0) mail.amountCents = amount
}

function noticeOf({ source, amountCents, ...mail }: Mail): ReadNotice {
  return { ...mail, amountCents: amountCents as ReadNotice['amountCents'], source: tidySource(source.join(' ')) }
}
