import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import type { Database, Transaction } from './connection.ts'
import { inTransaction } from './transaction.ts'

databaseTest('a repeated statement', (connection, engine) => {
  const readAll = (db: Database | Transaction) =>
    sql<Record<string, unknown>>`select * from thing where id = ${1}`.execute(db).then(({ rows }) => rows)
  const names = async () => (await connection().pool.query('select name, statement from pg_prepared_statements')).rows

  test('is prepared under a name, if every connection has its own session', async () => {
    const { db, pool } = connection()
    await pool.query('create table thing (id int); insert into thing values (1)')
    for (let time = 0; time < 3; time++) expect(await readAll(db)).toEqual([{ id: 1 }])
    const prepared = (await names()).filter(({ statement }) => statement.includes('from thing'))
    expect(prepared).toHaveLength(engine === 'postgres' ? 1 : 0)
  })

  test('is planned again when a migration has changed its columns, inside and outside of a transaction', async () => {
    const { db, pool } = connection()
    for (let time = 0; time < 3; time++) await readAll(db)
    await pool.query(`alter table thing add column name text default 'first'`)
    expect(await readAll(db)).toEqual([{ id: 1, name: 'first' }])
    for (let time = 0; time < 3; time++) await readAll(db)
    await pool.query(`alter table thing add column size int default 2`)
    const rows = await inTransaction(db, async (trx) => {
      await sql`insert into settings (key, value) values (${'planned'}, '') on conflict do nothing`.execute(trx)
      return readAll(trx)
    })
    expect(rows).toEqual([{ id: 1, name: 'first', size: 2 }])
  })

  test('has no name if its text is not repeated', async () => {
    const { db } = connection()
    for (let n = 1; n <= 40; n++) await sql`select ${1}::int + ${sql.lit(n)} as once`.execute(db)
    expect((await names()).filter(({ statement }) => statement.includes('as once'))).toEqual([])
  })
})
