import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresTest } from '#test/database.ts'
import { waitFor } from '#test/wait.ts'
import { openShop, type Shop } from './open-shop.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/connect.ts'
import { inTransaction } from './platform/database/transaction.ts'

const fail = (error: unknown) => {
  throw error
}

it('the embedded engine refuses to run in more than one process', () => {
  expect(() => readConfig({ ROLE: 'web' })).toThrow(
    new ConfigError(
      'ROLE=web: the embedded engine belongs to one process, which does everything. Set DATABASE_URL first.',
    ),
  )
  expect(() => readConfig({ WEB_CONCURRENCY: '2' })).toThrow(
    'WEB_CONCURRENCY=2: the embedded engine belongs to one process',
  )
})

postgresTest('processes with separate roles', (database) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-roles-'))
  const shops: Shop[] = []
  const open = async (ROLE: 'web' | 'worker') => {
    const env = { ROLE, DATABASE_URL: database().url, DATA_DIR: dataDir, DEMO: '0' }
    const connection = await openDatabase({ databaseUrl: database().url, dataDir, mode: 'serve' })
    const shop = await openShop(readConfig(env), env, connection, fail, () => {})
    shops.push(shop)
    await shop.startWork()
    return shop
  }
  let web: Shop
  beforeAll(async () => {
    await database().pool.query('delete from pgboss.schedule')
    web = await open('web')
  })
  afterAll(async () => {
    for (const shop of shops) await shop.close()
    rmSync(dataDir, { recursive: true })
  })

  const readJobStates = async () => {
    const { rows } = await database().pool.query(
      `select state, count(*)::int from pgboss.job where name = 'payout_mails' group by state`,
    )
    return rows
  }
  const countSchedules = async () => (await database().pool.query('select name from pgboss.schedule')).rows.length

  it('jobs queued by a web process are executed by the worker alone, and schedules belong to the worker', async () => {
    await inTransaction(web.services.db, (trx) =>
      web.services.jobs.queue(trx, 'payout_mails', [{ month: '2026-03' }, { month: '2026-04' }]),
    )
    expect(await countSchedules()).toBe(0)
    expect(await readJobStates()).toEqual([{ state: 'created', count: 2 }])

    await open('worker')
    expect(await countSchedules()).toBeGreaterThan(5)
    await waitFor(async () => expect(await readJobStates()).toEqual([{ state: 'completed', count: 2 }]))
  })
})
