import { execFile, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { Client } from '../../bench/support/client.ts'
import { freePort, startShop } from '../../bench/support/server.ts'
import { countStock } from '../support/stock.ts'
import { copyOrder } from './copy-order.ts'
import { createPostgres, type Postgres } from './dedicated-postgres.ts'
import { type Attempt, PRODUCT_ID, placeOneOrder, STOCK } from './kill-during-checkout.ts'
import { startTlsStore } from './tls-store.ts'
import { assertThat, log } from './trial-shop.ts'

const BUYERS = 4
const USES_BUCKET = process.env.BACKUP_STORE === 's3'
const BEFORE_MS = Number(process.env.BEFORE_MS ?? 8_000)
/** Number of orders that exist before, besides those of the demo shop. */
const ORDERS = Number(process.env.ORDERS ?? 0)
const AFTER_MS = 4_000
const RETRY_DELAY_MS = 50

type AcknowledgedOrder = { marker: string; order: number; at: number }

/**
 * Rows are deleted by mistake while orders are placed. The database is recovered to the second before, with the
 * scripts of ops/backup: every order acknowledged until then exists, nothing later does, and `verify` is clean.
 * `ORDERS=1000000` fills the shop first.
 */
export async function pointInTime(engine: 'embedded' | 'postgres'): Promise<void> {
  assertThat(engine === 'postgres', 'the embedded engine is restored by shop restore: npm run trial -- restore')
  if (spawnSync('pgbackrest', ['version']).status !== 0) {
    log('NOT RUN: pgbackrest is not installed (Debian: apt-get install pgbackrest).')
    return
  }
  const server = await createPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-trial-'))
  const store = USES_BUCKET ? await startTlsStore() : undefined
  const backups = await createBackups(server, dataDir, store?.environment)
  await server.start()
  const shop = await startShop({ databaseUrl: server.url, dataDir })
  const client = new Client(shop.port, BUYERS)
  const acknowledged: AcknowledgedOrder[] = []
  let isRunning = true
  try {
    await server.query(countStock(PRODUCT_ID, STOCK + ORDERS))
    const attempts: Attempt[] = []
    if (ORDERS > 0) log(`${ORDERS} orders: ${await measureDuration(() => fillShop(server, client, attempts))}`)
    log(await backups.run('set-up', server.data, String(server.port), server.folder))
    await server.stop()
    await server.start()
    log(await backups.run('set-up', server.data, String(server.port), server.folder))
    log(`first backup: ${await measureDuration(() => backups.run('backup', 'full'))}`)

    const buying = Promise.all(
      Array.from({ length: BUYERS }, async () => {
        while (isRunning) {
          // The mistake may affect the order being placed.
          const attempt = await placeOneOrder(client, attempts).catch(() => undefined)
          if (attempt?.acknowledged === undefined) await pause(RETRY_DELAY_MS)
          else acknowledged.push({ marker: attempt.marker, order: attempt.acknowledged, at: Date.now() })
        }
      }),
    )
    await pause(BEFORE_MS)
    log(`an incremental backup under load: ${await measureDuration(() => backups.run('backup', 'incr'))}`)
    await pause(BEFORE_MS)
    const mistakeAt = await deleteByMistake(server)
    await pause(AFTER_MS)
    isRunning = false
    await buying

    const moment = Math.floor(mistakeAt / 1000) * 1000
    const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')
    const expected = acknowledged.filter(({ at }) => at <= moment)
    log(
      `${acknowledged.length} orders acknowledged, ${expected.length} of them by ${target}, ${(mistakeAt - moment).toFixed(0)} ms before the mistake`,
    )
    assertThat(expected.length > 0 && expected.length < acknowledged.length, 'no orders on one side of the target')

    const restored = await backups.restore(target)
    log(restored.output)
    await restored.query(async (query) => {
      const { rows } = await query<{ id: number; marker: string; payments: number }>(
        `select order_id as id, address_1 as marker from order_addresses where address_1 like 'marker-%'`,
      )
      const ordersByMarker = Map.groupBy(rows, ({ marker }) => marker)
      const lost = expected.filter(({ marker, order }) => !ordersByMarker.get(marker)?.some(({ id }) => id === order))
      const duplicated = [...ordersByMarker.values()].filter((duplicates) => duplicates.length > 1)
      const { rows: remaining } = await query<{ lines: number }>('select count(*)::int as lines from order_lines')
      log(
        `recovered: ${rows.length} orders, ${lost.length} of the acknowledged lost, ${duplicated.length} duplicated, ${remaining[0]?.lines} lines`,
      )
      assertThat(lost.length === 0 && duplicated.length === 0, 'orders were lost or duplicated')
      assertThat(/all agree/.test(restored.output), 'verify has findings')
    })
    const { rows } = await server.query<{ lines: number }>('select count(*)::int as lines from order_lines')
    log(`the original is unchanged: it still has ${rows[0]?.lines} lines`)
    if (store) log(`the repository was in a bucket behind TLS: ${store.requests()} requests`)
  } finally {
    isRunning = false
    client.close()
    await shop.stop()
    await backups.remove()
    await server.remove()
    await store?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Copies an order that a buyer placed; the running shop seals the audit entries. */
async function fillShop(server: Postgres, client: Client, attempts: Attempt[]): Promise<void> {
  const { acknowledged } = await placeOneOrder(client, attempts)
  assertThat(acknowledged !== undefined, 'there is no order to copy')
  // Distinguishes copies from placed orders.
  await server.query(`update order_addresses set address_1 = 'copied' where order_id = $1`, [acknowledged])
  await copyOrder(server.url, acknowledged as number, ORDERS)
  for (;;) {
    const { rows } = await server.query<{ unsealed: boolean }>('select exists (select from audit_unsealed) as unsealed')
    if (!rows[0]?.unsealed) return
    await pause(1_000)
  }
}

/** Simulates a superuser who forgot the condition. Returns the time by the server's clock. */
async function deleteByMistake(server: Postgres): Promise<number> {
  const { rows } = await server.query<{ at: Date }>('select clock_timestamp() as at')
  await server.query(`begin; set local session_replication_role = 'replica'; delete from order_lines; commit`)
  if (!rows[0]) throw new Error('the server returned no time')
  return rows[0].at.getTime()
}

const measureDuration = async (work: () => Promise<unknown>): Promise<string> => {
  const started = performance.now()
  await work()
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

/** The scripts of ops/backup, with a dedicated repository for the trial. */
async function createBackups(server: Postgres, dataDir: string, store: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-backups-'))
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? 'postgres' : (process.env.USER ?? '')
  if (isRoot) {
    const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
    chownSync(folder, idOf('-u'), idOf('-g'))
  }
  const environment = {
    ...process.env,
    BACKUP_OWNER: owner,
    BACKUP_STANZA: 'trial',
    BACKUP_CONFIG: join(folder, 'pgbackrest.conf'),
    BACKUP_LOGS: join(folder, 'logs'),
    BACKUP_WORK: join(folder, 'work'),
    BACKUP_REPOSITORY: join(folder, 'repository'),
    ...store,
    PG_BIN: server.programs,
    PGUSER: 'postgres',
    DATABASE_URL: server.url,
    DATA_DIR: dataDir,
  }
  const run = async (script: string, ...args: string[]): Promise<string> => {
    const options = { env: environment, maxBuffer: 64 * 1024 * 1024 }
    const { stdout, stderr } = await promisify(execFile)(join('ops/backup', script), args, options)
    return `${stdout}${stderr}`.trim()
  }
  const restoredFolders: string[] = []
  return {
    run,
    async restore(target: string) {
      const port = await freePort()
      const restoreFolder = join(folder, 'restored')
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`
      restoredFolders.push(restoreFolder)
      let output = ''
      const duration = await measureDuration(async () => {
        output = await run('restore', '--to', restoreFolder, '--url', url, '--time', target)
      })
      return {
        output: `${output}\nrestored and verified in ${duration}`,
        async query<Result>(work: (query: pg.Client['query']) => Promise<Result>): Promise<Result> {
          const client = new pg.Client({ connectionString: url })
          await client.connect()
          return work(client.query.bind(client) as pg.Client['query']).finally(() => client.end())
        },
      }
    },
    async remove() {
      for (const restored of restoredFolders) {
        const pid = await readFile(join(restored, 'postmaster.pid'), 'utf8').catch(() => '')
        const [first] = pid.split('\n')
        if (first) process.kill(Number(first), 'SIGQUIT')
      }
      await pause(restoredFolders.length > 0 ? 1_000 : 0)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
