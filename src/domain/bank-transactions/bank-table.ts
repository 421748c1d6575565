import { detectSeparator, type Separator } from '#domain/text/decode-text.ts'

/** A row of a table, with its line number in the file from 1. `isSpoiled`: its quotation marks cannot be parsed. */
export type CsvLine = { line: number; cells: readonly string[]; isSpoiled?: true }

/** A cell that spans more lines than this has a quotation mark that is never closed. */
const MAX_LINES = 20
const LONGEST_RECORD = 20_000

type ParsedRow = { cells: string[]; next: number; lines: number }

/**
 * Parses the rows of a bank's table. Banks write quotation marks inside of cells without doubling them: such a mark
 * spoils at most its own line, and is accepted if the line has as many cells as the others.
 */
export function tableOf(text: string): CsvLine[] {
  const separator = detectSeparator(text)
  const rows: CsvLine[] = []
  const width = usualWidth(text, separator)
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  while (at < text.length) {
    if (text[at] === '\n' || text[at] === '\r') {
      at = afterBreak(text, at)
      line++
      continue
    }
    const end = endOfLine(text, at)
    const strict = readRecord(text, at, separator)
    const record = strict && !swallowsRows(text, at, strict, separator, width) ? strict : undefined
    if (record) {
      if (!(line === 1 && /^sep=.?$/i.test(text.slice(at, end).trim()))) rows.push({ line, cells: record.cells })
      line += record.lines
      at = record.next
      continue
    }
    const cells = lenientCells(text.slice(at, end), separator)
    rows.push(
      cells?.length === width ? { line, cells } : { line, cells: cells ?? [text.slice(at, end)], isSpoiled: true },
    )
    line++
    at = afterBreak(text, end)
  }
  return rows
}

function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

const afterBreak = (text: string, end: number): number => (text.startsWith('\r\n', end) ? end + 2 : end + 1)

/** Number of cells in most of the first lines. */
function usualWidth(text: string, separator: Separator): number {
  const counts = new Map<number, number>()
  let at = 0
  for (let nth = 0; nth < 200 && at < text.length; nth++) {
    const end = endOfLine(text, at)
    const record = readRecord(text.slice(at, end), 0, separator)
    if (record) counts.set(record.cells.length, (counts.get(record.cells.length) ?? 0) + 1)
    at = afterBreak(text, end)
  }
  return [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 0
}

/**
 * Returns whether a record of several lines contains a line that is itself a row, because its quotation mark was never
 * closed.
 */
function swallowsRows(text: string, at: number, record: ParsedRow, separator: Separator, width: number): boolean {
  if (record.lines === 1 || width < 2) return false
  let from = afterBreak(text, endOfLine(text, at))
  while (from < record.next) {
    const end = endOfLine(text, from)
    const alone = readRecord(text.slice(from, end), 0, separator)
    if (alone?.cells.length === width) return true
    from = afterBreak(text, end)
  }
  return false
}

/** The record that starts at `start`, according to RFC 4180; undefined if it is invalid. */
function readRecord(text: string, start: number, separator: Separator): ParsedRow | undefined {
  const cells: string[] = []
  let lines = 1
  let at = start
  for (;;) {
    if (text[at] === '"') {
      const quoted = readQuoted(text, at, start)
      if (!quoted) return undefined
      cells.push(quoted.cell)
      lines += quoted.cell.match(/\r\n|\n|\r/g)?.length ?? 0
      if (lines > MAX_LINES) return undefined
      at = quoted.next
    } else {
      const from = at
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') {
        // A mark in the middle of an unquoted cell is an ordinary character: 5" brush.
        at++
      }
      cells.push(text.slice(from, at))
    }
    if (at >= text.length) return { cells, lines, next: at }
    const sign = text[at++]
    if (sign === '\n') return { cells, lines, next: at }
    if (sign === '\r') return { cells, lines, next: text[at] === '\n' ? at + 1 : at }
    if (sign !== separator) return undefined
  }
}

function readQuoted(text: string, start: number, recordStart: number): { cell: string; next: number } | undefined {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1 || quote - recordStart > LONGEST_RECORD) return undefined
    if (text[quote + 1] !== '"') return { cell: cell + text.slice(from, quote), next: quote + 1 }
    cell += text.slice(from, quote + 1)
    from = quote + 2
  }
}

/**
 * Splits one line, where a quoted cell ends only at a mark followed by a separator or the line's end. Undefined if
 * there is no such mark.
 */
function lenientCells(line: string, separator: Separator): string[] | undefined {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    const isQuoted = line[at] === '"'
    let end = at + (isQuoted ? 1 : 0)
    for (; end < line.length; end++) {
      if (line[end] !== separator) continue
      if (!isQuoted || (line[end - 1] === '"' && end - 1 > at)) break
    }
    const cell = line.slice(at, end)
    if (isQuoted && !(cell.length > 1 && cell.endsWith('"'))) return undefined
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    at = end + 1
  }
  return cells
}
