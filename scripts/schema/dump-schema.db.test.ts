import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { dumpSchema } from './dump-schema.ts'
import { describeTables } from './table-types.ts'

databaseTest('the generated schema', (connection) => {
  const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

  test('matches the migrations', async () => {
    expect(await dumpSchema(connection().pool)).toBe(await read('db/schema.sql'))
    expect(await describeTables(connection().pool)).toBe(await read('src/server/platform/database/tables.generated.ts'))
  })

  test('loads into an empty database and dumps identically', async () => {
    await connection().pool.query('drop schema public cascade; create schema public')
    await connection().pool.query(await read('db/schema.sql'))
    // The server flattens a nested (a or b) or c when it stores the expression.
    const flat = (text: string) => text.replaceAll(/[()]/g, '')
    expect(flat(await dumpSchema(connection().pool))).toBe(flat(await read('db/schema.sql')))
  })
})
