import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, type RunningShop, startShop } from '../../../bench/support/server.ts'
import { countStock } from '../../support/stock.ts'
import { PRODUCT_ID, STOCK } from '../kill-while-placing.ts'
import { makePostgres, type Postgres } from '../own-postgres.ts'
import { startProxy } from '../proxy.ts'
import { require, say } from '../shop-for-trial.ts'
import { OneTryBuyers } from './one-try-buyers.ts'
import { makeReleases, type Release } from './releases.ts'

const BUYERS = Number(process.env.BUYERS ?? 4)
/** How long buyers run against each state of the two servers. */
const BETWEEN_MS = Number(process.env.BETWEEN_MS ?? 5_000)
/** Modules with tests of carts and orders. */
const ROOMS = ['src/server/cart', 'src/server/checkout', 'src/server/order']

const run = promisify(execFile)

/**
 * Upgrades two app servers behind HAProxy one after another, with migrations in between, and rolls their code back,
 * under a load of carts and orders whose clients never retry: no request fails (docs/decisions/0073). Before that,
 * runs the previous release's tests of carts and orders on the new schema.
 */
export async function upgrade(engine: 'embedded' | 'postgres'): Promise<void> {
  require(engine === 'postgres', 'the embedded engine has one server')
  if (spawnSync('haproxy', ['-v']).status !== 0) {
    say('NOT RUN: haproxy is not installed (Debian: apt-get install haproxy).')
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-upgrade-'))
  const database = await makePostgres()
  try {
    const { previous, next, mixed } = await makeReleases(folder)
    await database.start()
    if (process.env.UPGRADE_TESTS !== 'off') await runTests(mixed, database)
    await roll(folder, database, previous, next)
  } finally {
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runTests({ name, root }: Release, { url }: Postgres): Promise<void> {
  const started = performance.now()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['run', '--project', 'database', '--reporter', 'dot', '-t', String.raw`\(PostgreSQL\)`, ...ROOMS]
  const { stdout } = await run(process.execPath, [vitest, ...options], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', TEST_DATABASE_URL: url, NO_COLOR: '1' },
    maxBuffer: 1 << 28,
  }).catch((fault: Error & { stdout?: string }) => {
    throw new Error(`tests of ${name} failed:\n${fault.stdout ?? ''}${fault.message}`)
  })
  const summary = stdout.split('\n').filter((line) => /^ *(Test Files|Tests) /.test(line))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  say(`${name}: tests of carts and orders passed (${seconds} s)\n${summary.join('\n')}`)
}

async function roll(folder: string, database: Postgres, previous: Release, next: Release): Promise<void> {
  const servers = [await makeServer(folder, 'a', database.url), await makeServer(folder, 'b', database.url)]
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
  let buyers: OneTryBuyers | undefined
  try {
    for (const server of servers) await server.become(previous)
    await database.ask(countStock(PRODUCT_ID, STOCK))
    proxy = await startProxy(
      folder,
      servers.map(({ port }) => port),
    )
    // Until HAProxy has checked the health of both.
    await pause(2_000)
    buyers = new OneTryBuyers(proxy.port, BUYERS)
    await pause(BETWEEN_MS)
    for (const release of [next, previous]) {
      for (const server of servers) {
        const before = buyers.requests
        const seconds = await server.become(release)
        await pause(BETWEEN_MS)
        say(
          `${server.name} runs ${release.name} after ${seconds.toFixed(1)} s; ${buyers.requests - before} requests meanwhile, ${buyers.failures.length} failures so far`,
        )
      }
    }
    await buyers.stop()
    buyers.complain()
    await evaluateHealth(buyers, database, [previous, next], folder)
  } finally {
    await buyers?.stop()
    await proxy?.stop()
    for (const server of servers) await server.stop()
  }
}

/** Log of a server's errors: the folder is deleted with the trial. */
const logOf = (folder: string, name: string): string => join(folder, `${name}.log`)

async function makeServer(folder: string, name: string, databaseUrl: string) {
  const port = await freePort()
  const dataDir = join(folder, name)
  let running: RunningShop | undefined
  return {
    name: `server ${name}`,
    port,
    /** Drains, stops and restarts it from the other folder; returns the seconds it was away. */
    async become({ root }: Release): Promise<number> {
      const started = performance.now()
      const code = await running?.stop()
      require(code === undefined || code === 0, `server ${name} ended with ${code}`)
      const env = {
        SECRET: 'a trial secret shared by two app servers',
        TRUST_PROXY: '1',
        // Twice what HAProxy needs to notice.
        DRAIN_SECONDS: '2',
      }
      running = await startShop({ databaseUrl, dataDir, port, root, env, log: logOf(folder, name) })
      return (performance.now() - started) / 1000
    },
    stop: async () => void (await running?.stop()),
  }
}

async function evaluateHealth(
  buyers: OneTryBuyers,
  database: Postgres,
  releases: readonly Release[],
  folder: string,
): Promise<void> {
  const { rows } = await database.ask<{ id: number; marker: string }>(
    'select order_id as id, address_1 as marker from order_addresses where address_1 like $1',
    [`upgrade-${buyers.run}-%`],
  )
  say(`${buyers.requests} requests, ${buyers.placed.length} orders, ${buyers.failures.length} failures`)
  if (buyers.failures.length > 0) {
    const logs = await Promise.all(['a', 'b'].map((name) => readFile(logOf(folder, name), 'utf8')))
    throw new Error([...buyers.failures.slice(0, 20), ...logs].join('\n'))
  }
  const there = rows.map(({ id, marker }) => `${marker}: ${id}`).sort()
  const acknowledged = buyers.placed.map(({ id, marker }) => `${marker}: ${id}`).sort()
  require(JSON.stringify(there) === JSON.stringify(acknowledged), 'orders were lost or duplicated')
  require(acknowledged.length > 0, 'nothing was ordered')
  const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'a') }
  for (const { name, root } of releases) {
    const { stdout } = await run(join(root, 'node_modules/node/bin/node'), ['src/server/shop.ts', 'verify'], {
      cwd: root,
      env: { ...process.env, ...environment },
    })
    say(`verify of ${name}: ${stdout.trim()}`)
  }
}
