import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { Client, type HttpResponse } from '../../bench/support/client.ts'
import { makeDatabase } from '../../bench/support/database.ts'
import { importNetwork } from '../../bench/support/import-network.ts'
import { assertNoFailures, formatRate, pace, paceAlternating } from '../../bench/support/load.ts'
import { childrenWithRole, readResidentMiB } from '../../bench/support/processes.ts'
import { type RunningShop, startShop } from '../../bench/support/server.ts'
import { assertThat, log, withDatabase } from './trial-shop.ts'

const MEMBERS = Number(process.env.MEMBERS ?? 1_000_000)
const DEPTH = 100
const PROCESSES = 4
const CONNECTIONS = 16
const OPTIONS = { perSecond: 40, seconds: 8, rounds: 3 }
const WARM_UP_SECONDS = 5
const MAX_RATIO = 1.5
const RECOVERY_TIMEOUT_MS = 20_000
const INTERVAL_MS = 25
/** Pages that show no open month. */
const OTHER_PATHS = ['/faqs', '/packages.json', '/cart.json', '/account/user.json', '/account/orders.json']

/**
 * Four web processes use one live role: months are in memory once, `sales.json` responds about as fast as in one
 * process, and while the live role is killed under load, only open months are refused until it is back with the same
 * figures.
 */
export async function liveRole(): Promise<void> {
  const database = await makeDatabase('salonfront_live_role')
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-trial-'))
  const shops: RunningShop[] = []
  const clients: Client[] = []
  try {
    const top = await importNetwork(database.url, folder, { members: MEMBERS, chained: DEPTH })
    const token = makeToken()
    await withDatabase({ environment: { DATABASE_URL: database.url, DATA_DIR: folder } }, (pool) =>
      pool.query('insert into sessions (token_hash, user_id) select $1, id from users where member_no = $2', [
        hashToken(token),
        top,
      ]),
    )
    const openShop = async (env: Record<string, string>) => {
      const shop = await startShop({
        databaseUrl: database.url,
        env: { DEMO: '0', SECRET: 'a trial secret shared by two shops', ...env },
      })
      shops.push(shop)
      const client = new Client(shop.port, CONNECTIONS)
      clients.push(client)
      const headers = { accept: 'application/json', cookie: `session=${token}` }
      return { shop, read: (path: string) => client.send('GET', path, headers) }
    }
    const single = await openShop({})
    const multi = await openShop({ WEB_CONCURRENCY: String(PROCESSES) })
    const supervisor = multi.shop.child.pid as number
    const webPids = childrenWithRole(supervisor, 'web')
    const [livePid] = childrenWithRole(supervisor, 'live')
    assertThat(webPids.length === PROCESSES && livePid !== undefined, 'expected four web processes and a live role')

    const salesReader =
      ({ read }: LiveReader) =>
      async () => {
        const { status, body } = await read('/account/sales.json')
        assertThat(status === 200, `sales.json returned ${status} ${body}`)
        return body
      }
    const figures = await salesReader(single)()
    for (const shop of [single, multi])
      await pace(OPTIONS.perSecond, WARM_UP_SECONDS, async () => void (await salesReader(shop)()))
    assertThat((await salesReader(multi)()) === figures, 'four processes show different figures than one')
    const memory = { live: readResidentMiB(livePid as number), webs: webPids.map(readResidentMiB) }
    log(
      `${MEMBERS + DEPTH} members: ${memory.live.toFixed(0)} MiB in the live role, ${memory.webs.map((mib) => mib.toFixed(0)).join(', ')} in the web processes, ${readResidentMiB(single.shop.child.pid as number).toFixed(0)} in a single process.`,
    )
    // A small network takes less memory than a process does by itself.
    if (MEMBERS >= 500_000) {
      assertThat(
        memory.webs.every((mib) => mib < memory.live),
        'a web process uses as much memory as the live role',
      )
    }

    const {
      shop: measured,
      baseline,
      p99Ratio,
    } = await paceAlternating(
      OPTIONS,
      async () => void (await salesReader(multi)()),
      async () => void (await salesReader(single)()),
    )
    assertNoFailures(measured, baseline)
    log(`sales.json: ${formatRate(measured)}; in one process ${formatRate(baseline)}; p99 ${p99Ratio.toFixed(2)}×.`)
    await killLiveRole(multi, livePid as number, figures)
    assertThat(childrenWithRole(supervisor, 'web').join() === webPids.join(), 'a web process exited as well')
    assertThat(p99Ratio <= MAX_RATIO, `sales.json takes more than ${MAX_RATIO}× the time of one process`)
  } finally {
    for (const client of clients) client.close()
    for (const shop of shops) await shop.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

type LiveReader = { read(path: string): Promise<HttpResponse> }

/** Meanwhile, requests open months and everything else, each 40 times per second. */
async function killLiveRole({ read }: LiveReader, livePid: number, figures: string): Promise<void> {
  const refusals: HttpResponse[] = []
  let otherResponses = 0
  let recoveryMs: number | undefined
  const started = performance.now()
  const failures: string[] = []
  const requests: Promise<void>[] = []
  const requestSales = async () => {
    const response = await read('/account/sales.json')
    if (response.status === 503 && response.headers['retry-after'] !== undefined) return void refusals.push(response)
    if (response.status !== 200) return void failures.push(`sales.json returned ${response.status} ${response.body}`)
    if (response.body !== figures) failures.push('sales.json showed different figures')
    if (refusals.length > 0) recoveryMs ??= performance.now() - started
  }
  const requestOther = async (path: string) => {
    const { status, body } = await read(path)
    otherResponses++
    if (status !== 200) failures.push(`${path} returned ${status} ${body}`)
  }
  process.kill(livePid, 'SIGKILL')
  for (let n = 0; recoveryMs === undefined; n++) {
    assertThat(performance.now() - started < 2 * RECOVERY_TIMEOUT_MS, 'open months did not recover')
    requests.push(requestSales(), requestOther(OTHER_PATHS[n % OTHER_PATHS.length] as string))
    await pause(INTERVAL_MS)
  }
  await Promise.all(requests)
  assertThat(failures.length === 0, `${failures.length} wrong responses, the first: ${failures[0]}`)
  log(
    `The live role killed under load: ${refusals.length} times 503 with Retry-After, ${otherResponses} other responses unaffected, the same figures again after ${((recoveryMs ?? 0) / 1000).toFixed(1)} s.`,
  )
  assertThat((recoveryMs ?? Number.NaN) <= RECOVERY_TIMEOUT_MS, 'it took too long')
}
