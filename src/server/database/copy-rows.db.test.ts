import { expect, it } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { copyRows } from './copy-rows.ts'

databaseTest('rows by COPY', (connection) => {
  it('are those of the query, also where a chunk ends in the middle of one', async () => {
    const client = await connection().pool.connect()
    const rows: number[][] = []
    try {
      const query = `select n, case when n % 3 = 0 then null else -n end, n::bigint * 5000000001, (n % 7)::smallint, n % 2 = 0
        from generate_series(1, 30000) n order by n`
      await copyRows(client, query, ['int', 'int', 'int', 'int', 'bool'], (row) => rows.push([...row]))
    } finally {
      client.release()
    }
    expect(rows).toEqual(
      Array.from({ length: 30_000 }, (_, at) => {
        const n = at + 1
        return [n, n % 3 === 0 ? Number.NaN : -n, n * 5_000_000_001, n % 7, n % 2 === 0 ? 1 : 0]
      }),
    )
  })

  it('leave the connection good for others when the query fails', async () => {
    const client = await connection().pool.connect()
    try {
      await expect(copyRows(client, 'select 1 / 0', ['int'], () => {})).rejects.toThrow('division by zero')
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      const negative: number[] = []
      await copyRows(client, 'select -5000000001::bigint', ['int'], ([value]) => negative.push(value as number))
      expect(negative).toEqual([-5_000_000_001])
    } finally {
      client.release()
    }
  })
})
