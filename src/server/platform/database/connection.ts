import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.generated.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>

export type Connection = {
  db: Database
  /** For features that Kysely lacks (LISTEN, whole SQL files). Never use it with named prepared statements. */
  pool: pg.Pool
  engine: 'embedded' | 'postgres'
  /**
   * Only on the embedded engine, for the process that runs it: calls the listener shortly after statements of other
   * connections. Returns a function that stops it.
   */
  watchOthers?(listener: () => void): () => void
  close(): Promise<void>
}
