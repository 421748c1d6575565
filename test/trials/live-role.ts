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
import { onDatabase, require, say } from './shop-for-trial.ts'

const MEMBERS = Number(process.env.MEMBERS ?? 1_000_000)
const DEPTH = 100
const PROCESSES = 4
const CONNECTIONS = 16
const TURNS = { perSecond: 40, seconds: 8, rounds: 3 }
const WARM_UP_SECONDS = 5
const AT_MOST_TIMES = 1.5
const BACK_WITHIN_MS = 20_000
const EVERY_MS = 25
/** Pages that show no open month. */
const OTHERS = ['/faqs', '/packages.json', '/cart.json', '/account/user.json', '/account/orders.json']

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
    await onDatabase({ environment: { DATABASE_URL: database.url, DATA_DIR: folder } }, (pool) =>
      pool.query('insert into sessions (token_hash, user_id) select $1, id from users where member_no = $2', [
        hashToken(token),
        top,
      ]),
    )
    const open = async (env: Record<string, string>) => {
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
    const one = await open({})
    const four = await open({ WEB_CONCURRENCY: String(PROCESSES) })
    const supervisor = four.shop.child.pid as number
    const webs = childrenWithRole(supervisor, 'web')
    const [live] = childrenWithRole(supervisor, 'live')
    require(webs.length === PROCESSES && live !== undefined, 'expected four web processes and a live role')

    const salesOf =
      ({ read }: LiveReader) =>
      async () => {
        const { status, body } = await read('/account/sales.json')
        require(status === 200, `sales.json returned ${status} ${body}`)
        return body
      }
    const figures = await salesOf(one)()
    for (const shop of [one, four])
      await pace(TURNS.perSecond, WARM_UP_SECONDS, async () => void (await salesOf(shop)()))
    require((await salesOf(four)()) === figures, 'four processes show different figures than one')
    const memory = { live: readResidentMiB(live as number), webs: webs.map(readResidentMiB) }
    say(
      `${MEMBERS + DEPTH} members: ${memory.live.toFixed(0)} MiB in the live role, ${memory.webs.map((mib) => mib.toFixed(0)).join(', ')} in the web processes, ${readResidentMiB(one.shop.child.pid as number).toFixed(0)} in a single process.`,
    )
    // A small network takes less memory than a process does by itself.
    if (MEMBERS >= 500_000) {
      require(memory.webs.every((mib) => mib < memory.live), 'a web process uses as much memory as the live role')
    }

    const {
      shop: ours,
      baseline,
      p99Ratio,
    } = await paceAlternating(
      TURNS,
      async () => void (await salesOf(four)()),
      async () => void (await salesOf(one)()),
    )
    assertNoFailures(ours, baseline)
    say(`sales.json: ${formatRate(ours)}; in one process ${formatRate(baseline)}; p99 ${p99Ratio.toFixed(2)} ×.`)
    await killLive(four, live as number, figures)
    require(childrenWithRole(supervisor, 'web').join() === webs.join(), 'a web process ended as well')
    require(p99Ratio <= AT_MOST_TIMES, `sales.json takes more than ${AT_MOST_TIMES} × the time of one process`)
  } finally {
    for (const client of clients) client.close()
    for (const shop of shops) await shop.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

type LiveReader = { read(path: string): Promise<HttpResponse> }

/** Meanwhile, requests open months and everything else, each 40 times per second. */
async function killLive({ read }: LiveReader, live: number, figures: string): Promise<void> {
  const refused: HttpResponse[] = []
  let others = 0
  let backAfterMs: number | undefined
  const started = performance.now()
  const failures: string[] = []
  const asked: Promise<void>[] = []
  const askSales = async () => {
    const answer = await read('/account/sales.json')
    if (answer.status === 503 && answer.headers['retry-after'] !== undefined) return void refused.push(answer)
    if (answer.status !== 200) return void failures.push(`sales.json returned ${answer.status} ${answer.body}`)
    if (answer.body !== figures) failures.push('sales.json showed different figures')
    if (refused.length > 0) backAfterMs ??= performance.now() - started
  }
  const askOther = async (path: string) => {
    const { status, body } = await read(path)
    others++
    if (status !== 200) failures.push(`${path} returned ${status} ${body}`)
  }
  process.kill(live, 'SIGKILL')
  for (let n = 0; backAfterMs === undefined; n++) {
    require(performance.now() - started < 2 * BACK_WITHIN_MS, 'open months did not recover')
    asked.push(askSales(), askOther(OTHERS[n % OTHERS.length] as string))
    await pause(EVERY_MS)
  }
  await Promise.all(asked)
  require(failures.length === 0, `${failures.length} wrong responses, the first: ${failures[0]}`)
  say(
    `The live role killed under load: ${refused.length} times 503 with Retry-After, ${others} other responses unaffected, the same figures again after ${((backAfterMs ?? 0) / 1000).toFixed(1)} s.`,
  )
  require((backAfterMs ?? Number.NaN) <= BACK_WITHIN_MS, 'it took too long')
}
