import { detectSeparator, type Separator } from '#domain/text/decode-text.ts'

/** A row of a table, with its line number in the file from 1. `isSpoiled`: its quotation marks cannot be parsed. */
export type CsvLine = { line: number; cells: readonly string[]; isSpoiled?: true }

/** A cell that spans more lines than this has a quotation mark that is never closed. */
const MAX_LINES = 20
const MAX_RECORD_LENGTH = 20_000

type ParsedRow = { cells: string[]; next: number; lines: number }

/**
 * Parses the rows of a bank's table. Banks write quotation marks inside of cells without doubling them: such a mark
 * spoils at most its own line, and is accepted if the line has as many cells as the others.
 */
export function parseBankTable(text: string): CsvLine[] {
  const separator = detectSeparator(text)
  const rows: CsvLine[] = []
  const width = findCommonWidth(text, separator)
  let position = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  while (position < text.length) {
    if (text[position] === '\n' || text[position] === '\r') {
      position = skipLineBreak(text, position)
      line++
      continue
    }
    const end = findLineEnd(text, position)
    const strict = readRecord(text, position, separator)
    const record = strict && !containsRows(text, position, strict, separator, width) ? strict : undefined
    if (record) {
      if (!(line === 1 && /^sep=.?$/i.test(text.slice(position, end).trim()))) rows.push({ line, cells: record.cells })
      line += record.lines
      position = record.next
      continue
    }
    const cells = splitLeniently(text.slice(position, end), separator)
    rows.push(
      cells?.length === width
        ? { line, cells }
        : { line, cells: cells ?? [text.slice(position, end)], isSpoiled: true },
    )
    line++
    position = skipLineBreak(text, end)
  }
  return rows
}

function findLineEnd(text: string, from: number): number {
  let position = from
  while (position < text.length && text[position] !== '\n' && text[position] !== '\r') position++
  return position
}

const skipLineBreak = (text: string, end: number): number => (text.startsWith('\r\n', end) ? end + 2 : end + 1)

/** Number of cells in most of the first lines. */
function findCommonWidth(text: string, separator: Separator): number {
  const counts = new Map<number, number>()
  let position = 0
  for (let lineIndex = 0; lineIndex < 200 && position < text.length; lineIndex++) {
    const end = findLineEnd(text, position)
    const record = readRecord(text.slice(position, end), 0, separator)
    if (record) counts.set(record.cells.length, (counts.get(record.cells.length) ?? 0) + 1)
    position = skipLineBreak(text, end)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

/**
 * Returns whether a record of several lines contains a line that is itself a row, because its quotation mark was never
 * closed.
 */
function containsRows(text: string, position: number, record: ParsedRow, separator: Separator, width: number): boolean {
  if (record.lines === 1 || width < 2) return false
  let from = skipLineBreak(text, findLineEnd(text, position))
  while (from < record.next) {
    const end = findLineEnd(text, from)
    const lineRecord = readRecord(text.slice(from, end), 0, separator)
    if (lineRecord?.cells.length === width) return true
    from = skipLineBreak(text, end)
  }
  return false
}

/** The record that starts at `start`, according to RFC 4180; undefined if it is invalid. */
function readRecord(text: string, start: number, separator: Separator): ParsedRow | undefined {
  const cells: string[] = []
  let lines = 1
  let position = start
  for (;;) {
    if (text[position] === '"') {
      const quoted = readQuoted(text, position, start)
      if (!quoted) return undefined
      cells.push(quoted.cell)
      lines += quoted.cell.match(/\r\n|\n|\r/g)?.length ?? 0
      if (lines > MAX_LINES) return undefined
      position = quoted.next
    } else {
      const from = position
      while (
        position < text.length &&
        text[position] !== separator &&
        text[position] !== '\n' &&
        text[position] !== '\r'
      ) {
        // A mark in the middle of an unquoted cell is an ordinary character: 5" brush.
        position++
      }
      cells.push(text.slice(from, position))
    }
    if (position >= text.length) return { cells, lines, next: position }
    const character = text[position++]
    if (character === '\n') return { cells, lines, next: position }
    if (character === '\r') return { cells, lines, next: text[position] === '\n' ? position + 1 : position }
    if (character !== separator) return undefined
  }
}

function readQuoted(text: string, start: number, recordStart: number): { cell: string; next: number } | undefined {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1 || quote - recordStart > MAX_RECORD_LENGTH) return undefined
    if (text[quote + 1] !== '"') return { cell: cell + text.slice(from, quote), next: quote + 1 }
    cell += text.slice(from, quote + 1)
    from = quote + 2
  }
}

/**
 * Splits one line, where a quoted cell ends only at a mark followed by a separator or the line's end. Undefined if
 * there is no such mark.
 */
function splitLeniently(line: string, separator: Separator): string[] | undefined {
  const cells: string[] = []
  let position = 0
  while (position <= line.length) {
    const isQuoted = line[position] === '"'
    let end = position + (isQuoted ? 1 : 0)
    for (; end < line.length; end++) {
      if (line[end] !== separator) continue
      if (!isQuoted || (line[end - 1] === '"' && end - 1 > position)) break
    }
    const cell = line.slice(position, end)
    if (isQuoted && !(cell.length > 1 && cell.endsWith('"'))) return undefined
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    position = end + 1
  }
  return cells
}
