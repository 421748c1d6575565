import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Connection, Database } from './connection.ts'
import type { Tables } from './tables.generated.ts'

/**
 * A single connection from start to end, with its queries and its client for COPY; no other connection sees its
 * temporary tables.
 */
export type DedicatedConnection = { db: Database; client: pg.PoolClient; engine: Connection['engine'] }

export async function withDedicatedConnection<Result>(
  { pool, engine }: Pick<Connection, 'pool' | 'engine'>,
  work: (dedicated: DedicatedConnection) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // Kysely releases a connection after each query; this one returns to the pool only at the end.
  const unreleasedClient = { query: client.query.bind(client), release: () => {} } as unknown as pg.PoolClient
  const db: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: async () => unreleasedClient, end: async () => {} },
    }),
  })
  try {
    return await work({ db, client, engine })
  } finally {
    client.release()
  }
}
