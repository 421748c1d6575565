import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { type Decision, listColumns } from './decision.ts'
import { decisions } from './decisions.ts'

databaseTest('personal data', (connection) => {
  it('has exactly one decision for every table and column of the database', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select relname as table, array_agg(attname::text order by attname::text) as columns
        from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname <> 'schema_migrations'
       group by relname order by relname`.execute(connection().db)
    const inDatabase = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
    const decided = Object.fromEntries(
      Object.entries<Decision>(decisions)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([table, decision]) => [table, listColumns(decision).sort()]),
    )
    expect(decided, 'src/server/privacy/decisions.ts says how to decide').toEqual(inDatabase)
  })
})
