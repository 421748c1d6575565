import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database/connection.ts'
import { RowError } from './row.ts'

/** Selects `line`, `column_name` and `sentence` of invalid staged rows; the one with the first line is reported. */
export type InvalidRows = RawBuilder<unknown>

export async function rejectInvalidRows(trx: Transaction, queries: readonly InvalidRows[]): Promise<void> {
  const { rows } = await sql<{ line: number; column_name: string; sentence: string }>`
    select line, column_name, sentence from (
      ${sql.join(
        queries.map((query) => sql`(${query})`),
        sql` union all `,
      )}
    ) as invalid (line, column_name, sentence) order by line limit 1`.execute(trx)
  const [first] = rows
  if (first) throw new RowError(first.line, first.column_name, first.sentence)
}
