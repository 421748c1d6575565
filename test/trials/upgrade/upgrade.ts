import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, type RunningShop, startShop } from '../../../bench/support/server.ts'
import { countStock } from '../../support/stock.ts'
import { createPostgres, type Postgres } from '../dedicated-postgres.ts'
import { PRODUCT_ID, STOCK } from '../kill-during-checkout.ts'
import { startProxy } from '../proxy.ts'
import { assertThat, log } from '../trial-shop.ts'
import { BuyersWithoutRetry } from './buyers-without-retry.ts'
import { prepareReleases, type Release } from './releases.ts'

const BUYERS = Number(process.env.BUYERS ?? 4)
/** How long buyers run against each state of the two servers. */
const LOAD_MS = Number(process.env.BETWEEN_MS ?? 5_000)
/** Modules with tests of carts and orders. */
const TEST_FOLDERS = ['src/server/cart', 'src/server/checkout', 'src/server/order']

const run = promisify(execFile)

/**
 * Upgrades two app servers behind HAProxy one after another, with migrations in between, and rolls their code back,
 * under a load of carts and orders whose clients never retry: no request fails (docs/decisions/0073). Before that,
 * runs the previous release's tests of carts and orders on the new schema.
 */
export async function upgrade(engine: 'embedded' | 'postgres'): Promise<void> {
  assertThat(engine === 'postgres', 'the embedded engine has one server')
  if (spawnSync('haproxy', ['-v']).status !== 0) {
    log('NOT RUN: haproxy is not installed (Debian: apt-get install haproxy).')
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-upgrade-'))
  const database = await createPostgres()
  try {
    const { previous, next, mixed } = await prepareReleases(folder)
    await database.start()
    if (process.env.UPGRADE_TESTS !== 'off') await runTests(mixed, database)
    await rollOver(folder, database, previous, next)
  } finally {
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runTests({ name, root }: Release, { url }: Postgres): Promise<void> {
  const started = performance.now()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = [
    'run',
    '--project',
    'database',
    '--reporter',
    'dot',
    '-t',
    String.raw`\(PostgreSQL\)`,
    ...TEST_FOLDERS,
  ]
  const { stdout } = await run(process.execPath, [vitest, ...options], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', TEST_DATABASE_URL: url, NO_COLOR: '1' },
    maxBuffer: 1 << 28,
  }).catch((error: Error & { stdout?: string }) => {
    throw new Error(`tests of ${name} failed:\n${error.stdout ?? ''}${error.message}`)
  })
  const summary = stdout.split('\n').filter((line) => /^ *(Test Files|Tests) /.test(line))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  log(`${name}: tests of carts and orders passed (${seconds} s)\n${summary.join('\n')}`)
}

async function rollOver(folder: string, database: Postgres, previous: Release, next: Release): Promise<void> {
  const servers = [await createServer(folder, 'a', database.url), await createServer(folder, 'b', database.url)]
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
  let buyers: BuyersWithoutRetry | undefined
  try {
    for (const server of servers) await server.switchTo(previous)
    await database.query(countStock(PRODUCT_ID, STOCK))
    proxy = await startProxy(
      folder,
      servers.map(({ port }) => port),
    )
    // Until HAProxy has checked the health of both.
    await pause(2_000)
    buyers = new BuyersWithoutRetry(proxy.port, BUYERS)
    await pause(LOAD_MS)
    for (const release of [next, previous]) {
      for (const server of servers) {
        const before = buyers.requests
        const seconds = await server.switchTo(release)
        await pause(LOAD_MS)
        log(
          `${server.name} runs ${release.name} after ${seconds.toFixed(1)} s; ${buyers.requests - before} requests meanwhile, ${buyers.failures.length} failures so far`,
        )
      }
    }
    await buyers.stop()
    buyers.throwIfFailed()
    await evaluateUpgrade(buyers, database, [previous, next], folder)
  } finally {
    await buyers?.stop()
    await proxy?.stop()
    for (const server of servers) await server.stop()
  }
}

/** Log of a server's errors: the folder is deleted with the trial. */
const logPath = (folder: string, name: string): string => join(folder, `${name}.log`)

async function createServer(folder: string, name: string, databaseUrl: string) {
  const port = await freePort()
  const dataDir = join(folder, name)
  let shop: RunningShop | undefined
  return {
    name: `server ${name}`,
    port,
    /** Drains, stops and restarts it from the other folder; returns the seconds it was away. */
    async switchTo({ root }: Release): Promise<number> {
      const started = performance.now()
      const code = await shop?.stop()
      assertThat(code === undefined || code === 0, `server ${name} exited with ${code}`)
      const env = {
        SECRET: 'a trial secret shared by two app servers',
        TRUST_PROXY: '1',
        // Twice what HAProxy needs to notice.
        DRAIN_SECONDS: '2',
      }
      shop = await startShop({ databaseUrl, dataDir, port, root, env, log: logPath(folder, name) })
      return (performance.now() - started) / 1000
    },
    stop: async () => void (await shop?.stop()),
  }
}

async function evaluateUpgrade(
  buyers: BuyersWithoutRetry,
  database: Postgres,
  releases: readonly Release[],
  folder: string,
): Promise<void> {
  const { rows } = await database.query<{ id: number; marker: string }>(
    'select order_id as id, address_1 as marker from order_addresses where address_1 like $1',
    [`upgrade-${buyers.run}-%`],
  )
  log(`${buyers.requests} requests, ${buyers.placed.length} orders, ${buyers.failures.length} failures`)
  if (buyers.failures.length > 0) {
    const logs = await Promise.all(['a', 'b'].map((name) => readFile(logPath(folder, name), 'utf8')))
    throw new Error([...buyers.failures.slice(0, 20), ...logs].join('\n'))
  }
  const actual = rows.map(({ id, marker }) => `${marker}: ${id}`).sort()
  const acknowledged = buyers.placed.map(({ id, marker }) => `${marker}: ${id}`).sort()
  assertThat(JSON.stringify(actual) === JSON.stringify(acknowledged), 'orders were lost or duplicated')
  assertThat(acknowledged.length > 0, 'nothing was ordered')
  const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'a') }
  for (const { name, root } of releases) {
    const { stdout } = await run(join(root, 'node_modules/node/bin/node'), ['src/server/shop.ts', 'verify'], {
      cwd: root,
      env: { ...process.env, ...environment },
    })
    log(`verify of ${name}: ${stdout.trim()}`)
  }
}
