import { expect, it } from 'vitest'
import { postgresTest } from '#test/database.ts'
import { fillBackOffice } from '../bench/support/fill-back-office.ts'

const SIZE = { orders: 400, members: 150, entries: 600 }

postgresTest('the demo shop for back-office benchmarks', (database) => {
  it('matches the current schema, indexes and what the triggers would have written', async () => {
    const { pool, url } = database()
    const indexes = async () => (await pool.query(`select indexdef from pg_indexes order by indexname`)).rows
    const before = await indexes()
    await fillBackOffice(url, SIZE, () => {})
    const { rows } = await pool.query(
      `select (select count(*)::int from orders) as orders, (select count(*)::int from audit_entries) as entries,
         (select count(*)::int from order_search where search_text = order_search_text(order_id)) as searched`,
    )
    expect(rows).toEqual([{ orders: SIZE.orders, entries: SIZE.entries, searched: SIZE.orders }])
    // Partitions of the audit log name theirs differently.
    expect((await indexes()).filter(({ indexdef }) => !/audit_entries_\d/.test(indexdef))).toEqual(
      before.filter(({ indexdef }) => !/audit_entries_\d/.test(indexdef)),
    )
  })
})
