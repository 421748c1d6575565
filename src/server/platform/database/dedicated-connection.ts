import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Connection, Database } from './connection.ts'
import type { Tables } from './tables.generated.ts'

/**
 * A single connection from start to end, with its queries and its client for COPY; no other connection sees its
 * temporary tables.
 */
export type OwnConnection = { db: Database; client: pg.PoolClient; engine: Connection['engine'] }

export async function withOwnConnection<Result>(
  { pool, engine }: Pick<Connection, 'pool' | 'engine'>,
  work: (own: OwnConnection) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // Kysely releases a connection after each query; this one returns to the pool only at the end.
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
