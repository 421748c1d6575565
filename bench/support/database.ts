import pg from 'pg'

/**
 * The PostgreSQL server for benches and long-running tests: BENCH_DATABASE_URL, else TEST_DATABASE_URL, else the local
 * one.
 */
const SERVER =
  process.env.BENCH_DATABASE_URL || process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres'

/** Runs statements outside of any shop's database, such as those that create and drop one. */
export async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Returns the URL of a database on the same server. */
export function urlOf(database: string): string {
  const url = new URL(SERVER)
  url.pathname = database
  return url.href
}

/** Creates a new database for one run; `drop` removes it. */
export async function makeDatabase(name: string): Promise<{ url: string; drop(): Promise<void> }> {
  const database = `${name}_${process.pid}`
  await administer(`drop database if exists ${database} with (force)`, `create database ${database}`)
  return { url: urlOf(database), drop: () => administer(`drop database if exists ${database} with (force)`) }
}
