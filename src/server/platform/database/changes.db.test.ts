import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { waitFor } from '#test/wait.ts'
import { type ChangeWatch, watchChanges } from './changes.ts'
import { openSecondaryPool, secondaryPoolOptions } from './connect.ts'
import { inTransaction } from './transaction.ts'

databaseTest('change watcher', (connection, engine) => {
  const received: (string[] | 'all')[] = []
  /** PostgreSQL also sends a notification to every listener, so that a process receives its own change twice. */
  const repeated = (tags: string[]) => (engine === 'embedded' ? [] : [tags])
  let watch: ChangeWatch
  beforeAll(async () => {
    watch = await watchChanges(connection(), (tags) => received.push(tags))
  })
  afterAll(() => watch.close())
  beforeEach(() => {
    received.length = 0
  })

  test('reports a changed setting', async () => {
    await connection().db.insertInto('settings').values({ key: 'shop_name', value: 'Salonfront' }).execute()
    await waitFor(() => expect(received).toEqual([['settings'], ...repeated(['settings'])]))
  })

  test('reports a renamed state', async () => {
    await connection().db.updateTable('states').set({ name: 'Jersey' }).where('code', '=', 'NJ').execute()
    await waitFor(() => expect(received).toEqual([['states'], ...repeated(['states'])]))
  })

  test('reports all tags of one transaction together', async () => {
    await inTransaction(connection().db, async (trx) => {
      await trx.updateTable('settings').set({ value: 'Other' }).execute()
      await trx.insertInto('terms').values({ text: 'New', published_by: 'owner' }).execute()
    })
    // The order in which the two notifications arrive is not defined.
    const expected = [['settings'], ['content'], ...repeated(['settings', 'content'])]
    await waitFor(() => expect(received.map(String).sort()).toEqual(expected.map(String).sort()))
  })

  test('reports a commit of this process before it returns, and nothing that was not committed', async () => {
    const { db, pool } = connection()
    const write = (text: string) =>
      inTransaction(db, async (trx) => {
        await trx.insertInto('terms').values({ text, published_by: 'owner' }).execute()
        expect(received).toEqual([])
        return { ok: text !== 'refused' }
      })
    await write('refused')
    expect(received).toEqual([])
    await write('taken')
    // The notification to every listener may have arrived as well.
    expect(received[0]).toEqual(['content'])
    expect(received.slice(1).every((tags) => String(tags) === 'content')).toBe(true)

    received.length = 0
    await db.insertInto('terms').values({ text: 'Newer', published_by: 'owner' }).execute()
    expect(received).toContainEqual(['content'])

    // Uses the maximum number of concurrent connections, each independently.
    await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const client = await pool.connect()
        try {
          const countBefore = received.filter((tags) => tags !== 'all' && tags.includes('states')).length
          await client.query('update states set name = name || $1 where code = $2', [String(n), 'NJ'])
          expect(received.filter((tags) => tags !== 'all' && tags.includes('states')).length).toBeGreaterThan(
            countBefore,
          )
        } finally {
          client.release()
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
    expect(received).toEqual([])
  })

  test('reports changes of another connection once they are committed', async () => {
    const other = openSecondaryPool(secondaryPoolOptions(connection()))
    try {
      const client = await other.pool.connect()
      await client.query('begin')
      await client.query(`insert into terms (text, published_by) values ('Other', 'owner')`)
      await pause(400)
      expect(received).toEqual([])
      await client.query('commit')
      client.release()
      await waitFor(() => expect(received).toEqual([engine === 'embedded' ? 'all' : ['content']]))
      received.length = 0
      await other.pool.query('select count(*) from terms')
      await pause(400)
      expect(received).toEqual([])
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
    await waitFor(() => expect(received).toEqual(['all']))
    await db.insertInto('terms').values({ text: 'Newest', published_by: 'owner' }).execute()
    await waitFor(() => expect(received).toEqual(['all', ['content'], ['content']]))
  })
})
