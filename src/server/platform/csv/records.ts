import { createReadStream } from 'node:fs'
import { detectSeparator } from '#domain/text/decode-text.ts'
import { encodingOf } from './file-encoding.ts'
import { RowError } from './row.ts'

export type CsvRecord = { line: number; cells: string[] }

/** Far above any real record; without a limit, an unclosed quote would read the whole file as one. */
const LONGEST_RECORD = 2_000_000
const READ_AT_ONCE = 256 * 1024

/**
 * Reads a CSV file's records in chunks (RFC 4180, with any of the three line breaks). Written for this shop because
 * files have millions of rows, and a parser with a callback per character takes several times as long.
 */
export async function* readRecords(path: string, onBytes: (count: number) => void): AsyncGenerator<CsvRecord[]> {
  // Removes the byte order mark; invalid bytes become U+FFFD.
  const decoder = new TextDecoder(await encodingOf(path))
  let unread = ''
  let line = 1
  let separator: number | undefined
  for await (const chunk of createReadStream(path, { highWaterMark: READ_AT_ONCE })) {
    onBytes((chunk as Buffer).length)
    const text: string = unread + decoder.decode(chunk as Buffer, { stream: true })
    separator ??= separatorOf(text)
    const cut = cutRecords(text, line, false, separator)
    yield cut.records
    if (cut.fault) throw cut.fault
    unread = cut.unread
    line = cut.line
    if (unread.length > LONGEST_RECORD) {
      throw new RowError(line, undefined, 'The row is too long; a quotation mark may not be closed.')
    }
  }
  const cut = cutRecords(unread + decoder.decode(), line, true, separator)
  yield cut.records
  if (cut.fault) throw cut.fault
}

/** Parses the records of a text in memory; throws a RowError if it is not valid CSV. */
export function recordsOf(text: string): CsvRecord[] {
  const { records, fault: error } = cutRecords(text.startsWith('\ufeff') ? text.slice(1) : text, 1, true)
  if (error) throw error
  return records
}

/** Records before an error are returned as well: an earlier row with an error of its own is reported first. */
type Cut = { records: CsvRecord[]; unread: string; line: number; fault?: RowError }

const FIRST_LINE = /^[^\r\n]*/
const NAMES_SEPARATOR = /^sep=[,;\t]$/i

/** Detects the separator from the heading alone: multi-line texts below it contain all kinds of separators. */
const separatorOf = (text: string): number => detectSeparator(FIRST_LINE.exec(text)?.[0] ?? '').charCodeAt(0)

function cutRecords(text: string, firstLine: number, isEnd: boolean, separator = COMMA): Cut {
  const records: CsvRecord[] = []
  let line = firstLine
  let start = 0
  while (start < text.length) {
    const record = readRecord(text, start, isEnd, separator)
    if (record === 'unfinished') break
    if (typeof record === 'string') return { records, unread: '', line, fault: new RowError(line, undefined, record) }
    // Excel's own line about the separator is not a row.
    const isNote = line === 1 && NAMES_SEPARATOR.test(text.slice(start, record.next).trimEnd())
    if (!isNote) records.push({ line, cells: record.cells })
    line += record.lines
    start = record.next
  }
  return { records, unread: text.slice(start), line }
}

const QUOTE = 0x22
const COMMA = 0x2c
const LF = 0x0a
const CR = 0x0d
const MISPLACED_QUOTE = 'There’s a quotation mark in the middle of a cell. Inside quotes, write it twice.'
const UNCLOSED_QUOTE = 'A quotation mark at the start of a cell is never closed.'

/** Returns the record that starts at `start`, a message about its error, or a request for more text. */
function readRecord(
  text: string,
  start: number,
  isEnd: boolean,
  separator: number,
): { cells: string[]; lines: number; next: number } | 'unfinished' | typeof MISPLACED_QUOTE | typeof UNCLOSED_QUOTE {
  const cells: string[] = []
  let lines = 1
  let at = start
  for (;;) {
    if (text.charCodeAt(at) === QUOTE) {
      const quoted = readQuoted(text, at)
      if (!quoted) return isEnd ? UNCLOSED_QUOTE : 'unfinished'
      cells.push(quoted.cell)
      lines += quoted.cell.match(/\r\n|\n|\r/g)?.length ?? 0
      at = quoted.next
    } else {
      const from = at
      let code = text.charCodeAt(at)
      while (at < text.length && code !== separator && code !== LF && code !== CR) {
        if (code === QUOTE) return MISPLACED_QUOTE
        code = text.charCodeAt(++at)
      }
      cells.push(text.slice(from, at))
    }
    if (at >= text.length) return isEnd ? { cells, lines, next: at } : 'unfinished'
    const code = text.charCodeAt(at++)
    if (code === LF) return { cells, lines, next: at }
    if (code === CR) {
      if (at >= text.length && !isEnd) return 'unfinished'
      return { cells, lines, next: text.charCodeAt(at) === LF ? at + 1 : at }
    }
    if (code !== separator) return MISPLACED_QUOTE
  }
}

/** Reads a quoted cell; undefined if its closing quote is missing, or could be the first half of an escaped one. */
function readQuoted(text: string, start: number): { cell: string; next: number } | undefined {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return undefined
    if (text.charCodeAt(quote + 1) !== QUOTE) return { cell: cell + text.slice(from, quote), next: quote + 1 }
    cell += text.slice(from, quote + 1)
    from = quote + 2
  }
}
