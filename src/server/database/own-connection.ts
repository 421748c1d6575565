import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Connection, Database } from './connect.ts'
import type { Tables } from './tables.generated.ts'

/** One connection from first to last, whose temporary tables nobody else sees: its queries, and its client for COPY. */
export type OwnConnection = { db: Database; client: pg.PoolClient; engine: Connection['engine'] }

export async function withOwnConnection<Result>(
  { pool, engine }: Pick<Connection, 'pool' | 'engine'>,
  work: (own: OwnConnection) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // Kysely gives a connection back after each query; this one goes back to the pool at the end only.
  const kept = { query: client.query.bind(client), release: () => {} } as unknown as pg.PoolClient
  const db: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: async () => kept, end: async () => {} },
    }),
  })
  try {
    return await work({ db, client, engine })
  } finally {
    client.release()
  }
}
