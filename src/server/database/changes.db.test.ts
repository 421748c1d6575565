import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { type ChangeWatch, watchChanges } from './changes.ts'
import { inTransaction } from './transaction.ts'

databaseTest('a watch over changes', (connection, engine) => {
  const heard: (string[] | 'all')[] = []
  let watch: ChangeWatch
  beforeAll(async () => {
    watch = await watchChanges(connection(), (tags) => heard.push(tags))
  })
  afterAll(() => watch.close())
  beforeEach(() => {
    heard.length = 0
  })

  test('hears of a setting that changed', async () => {
    await connection().db.insertInto('settings').values({ key: 'shop_name', value: 'Salonfront' }).execute()
    await vi.waitFor(() => expect(heard).toEqual([engine === 'embedded' ? 'all' : ['settings']]), 2_000)
  })

  test('hears of a state that has another name', async () => {
    await connection().db.updateTable('states').set({ name: 'Jersey' }).where('code', '=', 'NJ').execute()
    await vi.waitFor(() => expect(heard).toEqual([engine === 'embedded' ? 'all' : ['states']]), 2_000)
  })

  test('hears all tags of one transaction together', async () => {
    await inTransaction(connection().db, async (trx) => {
      await trx.updateTable('settings').set({ value: 'Other' }).execute()
      await trx.insertInto('faqs').values({ topic: '', position: 1, question: '', answer_html: '' }).execute()
    })
    await vi.waitFor(() => expect(heard).toEqual([engine === 'embedded' ? 'all' : ['settings', 'content']]), 2_000)
  })

  test('hears nothing while nothing that a page shows changes', async () => {
    await connection()
      .db.insertInto('carts')
      .values({ token_hash: Buffer.from('a') })
      .execute()
    await pause(700)
    expect(heard).toEqual([])
  })

  test.skipIf(engine === 'embedded')('takes everything for changed after its connection was cut', async () => {
    const { pool, db } = connection()
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ '^listen'`,
    )
    expect(rowCount).toBe(1)
    await vi.waitFor(() => expect(heard).toEqual(['all']), 5_000)
    await db.deleteFrom('faqs').execute()
    await vi.waitFor(() => expect(heard).toEqual(['all', ['content']]), 2_000)
  })
})
