import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.generated.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>

export type Connection = {
  db: Database
  /** For what Kysely cannot say (LISTEN, whole SQL files). Never use it with named prepared statements. */
  pool: pg.Pool
  engine: 'embedded' | 'postgres'
  /**
   * On the embedded engine, for the process that runs it: called a moment after statements that came through other
   * connections than this one's. Returns how to end it.
   */
  hearOthers?(listener: () => void): () => void
  close(): Promise<void>
}
