import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import {
  Client,
  type HttpResponse,
  type Visitor as VisitorWithoutIp,
  withResponseCookies,
} from '../../../bench/support/client.ts'
import { childrenWithRole, readCpuSeconds } from '../../../bench/support/processes.ts'
import { type RunningShop, startShop } from '../../../bench/support/server.ts'
import { signInStaff } from '../clerk.ts'
import { createPostgres } from '../dedicated-postgres.ts'
import { assertThat, withDatabase } from '../trial-shop.ts'

/** Connections to each server: enough that each of its processes has several. */
const CONNECTIONS = 16
/** Web processes of each server. */
export const PROCESSES = 2
const POLL_MS = 20
const SECRET = 'a trial secret shared by two app servers'

export type Visitor = VisitorWithoutIp & { ip: string }
export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>

/** Starts two app servers with two web processes each on one dedicated PostgreSQL, with the default limits. */
export async function startTwoServers() {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-trial-'))
  const postgres = await createPostgres()
  await postgres.start()
  const shops: RunningShop[] = []
  const clients: Client[] = []
  const close = async () => {
    for (const client of clients) client.close()
    for (const shop of shops) await shop.stop()
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
  const environments = ['a', 'b'].map((name) => ({ DATABASE_URL: postgres.url, DATA_DIR: join(folder, name) }))
  const [environment] = environments as [(typeof environments)[0]]
  try {
    for (const { DATA_DIR: dataDir } of environments) {
      const env = {
        SECRET,
        TRUST_PROXY: '1',
        RATE_LIMITS: 'on',
        WEB_CONCURRENCY: String(PROCESSES),
        DATABASE_POOL: '5',
      }
      const shop = await startShop({ databaseUrl: postgres.url, dataDir, env })
      shops.push(shop)
      clients.push(new Client(shop.port, CONNECTIONS))
    }
  } catch (error) {
    await close()
    throw error
  }
  let visitors = 0
  const clientOf = (n: number) => clients[n % clients.length] as Client

  return {
    environment,
    close,
    clientOf,
    /** CPU time of each web process by its id, in seconds. */
    readCpuTimes: () =>
      new Map(
        shops
          .flatMap(({ child }) => childrenWithRole(child.pid as number, 'web'))
          .map((pid) => [pid, readCpuSeconds(pid)] as const),
      ),
    onDatabase: <Result>(work: (pool: pg.Pool) => Promise<Result>) => withDatabase({ environment }, work),
    /** Each visitor has their own IP address. */
    async visit(n: number): Promise<Visitor> {
      const ip = `10.1.${++visitors >> 8}.${visitors & 255}`
      return { ...(await clientOf(n).visit()), ip }
    },
    async staff(role: 'owner' | 'manager'): Promise<Visitor> {
      const visitor = await this.visit(0)
      return { ...visitor, cookie: `${visitor.cookie}; ${await signInStaff(environment, role)}` }
    },
    read: (n: number, path: string, { cookie, ip }: Visitor, accept = 'application/json') =>
      clientOf(n).send('GET', path, { accept, cookie, 'x-forwarded-for': ip }),
    post: (n: number, path: string, visitor: Visitor, body: object, headers: Record<string, string> = {}) =>
      clientOf(n).post(path, visitor, body, { 'x-forwarded-for': visitor.ip, ...headers }),
    /** Sends `count` requests at once, alternating between the servers. */
    sendConcurrently: (count: number, send: (n: number) => Promise<HttpResponse>) =>
      Promise.all(Array.from({ length: count }, (_, n) => send(n))),
    /** Milliseconds until every connection to both servers, and with them every process, responds this way. */
    async readEverywhere(path: string, predicate: (body: string) => boolean, accept = 'text/html'): Promise<number> {
      const started = performance.now()
      for (;;) {
        const requests = clients.flatMap((client) =>
          Array.from({ length: CONNECTIONS }, () => client.send('GET', path, { accept })),
        )
        const responses = await Promise.all(requests)
        assertThat(
          responses.every(({ status }) => status === 200),
          `${path} returned ${responses.map((r) => r.status)}`,
        )
        if (responses.every(({ body }) => predicate(body))) return performance.now() - started
        assertThat(performance.now() - started < 10_000, `${path} still shows the previous state`)
        await pause(POLL_MS)
      }
    },
  }
}

/** Adds a product to the visitor's cart. */
export async function fillCart(servers: TwoServers, n: number, productId: number, quantity = 1): Promise<Visitor> {
  const visitor = await servers.visit(n)
  const response = await servers.post(n, '/shopping-cart/product/add', visitor, { id: productId, quantity })
  assertThat(response.status === 200, `adding to the cart returned ${response.status} ${response.body}`)
  return withResponseCookies(visitor, response)
}

/** Everyone but the winners got a proper refusal: a 4xx status with a message. */
export function assertRefused(label: string, losers: readonly HttpResponse[]): void {
  const invalid = losers.find(({ status, body }) => status < 400 || status > 499 || !JSON.parse(body).detail)
  assertThat(invalid === undefined, `${label}: a loser of the race got ${invalid?.status} ${invalid?.body}`)
}
