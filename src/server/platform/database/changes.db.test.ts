import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { waitFor } from '#test/wait.ts'
import { type ChangeWatch, watchChanges } from './changes.ts'
import { besideOptions, openBeside } from './connect.ts'
import { inTransaction } from './transaction.ts'

databaseTest('a watch over changes', (connection, engine) => {
  const heard: (string[] | 'all')[] = []
  /** PostgreSQL sends a notice to everybody as well, so that one hears of an own change twice. */
  const again = (tags: string[]) => (engine === 'embedded' ? [] : [tags])
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
    await waitFor(() => expect(heard).toEqual([['settings'], ...again(['settings'])]))
  })

  test('hears of a state that has another name', async () => {
    await connection().db.updateTable('states').set({ name: 'Jersey' }).where('code', '=', 'NJ').execute()
    await waitFor(() => expect(heard).toEqual([['states'], ...again(['states'])]))
  })

  test('hears all tags of one transaction together', async () => {
    await inTransaction(connection().db, async (trx) => {
      await trx.updateTable('settings').set({ value: 'Other' }).execute()
      await trx.insertInto('faqs').values({ topic: '', position: 1, question: '', answer_html: '' }).execute()
    })
    // Which of the two ways a notice comes first is the network's business.
    const wanted = [['settings'], ['content'], ...again(['settings', 'content'])]
    await waitFor(() => expect(heard.map(String).sort()).toEqual(wanted.map(String).sort()))
  })

  test('hears of a commit of this process before it returns, and of no more than was committed', async () => {
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
    // The notice to everybody may have come as well.
    expect(heard[0]).toEqual(['content'])
    expect(heard.slice(1).every((tags) => String(tags) === 'content')).toBe(true)

    heard.length = 0
    await db.updateTable('faqs').set({ topic: 'Orders' }).execute()
    expect(heard).toContainEqual(['content'])

    // As many connections as one may have at a time, each for itself.
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

  test('hears nothing while nothing that a page shows changes', async () => {
    await connection()
      .db.insertInto('carts')
      .values({ token_hash: Buffer.from('a') })
      .execute()
    await pause(700)
    expect(heard).toEqual([])
  })

  test('hears of what another connection changes, once it is committed', async () => {
    const other = openBeside(besideOptions(connection()))
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

  test.skipIf(engine === 'embedded')('takes everything for changed after its connection was cut', async () => {
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
