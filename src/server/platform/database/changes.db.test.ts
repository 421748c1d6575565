import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { waitFor } from '#test/wait.ts'
import { type ChangeWatch, watchChanges } from './changes.ts'
import { openSecondaryPool, secondaryPoolOptions } from './connect.ts'
import { inTransaction } from './transaction.ts'

databaseTest('change watcher', (connection, engine) => {
  const heard: (string[] | 'all')[] = []
  /** PostgreSQL also sends a notification to every listener, so that a process hears of its own change twice. */
  const again = (tags: string[]) => (engine === 'embedded' ? [] : [tags])
  let watch: ChangeWatch
  beforeAll(async () => {
    watch = await watchChanges(connection(), (tags) => heard.push(tags))
  })
  afterAll(() => watch.close())
  beforeEach(() => {
    heard.length = 0
  })

  test('reports a changed setting', async () => {
    await connection().db.insertInto('settings').values({ key: 'shop_name', value: 'Salonfront' }).execute()
    await waitFor(() => expect(heard).toEqual([['settings'], ...again(['settings'])]))
  })

  test('reports a renamed state', async () => {
    await connection().db.updateTable('states').set({ name: 'Jersey' }).where('code', '=', 'NJ').execute()
    await waitFor(() => expect(heard).toEqual([['states'], ...again(['states'])]))
  })

  test('reports all tags of one transaction together', async () => {
    await inTransaction(connection().db, async (trx) => {
      await trx.updateTable('settings').set({ value: 'Other' }).execute()
      await trx.insertInto('faqs').values({ topic: '', position: 1, question: '', answer_html: '' }).execute()
    })
    // The order in which the two notifications arrive is not defined.
    const wanted = [['settings'], ['content'], ...again(['settings', 'content'])]
    await waitFor(() => expect(heard.map(String).sort()).toEqual(wanted.map(String).sort()))
  })

  test('reports a commit of this process before it returns, and nothing that was not committed', async () => {
    const { db, pool } = connection()
    const write = (question: string) =>
      inTransaction(db, async (trx) => {
        await trx.insertInto('faqs').values({ topic: '', position: 1, question, answer_html: '' }).execute()
        expect(heard).toEqual([])
        return { ok: question !== 'refused' }
      })
    await write('refused')
    expect(heard).toEqual([])
    await write('taken')
    // The notification to every listener may have arrived as well.
    expect(heard[0]).toEqual(['content'])
    expect(heard.slice(1).every((tags) => String(tags) === 'content')).toBe(true)

    heard.length = 0
    await db.updateTable('faqs').set({ topic: 'Orders' }).execute()
    expect(heard).toContainEqual(['content'])

    // Uses the maximum number of concurrent connections, each independently.
    await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const mine = await pool.connect()
        try {
          const before = heard.filter((tags) => tags !== 'all' && tags.includes('states')).length
          await mine.query('update states set name = name || $1 where code = $2', [String(n), 'NJ'])
          expect(heard.filter((tags) => tags !== 'all' && tags.includes('states')).length).toBeGreaterThan(before)
        } finally {
          mine.release()
        }
      }),
    )
    await pause(700)
  })

  test('reports nothing while nothing that a page shows changes', async () => {
    await connection()
      .db.insertInto('carts')
      .values({ token_hash: Buffer.from('a') })
      .execute()
    await pause(700)
    expect(heard).toEqual([])
  })

  test('reports changes of another connection once they are committed', async () => {
    const other = openSecondaryPool(secondaryPoolOptions(connection()))
    try {
      const client = await other.pool.connect()
      await client.query('begin')
      await client.query(`insert into faqs (topic, position, question, answer_html) values ('', 1, '', '')`)
      await pause(400)
      expect(heard).toEqual([])
      await client.query('commit')
      client.release()
      await waitFor(() => expect(heard).toEqual([engine === 'embedded' ? 'all' : ['content']]))
      heard.length = 0
      await other.pool.query('select count(*) from faqs')
      await pause(400)
      expect(heard).toEqual([])
    } finally {
      await other.close()
    }
  })

  test.skipIf(engine === 'embedded')('treats everything as changed after its connection was cut', async () => {
    const { pool, db } = connection()
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ '^listen'`,
    )
    expect(rowCount).toBe(1)
    await waitFor(() => expect(heard).toEqual(['all']))
    await db.deleteFrom('faqs').execute()
    await waitFor(() => expect(heard).toEqual(['all', ['content'], ['content']]))
  })
})
