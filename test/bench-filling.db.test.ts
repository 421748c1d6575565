import { expect, it } from 'vitest'
import { postgresTest } from '#test/database.ts'
import { fillBackOffice } from '../bench/support/fill-back-office.ts'

const SIZE = { orders: 400, members: 150, entries: 600 }

postgresTest('the shop of years that the back office is measured with', (database) => {
  it('is filled with this schema, and has the indexes and the words that the triggers would have left', async () => {
    const { pool, url } = database()
    const indexes = async () => (await pool.query(`select indexdef from pg_indexes order by indexname`)).rows
    const before = await indexes()
    await fillBackOffice(url, SIZE, () => {})
    const { rows } = await pool.query(
      `select (select count(*)::int from orders) as orders, (select count(*)::int from audit_entries) as entries,
         (select count(*)::int from order_search where words = words_of_order(order_id)) as searched`,
    )
    expect(rows).toEqual([{ orders: SIZE.orders, entries: SIZE.entries, searched: SIZE.orders }])
    // Partitions of the audit log's months have theirs by other names.
    expect((await indexes()).filter(({ indexdef }) => !/audit_entries_\d/.test(indexdef))).toEqual(
      before.filter(({ indexdef }) => !/audit_entries_\d/.test(indexdef)),
    )
  })
})
