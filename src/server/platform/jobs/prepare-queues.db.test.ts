import { expect, it } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { startJobs } from './jobs.ts'

databaseTest('queues and schedules', (connection) => {
  const readState = async () => {
    const { rows } = await connection().pool.query<{ name: string; xmin: string }>(
      `select 'queue ' || name as name, xmin::text, retry_limit, retention_seconds, null as cron, null as timezone, null::jsonb as data
         from pgboss.queue where name !~ '^__'
       union all
       select 'schedule ' || name, xmin::text, null, null, cron, timezone, data from pgboss.schedule order by 1`,
    )
    return {
      definitions: rows.map(({ xmin: _, ...definition }) => definition),
      versions: new Map(rows.map(({ name, xmin }) => [name, xmin])),
    }
  }
  const start = () =>
    startJobs(connection(), (error) => {
      throw error
    })

  it('are not touched by the next start if they are up to date', async () => {
    const before = await readState()
    await (await start()).stop()
    expect(await readState()).toEqual(before)
    expect(before.definitions.length).toBeGreaterThan(20)
  })

  it('from an older version are updated, and missing ones are created', async () => {
    const before = await readState()
    await connection().pool.query(`
      update pgboss.queue set retry_limit = 2 where name = 'mail';
      update pgboss.queue set retention_seconds = 60 where name = 'verify';
      update pgboss.schedule set data = null where name = 'clean';
      update pgboss.schedule set cron = '1 1 * * *' where name = 'unpaid';
      update pgboss.schedule set timezone = 'Asia/Tokyo' where name = 'todo';
      delete from pgboss.schedule where name = 'status';
      select pgboss.delete_queue('newsletter')`)
    expect((await readState()).definitions).not.toEqual(before.definitions)

    const jobs = await start()
    // Queued as in a running shop: inside a transaction, which uses the embedded engine's only connection.
    await inTransaction(connection().db, async (trx) => {
      await jobs.queue(trx, 'newsletter', [{ newsletter_id: 1 }])
      await jobs.queue(trx, 'mail', [{ mail: 'todo', todo: true }])
      await jobs.queue(trx, 'clean', [{}])
    })
    await jobs.stop()
    const after = await readState()
    expect(after.definitions).toEqual(before.definitions)
    const rewritten = [...after.versions].filter(([name, xmin]) => before.versions.get(name) !== xmin)
    expect(rewritten.map(([name]) => name)).toEqual([
      'queue mail',
      'queue newsletter',
      'queue verify',
      'schedule clean',
      'schedule status',
      'schedule todo',
      'schedule unpaid',
    ])
  })
})
