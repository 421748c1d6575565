import { createReadStream } from 'node:fs'
import { detectSeparator, type Separator } from '#domain/text/decode-text.ts'
import { detectEncoding } from './file-encoding.ts'
import { RowError } from './row.ts'

export type CsvRecord = { line: number; cells: string[] }

/** Far above any real record; without a limit, an unclosed quote would read the whole file as one. */
const MAX_RECORD_LENGTH = 2_000_000
const CHUNK_BYTES = 256 * 1024

/**
 * Reads a CSV file's records in chunks (RFC 4180, with any of the three line breaks). Written for this shop because
 * files have millions of rows, and a parser with a callback per character takes several times as long.
 */
export async function* readRecords(path: string, onBytes: (count: number) => void): AsyncGenerator<CsvRecord[]> {
  // Removes the byte order mark; invalid bytes become U+FFFD.
  const decoder = new TextDecoder(await detectEncoding(path))
  let unread = ''
  let line = 1
  let separator: number | undefined
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    onBytes((chunk as Buffer).length)
    const text: string = unread + decoder.decode(chunk as Buffer, { stream: true })
    separator ??= detectSeparatorCode(text)
    const parsed = parseRecords(text, line, false, separator)
    yield parsed.records
    if (parsed.error) throw parsed.error
    unread = parsed.unread
    line = parsed.line
    if (unread.length > MAX_RECORD_LENGTH) {
      throw new RowError(line, undefined, 'The row is too long; a quotation mark may not be closed.')
    }
  }
  const parsed = parseRecords(unread + decoder.decode(), line, true, separator)
  yield parsed.records
  if (parsed.error) throw parsed.error
}

/** Parses the records of text in memory; throws a RowError if it is not valid CSV. */
export function parseCsv(text: string, separator: Separator = ','): CsvRecord[] {
  const { records, error } = parseRecords(
    text.startsWith('\ufeff') ? text.slice(1) : text,
    1,
    true,
    separator.charCodeAt(0),
  )
  if (error) throw error
  return records
}

/** Records before an error are returned as well: an earlier row with an error of its own is reported first. */
type ParsedChunk = { records: CsvRecord[]; unread: string; line: number; error?: RowError }

const FIRST_LINE = /^[^\r\n]*/
const SEPARATOR_LINE = /^sep=[,;\t]$/i

/** Detects the separator from the heading alone: multi-line texts below it contain all kinds of separators. */
const detectSeparatorCode = (text: string): number => detectSeparator(FIRST_LINE.exec(text)?.[0] ?? '').charCodeAt(0)

function parseRecords(text: string, firstLine: number, isEnd: boolean, separator = COMMA): ParsedChunk {
  const records: CsvRecord[] = []
  let line = firstLine
  let start = 0
  while (start < text.length) {
    const record = readRecord(text, start, isEnd, separator)
    if (record === 'unfinished') break
    if (typeof record === 'string') return { records, unread: '', line, error: new RowError(line, undefined, record) }
    // Excel's own line about the separator is not a row.
    const isSeparatorLine = line === 1 && SEPARATOR_LINE.test(text.slice(start, record.next).trimEnd())
    if (!isSeparatorLine) records.push({ line, cells: record.cells })
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
  let position = start
  for (;;) {
    if (text.charCodeAt(position) === QUOTE) {
      const quoted = readQuoted(text, position)
      if (!quoted) return isEnd ? UNCLOSED_QUOTE : 'unfinished'
      cells.push(quoted.cell)
      lines += quoted.cell.match(/\r\n|\n|\r/g)?.length ?? 0
      position = quoted.next
    } else {
      const cellStart = position
      let code = text.charCodeAt(position)
      while (position < text.length && code !== separator && code !== LF && code !== CR) {
        if (code === QUOTE) return MISPLACED_QUOTE
        code = text.charCodeAt(++position)
      }
      cells.push(text.slice(cellStart, position))
    }
    if (position >= text.length) return isEnd ? { cells, lines, next: position } : 'unfinished'
    const code = text.charCodeAt(position++)
    if (code === LF) return { cells, lines, next: position }
    if (code === CR) {
      if (position >= text.length && !isEnd) return 'unfinished'
      return { cells, lines, next: text.charCodeAt(position) === LF ? position + 1 : position }
    }
    if (code !== separator) return MISPLACED_QUOTE
  }
}

/** Reads a quoted cell; undefined if its closing quote is missing, or could be the first half of an escaped one. */
function readQuoted(text: string, start: number): { cell: string; next: number } | undefined {
  let cell = ''
  let cellStart = start + 1
  for (;;) {
    const quote = text.indexOf('"', cellStart)
    if (quote === -1) return undefined
    if (text.charCodeAt(quote + 1) !== QUOTE) return { cell: cell + text.slice(cellStart, quote), next: quote + 1 }
    cell += text.slice(cellStart, quote + 1)
    cellStart = quote + 2
  }
}
