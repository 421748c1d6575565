import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RunningShop, startShop } from '../../../bench/support/server.ts'
import { countStock } from '../../support/stock.ts'
import { PRODUCT_ID, STOCK } from '../kill-during-checkout.ts'
import { startProxy } from '../proxy.ts'
import { assertThat, log, runCommand, withDatabase } from '../trial-shop.ts'
import { Buyers, type Failure } from './buyers.ts'
import { cluster } from './cluster.ts'

const KILLS = Number(process.env.KILLS ?? 10)
const ISOLATIONS = Number(process.env.CUTS ?? 5)
const BUYERS = Number(process.env.BUYERS ?? 3)
const SETTLE_MS = 3_000
const TTL_S = 20
const MAX_RECOVERY_S = { kill: 15, isolation: TTL_S + 15 }
/** How long a node stays isolated after the others accept orders again. */
const ISOLATION_MS = 6_000
const LOGS = join(tmpdir(), 'salonfront-fail-over-logs')
const MAX_APP_ERRORS_MS = 1_000

/**
 * Places orders through a proxy, two app servers and a database with failover (ops/ha), while the primary is killed and
 * isolated, and an etcd member and an app server are killed: nothing acknowledged is lost or duplicated, and the trial
 * reports the time to recovery.
 */
export async function failOver(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-trial-'))
  await rm(LOGS, { recursive: true, force: true })
  await mkdir(LOGS, { recursive: true })
  const url = await cluster.up()
  const shops: RunningShop[] = []
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
  let buyers: Buyers | undefined
  try {
    const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'a') }
    const env = { SECRET: 'a trial secret shared by two app servers', TRUST_PROXY: '1' }
    for (const name of ['a', 'b']) {
      const log = join(LOGS, `shop-${name}.log`)
      shops.push(await startShop({ databaseUrl: url, dataDir: join(folder, name), env, log }))
    }
    await withDatabase({ environment }, async (pool) => {
      await pool.query(countStock(PRODUCT_ID, STOCK))
      await pool.query('create table if not exists isolated_writes (at timestamptz default now())')
    })
    proxy = await startProxy(
      folder,
      shops.map(({ port }) => port),
    )
    buyers = new Buyers(proxy.port, BUYERS)
    await waitForNextOrder(buyers, performance.now(), 30)

    const longest = { kill: 0, isolation: 0 }
    for (let round = 1; round <= KILLS; round++) {
      longest.kill = Math.max(longest.kill, await injectFault(`kill ${round}/${KILLS}`, buyers, cluster.killPostgres))
    }
    for (let round = 1; round <= ISOLATIONS; round++) {
      const isolated = { acknowledged: 0, refused: 0 }
      const seconds = await injectFault(`cut ${round}/${ISOLATIONS}`, buyers, async (node) => {
        await cluster.disconnect(node)
        const writer = writeIsolated(node, url, isolated)
        return async () => {
          await pause(ISOLATION_MS)
          await writer.stop()
          await cluster.reconnect(node)
        }
      })
      longest.isolation = Math.max(longest.isolation, seconds)
      log(`    the isolated primary refused ${isolated.refused} writes and acknowledged ${isolated.acknowledged}`)
      assertThat(isolated.refused > 0 && isolated.acknowledged === 0, 'the isolated primary acknowledged something')
    }
    await killEtcdLeader(buyers)
    await killAppServer(buyers, shops)
    await pause(SETTLE_MS)
    await buyers.stop()
    buyers.throwIfFailed()
    await evaluateOrders(buyers, environment)
    log(
      `first order after a kill: at most ${longest.kill.toFixed(1)} s; after a cut: ${longest.isolation.toFixed(1)} s`,
    )
    assertThat(longest.kill <= MAX_RECOVERY_S.kill && longest.isolation <= MAX_RECOVERY_S.isolation, 'it took too long')
  } finally {
    await buyers?.stop()
    await proxy?.stop()
    for (const shop of shops) await shop.stop()
    await cluster.keepLogs(LOGS)
    log(`The logs of the cluster and the shops are in ${LOGS}.`)
    await cluster.down()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Applies a fault to the primary; returns the seconds until the next one acknowledged the first order. Processes of a
 * killed postmaster may still respond for a moment, so this measures the end of the longest gap.
 */
async function injectFault(
  name: string,
  buyers: Buyers,
  inject: (node: number) => Promise<void | (() => Promise<void>)>,
): Promise<number> {
  await cluster.waitUntilHealthy()
  await pause(SETTLE_MS)
  const [node, timeline] = [await cluster.primary(), await cluster.timeline()]
  const [startedAt, started, failureCount] = [new Date(), performance.now(), buyers.failures.length]
  const undo = await inject(node)
  await cluster.waitForNewPrimary(timeline)
  await waitForNextOrder(buyers, performance.now(), 120)
  const seconds = (findEndOfLongestGap(buyers, started) - started) / 1000
  await undo?.()
  log(
    `${name}: n${node} lost, first order after ${seconds.toFixed(1)} s; ${describeFailures(buyers.failures.slice(failureCount))}`,
  )
  await cluster.waitUntilHealthy()
  for (const line of await cluster.listActionsSince(startedAt)) log(line)
  return seconds
}

function findEndOfLongestGap({ placed }: Buyers, since: number): number {
  const responses = placed.map(({ respondedAt }) => respondedAt).filter((at) => at >= since)
  const gaps = responses
    .toSorted((one, other) => one - other)
    .map((at, n, all) => ({ at, for: at - (all[n - 1] ?? since) }))
  return gaps.reduce((longest, gap) => (gap.for > longest.for ? gap : longest)).at
}

async function waitForNextOrder(buyers: Buyers, since: number, withinSeconds: number): Promise<void> {
  const deadline = performance.now() + withinSeconds * 1000
  while (performance.now() < deadline) {
    if (buyers.placed.some(({ sentAt }) => sentAt >= since)) return
    buyers.throwIfFailed()
    await pause(20)
  }
  throw new Error(`no one could order for ${withinSeconds} s; ${describeFailures(buyers.failures.slice(-20))}`)
}

async function killEtcdLeader(buyers: Buyers): Promise<void> {
  await cluster.waitUntilHealthy()
  await pause(SETTLE_MS)
  const [primary, node] = [await cluster.primary(), await cluster.etcdLeader()]
  const [started, failureCount] = [performance.now(), buyers.failures.length]
  await cluster.killEtcd(node)
  await pause(2 * TTL_S * 1000)
  const failures = buyers.failures.slice(failureCount)
  log(`etcd leader on n${node} killed: ${describeFailures(failures)} within ${2 * TTL_S} s`)
  for (const { at, status, path } of failures) log(`    +${((at - started) / 1000).toFixed(1)} s ${path}: ${status}`)
  assertThat(failures.length === 0 && (await cluster.primary()) === primary, 'the loss of one member caused failures')
  await cluster.up()
}

async function killAppServer(buyers: Buyers, shops: readonly RunningShop[]): Promise<void> {
  await pause(SETTLE_MS)
  const [started, failureCount] = [performance.now(), buyers.failures.length]
  await shops[1]?.stop('SIGKILL')
  await pause(5_000)
  const failures = buyers.failures.slice(failureCount)
  const last = Math.max(0, ...failures.map(({ at }) => at - started))
  log(`an app server killed: ${describeFailures(failures)}, the last after ${last.toFixed(0)} ms`)
  assertThat(last <= MAX_APP_ERRORS_MS, 'it took too long')
  await waitForNextOrder(buyers, performance.now(), 10)
}

function describeFailures(failures: readonly Failure[]): string {
  const kinds = Map.groupBy(failures, ({ status }) => status)
  const counts = [...kinds].map(([status, { length }]) => `${length}× ${status === 0 ? 'no response' : status}`)
  return counts.length === 0 ? 'no failed request' : counts.join(', ')
}

function writeIsolated(node: number, url: string, counts: { acknowledged: number; refused: number }) {
  const isolatedNode = cluster.isolatedNode(node, url)
  const writer = fileURLToPath(new URL('isolated-writer.ts', import.meta.url))
  const child = spawn('ip', [...isolatedNode.command, process.execPath, writer, isolatedNode.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => {
    if (line === 'acknowledged' || line === 'refused') counts[line]++
  })
  return {
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function evaluateOrders(buyers: Buyers, environment: { DATABASE_URL: string; DATA_DIR: string }): Promise<void> {
  const { rows } = await withDatabase({ environment }, async (pool) => {
    await pool.query('drop table isolated_writes')
    return pool.query<{ id: number; marker: string }>(
      'select order_id as id, address_1 as marker from order_addresses where address_1 like $1',
      [`trial-${buyers.run}-%`],
    )
  })
  const orders = Map.groupBy(rows, ({ marker }) => marker)
  const lost = buyers.placed.filter(({ marker, id }) => !orders.get(marker)?.some((order) => order.id === id))
  const duplicated = [...orders.values()].filter(({ length }) => length > 1)
  log(
    `${buyers.attempts} attempts, ${buyers.placed.length} acknowledged, ${rows.length} orders: ${lost.length} lost, ${duplicated.length} duplicated; ${buyers.cartsLost} carts lost.`,
  )
  assertThat(lost.length === 0 && duplicated.length === 0, 'orders were lost or duplicated')
  const output = await runCommand(environment, 'verify')
  log(output)
}
