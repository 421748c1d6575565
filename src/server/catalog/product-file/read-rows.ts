import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { COLUMNS, type Column, REQUIRED_COLUMNS } from './columns.ts'
import { Row, RowError } from './row.ts'

export type ProductFile = { columns: ReadonlySet<Column>; rows: AsyncGenerator<Row> }
type CsvRecord = { record: string[]; raw: string }
type Line = { line: number; cells: string[] }

/** No record of a product file is nearly as long; an unclosed quote would otherwise read the whole file as one. */
const LONGEST_RECORD = 2_000_000

/** Opens a CSV file by its heading; the rows are read as they are asked for. `onBytes` hears how far it has come. */
export async function openProductFile(path: string, onBytes: (count: number) => void = () => {}): Promise<ProductFile> {
  const lines = countedLines(path, onBytes)
  const heading = await lines.next()
  if (heading.done) throw new RowError(1, undefined, 'The file is empty.')
  const places = readHeading(heading.value.cells)
  return { columns: new Set(places.keys()), rows: readRows(lines, heading.value.cells.length, places) }
}

async function* readRows(
  lines: AsyncGenerator<Line>,
  width: number,
  places: ReadonlyMap<Column, number>,
): AsyncGenerator<Row> {
  for await (const { line, cells } of lines) {
    // Spreadsheets leave such rows at the end of what they save.
    if (cells.every((cell) => cell.trim() === '')) continue
    if (cells.length > width) {
      throw new RowError(line, undefined, `The row has ${cells.length} cells, the heading only ${width}.`)
    }
    yield new Row(line, cells, places)
  }
}

function readHeading(cells: string[]): Map<Column, number> {
  const known = new Map(COLUMNS.map((column) => [column.toLowerCase(), column]))
  const places = new Map<Column, number>()
  for (const [place, cell] of cells.entries()) {
    const column = known.get(cell.trim().toLowerCase())
    if (!column) continue
    if (places.has(column)) throw new RowError(1, column, 'The column is there twice.')
    places.set(column, place)
  }
  for (const column of REQUIRED_COLUMNS) {
    if (!places.has(column)) throw new RowError(1, column, 'The column is missing.')
  }
  return places
}

async function* countedLines(path: string, onBytes: (count: number) => void): AsyncGenerator<Line> {
  // Counted here: the parser takes a line break of two characters inside a cell for two lines. And counted while it
  // parses: when it meets a row it cannot read, the rows before may not have been asked for yet.
  let next = 1
  const numbered = ({ record, raw }: CsvRecord): Line => {
    const line = next
    next += raw.match(/\r\n|\n|\r/g)?.length ?? 0
    return { line, cells: record }
  }
  const parser = parse({
    bom: true,
    raw: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    // The library's types do not know what `raw` makes of a record.
    on_record: numbered as unknown as NonNullable<Options['on_record']>,
  })
  const source = createReadStream(path)
  source.on('data', (chunk) => onBytes(chunk.length))
  // The callback is there because pipeline wants one; every fault reaches the loop below through the parser.
  pipeline(source, parser, () => {})
  try {
    for await (const line of parser as AsyncIterable<Line>) yield line
  } catch (fault) {
    if (fault instanceof CsvError) throw new RowError(next, undefined, sentenceFor(fault))
    throw fault
  }
}

function sentenceFor(fault: CsvError): string {
  switch (fault.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quotation mark that opens a cell is never closed.'
    case 'CSV_MAX_RECORD_SIZE':
      return 'The row is too long; a quotation mark may not be closed.'
    default:
      return 'A quotation mark stands in the middle of a cell; inside quotes it is written twice.'
  }
}
