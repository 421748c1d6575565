import { type CsvRecord, readRecords } from './records.ts'
import { Row, RowError } from './row.ts'

/** Characters of the name of a column that is not read. */
const MAX_NAME = 100

export type CsvFile<Column extends string> = {
  columns: ReadonlySet<Column>
  /** Returns the column's name in the file's heading. */
  nameOf: (column: Column) => string
  /** Names of the file's columns that are none of these. */
  unknown: readonly string[]
  /** In batches as the file is read: one asynchronous step per row would take longer than the rows. */
  slices: AsyncGenerator<Row<Column>[]>
}

/** Optional columns of a file, in any order, and required ones; others are ignored. */
export type Heading<Column extends string> = {
  columns: readonly Column[]
  required: readonly Column[]
  /** Alternative names of columns, in lower case. */
  aliases?: Readonly<Record<string, Column>>
  /** Recognizes files with other columns by their heading. */
  adapt?: (heading: readonly string[]) => RowAdapter<Column> | undefined
}

/** Translates records of a file with other columns to rows. */
export type RowAdapter<Column extends string> = {
  columns: ReadonlySet<Column>
  /** Returns the column of the file that fills this one. */
  nameOf: (column: Column) => string
  /** Returns the rows that are complete after this record. */
  push(record: CsvRecord): { line: number; cells: Partial<Record<Column, string>> }[]
  /** Returns the last rows. */
  end(): { line: number; cells: Partial<Record<Column, string>> }[]
}

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
  const [first, ...remaining] = records as [CsvRecord, ...CsvRecord[]]
  const adapter = heading.adapt?.(first.cells)
  if (adapter) {
    const adapted = readAdaptedSlices(remaining, slices, adapter)
    return { columns: adapter.columns, nameOf: adapter.nameOf, unknown: [], slices: adapted }
  }
  const { indexes, names, unknown } = readHeading(first, heading)
  const width = first.cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const nameOf = (column: Column): string => names.get(column) ?? column
  const rows = readSlices(remaining, slices, { width, indexes, nameOf })
  return { columns: new Set(indexes.keys()), nameOf, unknown, slices: rows }
}

type Columns<Column extends string> = {
  /** Number of cells in the heading, without empty ones at its end. */
  width: number
  indexes: ReadonlyMap<Column, number>
  nameOf: (column: Column) => string
}

/** Yields single rows, for rows that each take longer than an asynchronous step. */
export async function* eachRow<Column extends string>({ slices }: CsvFile<Column>): AsyncGenerator<Row<Column>> {
  for await (const slice of slices) yield* slice
}

async function* readSlices<Column extends string>(
  first: CsvRecord[],
  rest: AsyncGenerator<CsvRecord[]>,
  columns: Columns<Column>,
): AsyncGenerator<Row<Column>[]> {
  yield* toRows(first, columns)
  for await (const records of rest) yield* toRows(records, columns)
}

async function* readAdaptedSlices<Column extends string>(
  first: CsvRecord[],
  rest: AsyncGenerator<CsvRecord[]>,
  { columns, nameOf, push, end }: RowAdapter<Column>,
): AsyncGenerator<Row<Column>[]> {
  const order = [...columns]
  const indexes = new Map(order.map((column, index) => [column, index]))
  const toRow = ({ line, cells }: ReturnType<typeof end>[number]) =>
    new Row(
      line,
      order.map((column) => cells[column] ?? ''),
      indexes,
      nameOf,
    )
  const translate = (records: CsvRecord[]) =>
    records.filter(({ cells }) => !isBlank(cells)).flatMap((record) => push(record).map(toRow))
  yield translate(first)
  for await (const records of rest) yield translate(records)
  yield end().map(toRow)
}

/** Yields the rows before an unreadable one first: they may have errors of their own. */
function* toRows<Column extends string>(
  records: CsvRecord[],
  { width, indexes, nameOf }: Columns<Column>,
): Generator<Row<Column>[]> {
  const rows: Row<Column>[] = []
  for (const { line, cells } of records) {
    if (isBlank(cells)) continue
    // Spreadsheets write empty cells for a deleted column; nonempty ones mean that the row has shifted.
    if (cells.length > width && !isBlank(cells.slice(width))) {
      yield rows
      throw new RowError(line, undefined, `The row has ${cells.length} cells, but the header row only ${width}.`)
    }
    rows.push(new Row(line, cells, indexes, nameOf))
  }
  yield rows
}

/** Spreadsheets leave such rows at the end of their files. */
const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '')

function readHeading<Column extends string>(
  { line, cells }: CsvRecord,
  { columns, required, aliases = {} }: Heading<Column>,
): { indexes: Map<Column, number>; names: Map<Column, string>; unknown: string[] } {
  const columnsByName = new Map<string, Column>(Object.entries(aliases))
  for (const column of columns) columnsByName.set(column.toLowerCase(), column)
  const indexes = new Map<Column, number>()
  const names = new Map<Column, string>()
  const unknown: string[] = []
  for (const [index, cell] of cells.entries()) {
    const column = columnsByName.get(cell.trim().toLowerCase())
    if (!column) {
      const name = cell.trim().replaceAll('\0', '').slice(0, MAX_NAME).toWellFormed()
      if (name !== '') unknown.push(name)
      continue
    }
    if (indexes.has(column)) throw new RowError(line, column, 'The column appears twice.')
    indexes.set(column, index)
    if (cell.trim().toLowerCase() !== column.toLowerCase()) names.set(column, cell.trim())
  }
  for (const column of required) {
    if (!indexes.has(column)) throw new RowError(line, column, 'The column is missing.')
  }
  return { indexes, names, unknown }
}
