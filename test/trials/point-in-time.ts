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
import { copyOrder } from './copied-orders.ts'
import { type Attempt, buyOnce, PRODUCT_ID, STOCK } from './kill-while-placing.ts'
import { makePostgres, type Postgres } from './own-postgres.ts'
import { require, say } from './shop-for-trial.ts'
import { startTlsStore } from './tls-store.ts'

const BUYERS = 4
const IN_BUCKET = process.env.BACKUP_STORE === 's3'
const BEFORE_MS = Number(process.env.BEFORE_MS ?? 8_000)
/** Number of orders that exist before, besides those of the demo shop. */
const ORDERS = Number(process.env.ORDERS ?? 0)
const AFTER_MS = 4_000
const AFTER_FAULT_MS = 50

type AcknowledgedOrder = { marker: string; order: number; at: number }

/**
 * Rows are deleted by mistake while orders are placed. The database is recovered to the second before, with the
 * scripts of ops/backup: every order acknowledged until then exists, nothing later does, and `verify` is clean.
 * `ORDERS=1000000` fills the shop first.
 */
export async function pointInTime(engine: 'embedded' | 'postgres'): Promise<void> {
  require(engine === 'postgres', 'the embedded engine is restored by shop restore: npm run trial -- restore')
  if (spawnSync('pgbackrest', ['version']).status !== 0) {
    say('NOT RUN: pgbackrest is not installed (Debian: apt-get install pgbackrest).')
    return
  }
  const server = await makePostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-trial-'))
  const store = IN_BUCKET ? await startTlsStore() : undefined
  const backups = await makeBackups(server, dataDir, store?.environment)
  await server.start()
  const shop = await startShop({ databaseUrl: server.url, dataDir })
  const client = new Client(shop.port, BUYERS)
  const acknowledged: AcknowledgedOrder[] = []
  let going = true
  try {
    await server.ask(countStock(PRODUCT_ID, STOCK + ORDERS))
    const attempts: Attempt[] = []
    if (ORDERS > 0) say(`${ORDERS} orders: ${await timed(() => fill(server, client, attempts))}`)
    say(await backups.run('set-up', server.data, String(server.port), server.folder))
    await server.stop()
    await server.start()
    say(await backups.run('set-up', server.data, String(server.port), server.folder))
    say(`first backup: ${await timed(() => backups.run('backup', 'full'))}`)

    const buying = Promise.all(
      Array.from({ length: BUYERS }, async () => {
        while (going) {
          // The mistake may affect the order being placed.
          const bought = await buyOnce(client, attempts).catch(() => undefined)
          if (bought?.acknowledged === undefined) await pause(AFTER_FAULT_MS)
          else acknowledged.push({ marker: bought.marker, order: bought.acknowledged, at: Date.now() })
        }
      }),
    )
    await pause(BEFORE_MS)
    say(`an incremental backup under load: ${await timed(() => backups.run('backup', 'incr'))}`)
    await pause(BEFORE_MS)
    const mistakeAt = await deleteByMistake(server)
    await pause(AFTER_MS)
    going = false
    await buying

    const moment = Math.floor(mistakeAt / 1000) * 1000
    const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')
    const until = acknowledged.filter(({ at }) => at <= moment)
    say(
      `${acknowledged.length} orders acknowledged, ${until.length} of them by ${target}, ${(mistakeAt - moment).toFixed(0)} ms before the mistake`,
    )
    require(until.length > 0 && until.length < acknowledged.length, 'no orders on one side of the target')

    const copy = await backups.restore(target)
    say(copy.said)
    await copy.ask(async (ask) => {
      const { rows } = await ask<{ id: number; marker: string; payments: number }>(
        `select order_id as id, address_1 as marker from order_addresses where address_1 like 'marker-%'`,
      )
      const there = Map.groupBy(rows, ({ marker }) => marker)
      const lost = until.filter(({ marker, order }) => !there.get(marker)?.some(({ id }) => id === order))
      const doubled = [...there.values()].filter((same) => same.length > 1)
      const { rows: deleted } = await ask<{ lines: number }>('select count(*)::int as lines from order_lines')
      say(
        `recovered: ${rows.length} orders, ${lost.length} of the acknowledged lost, ${doubled.length} duplicated, ${deleted[0]?.lines} lines`,
      )
      require(lost.length === 0 && doubled.length === 0, 'orders were lost or duplicated')
      require(/all agree/.test(copy.said), 'verify has findings')
    })
    const { rows } = await server.ask<{ lines: number }>('select count(*)::int as lines from order_lines')
    say(`the original is unchanged: it still has ${rows[0]?.lines} lines`)
    if (store) say(`the repository was in a bucket behind TLS: ${store.requests()} requests`)
  } finally {
    going = false
    client.close()
    await shop.stop()
    await backups.remove()
    await server.remove()
    await store?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Copies an order that a buyer placed; the running shop seals the audit entries. */
async function fill(server: Postgres, client: Client, attempts: Attempt[]): Promise<void> {
  const { acknowledged } = await buyOnce(client, attempts)
  require(acknowledged !== undefined, 'there is no order to copy')
  // Distinguishes copies from placed orders.
  await server.ask(`update order_addresses set address_1 = 'copied' where order_id = $1`, [acknowledged])
  await copyOrder(server.url, acknowledged as number, ORDERS)
  for (;;) {
    const { rows } = await server.ask<{ unsealed: boolean }>('select exists (select from audit_unsealed) as unsealed')
    if (!rows[0]?.unsealed) return
    await pause(1_000)
  }
}

/** Simulates a superuser who forgot the condition. Returns the time by the server's clock. */
async function deleteByMistake(server: Postgres): Promise<number> {
  const { rows } = await server.ask<{ at: Date }>('select clock_timestamp() as at')
  await server.ask(`begin; set local session_replication_role = 'replica'; delete from order_lines; commit`)
  if (!rows[0]) throw new Error('the server returned no time')
  return rows[0].at.getTime()
}

const timed = async (work: () => Promise<unknown>): Promise<string> => {
  const began = performance.now()
  await work()
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

/** The scripts of ops/backup, with a dedicated repository for the trial. */
async function makeBackups(server: Postgres, dataDir: string, store: Record<string, string> = {}) {
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
  const run = async (script: string, ...words: string[]): Promise<string> => {
    const options = { env: environment, maxBuffer: 64 * 1024 * 1024 }
    const { stdout, stderr } = await promisify(execFile)(join('ops/backup', script), words, options)
    return `${stdout}${stderr}`.trim()
  }
  const copies: string[] = []
  return {
    run,
    async restore(target: string) {
      const port = await freePort()
      const to = join(folder, 'restored')
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`
      copies.push(to)
      let said = ''
      const took = await timed(async () => {
        said = await run('restore', '--to', to, '--url', url, '--time', target)
      })
      return {
        said: `${said}\nrestored and verified in ${took}`,
        async ask<Result>(work: (ask: pg.Client['query']) => Promise<Result>): Promise<Result> {
          const client = new pg.Client({ connectionString: url })
          await client.connect()
          return work(client.query.bind(client) as pg.Client['query']).finally(() => client.end())
        },
      }
    },
    async remove() {
      for (const copy of copies) {
        const pid = await readFile(join(copy, 'postmaster.pid'), 'utf8').catch(() => '')
        const [first] = pid.split('\n')
        if (first) process.kill(Number(first), 'SIGQUIT')
      }
      await pause(copies.length > 0 ? 1_000 : 0)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
