import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database/connection.ts'
import { RowError } from './row.ts'

/** Selects `line`, `column_name` and `sentence` of faulty staged rows; the one with the first line is reported. */
export type Faults = RawBuilder<unknown>

export async function refuseFaults(trx: Transaction, errors: readonly Faults[]): Promise<void> {
  const { rows } = await sql<{ line: number; column_name: string; sentence: string }>`
    select line, column_name, sentence from (
      ${sql.join(
        errors.map((error) => sql`(${error})`),
        sql` union all `,
      )}
    ) as faults (line, column_name, sentence) order by line limit 1`.execute(trx)
  const [first] = rows
  if (first) throw new RowError(first.line, first.column_name, first.sentence)
}
