import pg from 'pg'

/** The PostgreSQL server that benches and trials use: BENCH_DATABASE_URL, else TEST_DATABASE_URL, else this machine's. */
const SERVER =
  process.env.BENCH_DATABASE_URL || process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres'

/** A new database for one run; `drop` removes it. */
export async function makeDatabase(name: string): Promise<{ url: string; drop(): Promise<void> }> {
  const database = `${name}_${process.pid}`
  const administer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: SERVER })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await administer(`drop database if exists ${database} with (force)`, `create database ${database}`)
  const url = new URL(SERVER)
  url.pathname = database
  return { url: url.href, drop: () => administer(`drop database if exists ${database} with (force)`) }
}
