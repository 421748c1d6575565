import { type RefusedResult, type Result, refuse } from '#domain/result.ts'
import type { Connection, Transaction } from '../database/connection.ts'
import { type DedicatedConnection, withDedicatedConnection } from '../database/dedicated-connection.ts'
import {
  type StagedColumns,
  type StagedRows,
  type StagedValue,
  type Staging,
  withStaging,
} from '../database/staging.ts'
import { type CsvFile, type Heading, openCsvFile } from './read-rows.ts'
import { type Row, RowError } from './row.ts'

export type ImportRefusal = { code: 'row_invalid'; line: number; column: string | undefined; sentence: string }

export type ImportOptions = {
  path: string
  /** Called periodically with the number of staged rows and the bytes read so far. */
  onProgress?: (rows: number, bytes: number) => void
  /** Called in the transaction of the change, with its counts. */
  onMerged?: (trx: Transaction, counts: Record<string, number>) => Promise<void>
}

export type FileKind<Column extends string> = Heading<Column> & {
  staged: StagedColumns
  /** Yields the file's rows for staging, in batches; throws a RowError for a row that no import could accept. */
  read: (file: CsvFile<Column>) => StagedRows
}

/** For files whose rows are staged independently. */
export const readRowByRow = <Column extends string>(
  read: (row: Row<Column>, columns: ReadonlySet<Column>) => readonly StagedValue[],
) =>
  async function* ({ slices, columns }: CsvFile<Column>): AsyncGenerator<(readonly StagedValue[])[]> {
    for await (const slice of slices) yield slice.map((row) => read(row, columns))
  }

/**
 * Imports a CSV file as a whole or not at all (docs/product §9): each row is first parsed independently into a temporary
 * table; `merge` then checks the rows together before it changes the shop.
 */
export async function importFile<Column extends string, Counts extends object>(
  connection: Connection,
  kind: FileKind<Column>,
  { path, onProgress }: ImportOptions,
  merge: (dedicated: DedicatedConnection, staging: Staging, file: CsvFile<Column>) => Promise<Counts>,
): Promise<Result<Counts, ImportRefusal>> {
  try {
    let bytes = 0
    const file = await openCsvFile(path, kind, (count) => {
      bytes += count
    })
    const rows = reportProgress(kind.read(file), (count) => onProgress?.(count, bytes))
    const counts = await withDedicatedConnection(connection, (dedicated) =>
      withStaging(dedicated, kind.staged, rows, (staging) => merge(dedicated, staging, file)),
    )
    return { ok: true, ...counts }
  } catch (error) {
    return toRefusal(error)
  }
}

/** Converts a RowError to a refusal; rethrows anything else. */
export function toRefusal(error: unknown): RefusedResult<ImportRefusal> {
  if (!(error instanceof RowError)) throw error
  const { line, column, message } = error
  return refuse({ code: 'row_invalid', line, column, sentence: message })
}

async function* reportProgress(
  rows: StagedRows,
  onSlice: (count: number) => void,
): AsyncGenerator<readonly (readonly StagedValue[])[]> {
  let count = 0
  for await (const slice of rows) {
    yield slice
    count += slice.length
    onSlice(count)
  }
}
