import { type CsvRecord, readRecords } from './records.ts'
import { Row, RowError } from './row.ts'

export type CsvFile<Column extends string> = {
  columns: ReadonlySet<Column>
  /** In slices as the file is read: one asynchronous step per row would take longer than the rows. */
  slices: AsyncGenerator<Row<Column>[]>
}

/** Columns that a file may have, in any order, and those it must have; others in a file are ignored. */
export type Heading<Column extends string> = { columns: readonly Column[]; required: readonly Column[] }

/** Opens a CSV file by its heading; the rows are read on demand. `onBytes` reports progress. */
export async function openCsvFile<Column extends string>(
  path: string,
  heading: Heading<Column>,
  onBytes: (count: number) => void = () => {},
): Promise<CsvFile<Column>> {
  const slices = readRecords(path, onBytes)
  let records: CsvRecord[] = []
  while (records.length === 0) {
    const slice = await slices.next()
    if (slice.done) throw new RowError(1, undefined, 'The file is empty.')
    records = slice.value
  }
  const [first, ...others] = records as [CsvRecord, ...CsvRecord[]]
  const indexes = readHeading(first.cells, heading)
  return { columns: new Set(indexes.keys()), slices: readSlices(others, slices, first.cells.length, indexes) }
}

/** One by one, for rows that each take longer than the step. */
export async function* eachRow<Column extends string>({ slices }: CsvFile<Column>): AsyncGenerator<Row<Column>> {
  for await (const slice of slices) yield* slice
}

async function* readSlices<Column extends string>(
  first: CsvRecord[],
  further: AsyncGenerator<CsvRecord[]>,
  width: number,
  indexes: ReadonlyMap<Column, number>,
): AsyncGenerator<Row<Column>[]> {
  yield* rowsOf(first, width, indexes)
  for await (const records of further) yield* rowsOf(records, width, indexes)
}

/** Yields the rows before an unreadable one first: they may have faults of their own. */
function* rowsOf<Column extends string>(
  records: CsvRecord[],
  width: number,
  indexes: ReadonlyMap<Column, number>,
): Generator<Row<Column>[]> {
  const rows: Row<Column>[] = []
  for (const { line, cells } of records) {
    if (isBlank(cells)) continue
    if (cells.length > width) {
      yield rows
      throw new RowError(line, undefined, `The row has ${cells.length} cells, the heading only ${width}.`)
    }
    rows.push(new Row(line, cells, indexes))
  }
  yield rows
}

/** Spreadsheets leave such rows at the end of their files. */
const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '')

function readHeading<Column extends string>(
  cells: string[],
  { columns, required }: Heading<Column>,
): Map<Column, number> {
  const known = new Map(columns.map((column) => [column.toLowerCase(), column]))
  const indexes = new Map<Column, number>()
  for (const [index, cell] of cells.entries()) {
    const column = known.get(cell.trim().toLowerCase())
    if (!column) continue
    if (indexes.has(column)) throw new RowError(1, column, 'The column is there twice.')
    indexes.set(column, index)
  }
  for (const column of required) {
    if (!indexes.has(column)) throw new RowError(1, column, 'The column is missing.')
  }
  return indexes
}
