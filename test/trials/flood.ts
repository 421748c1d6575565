import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from '../../bench/support/client.ts'
import type { RunningShop } from '../../bench/support/server.ts'
import { slowConnections, unreadConnections } from './idle-connections.ts'
import { assertThat, createTrialShop, log } from './trial-shop.ts'

const REQUESTS = Number(process.env.FLOOD_REQUESTS ?? 100_000)
/** Rate-limited and with low concurrency: this measures the shop, not two processes that share its core. */
const REQUESTS_PER_SECOND = Number(process.env.FLOOD_RATE ?? 150)
const CONCURRENCY = 4
const SLOW_CONNECTIONS = 1_000
const UNREAD_CONNECTIONS = 200
const WARM_UP_REQUESTS = Math.min(REQUESTS, 6_000)
const MAX_GROWTH_MIB = 100
const MAX_SLOWDOWN = 2
const SAMPLE_INTERVAL_MS = 1_000

type FloodResult = { p95: number; count: number }
type FloodRequest = { path: string; html: boolean }
const page = (path: string): FloodRequest => ({ path, html: true })
const json = (path: string): FloodRequest => ({ path, html: false })

/** Distinct paths and queries, a tenth of each kind; none is requested twice. */
const hostile: readonly ((n: number) => FloodRequest)[] = [
  (n) => page(`/packages?q=word${n}`),
  (n) => page(`/packages?q=${'oil+'.repeat(20)}${n}`),
  (n) => page(`/packages?page=${n}&sort=name`),
  (n) => page(`/packages?category=c${n}`),
  (n) => page(`/posts?language=l${n}&page=${n}`),
  (n) => page(`/password/reset/${String(n).padStart(43, 'a')}`),
  (n) => page(`/no/such/path/${n}`),
  (n) => page(`/search?q=${n}&utm_source=${n}`),
  (n) => json(`/packages.json?q=word${n}`),
  (n) => json(`/packages.json?page=${n}&sort=price`),
]

/** An equal amount of work by ordinary visitors: rendered pages, cached ones, responses from the database. */
const ordinary: readonly ((n: number) => FloodRequest)[] = [
  ...Array.from({ length: 6 }, () => () => page('/checkout/cart')),
  () => page('/faqs'),
  () => page('/about'),
  () => json('/posts.json'),
  () => json('/packages.json'),
]

/** RATE_LIMITS are off: otherwise one IP address would be refused long before it could fill anything. */
export async function flood(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const shop = await trial.start({ RATE_LIMITS: 'off' })
  const prober = await startProber(shop)
  const client = new Client(shop.port, CONCURRENCY)
  try {
    await send(client, ordinary, WARM_UP_REQUESTS)
    const baseline = await measureDuring(prober, () => send(client, ordinary, WARM_UP_REQUESTS))
    const before = await shop.memoryMiB()
    log(
      `Quiet, ${REQUESTS_PER_SECOND} harmless requests per second: p95 ${baseline.p95.toFixed(1)} ms, resident ${before.toFixed(0)} MiB.`,
    )

    const idle = [
      slowConnections(shop.port, SLOW_CONNECTIONS),
      unreadConnections(shop.port, UNREAD_CONNECTIONS),
    ] as const
    const memory = watchMemory(shop)
    let underFlood: FloodResult
    let peak: number
    try {
      underFlood = await measureDuring(prober, () => send(client, hostile, REQUESTS))
    } finally {
      peak = await memory.end()
      for (const connections of idle) connections.close()
    }
    const [slow, unread] = idle.map((connections) => connections.openedCount())
    log(
      `${REQUESTS} distinct paths and queries, ${slow} connections that never finished a header (${SLOW_CONNECTIONS} at a time), ${unread} that never read (${UNREAD_CONNECTIONS} at a time): p95 ${underFlood.p95.toFixed(1)} ms, resident at most ${peak.toFixed(0)} MiB (+${(peak - before).toFixed(0)}).`,
    )
    assertThat(peak - before <= MAX_GROWTH_MIB, `memory grew by ${(peak - before).toFixed(0)} MiB`)
    assertThat(
      underFlood.p95 <= MAX_SLOWDOWN * baseline.p95,
      `ordinary pages took ${(underFlood.p95 / baseline.p95).toFixed(1)} times as long`,
    )
  } finally {
    prober.disconnect()
    client.close()
    await shop.stop()
    await trial.remove()
  }
}

async function send(client: Client, kinds: readonly ((n: number) => FloodRequest)[], count: number): Promise<void> {
  const { cookie } = await client.visit()
  const started = performance.now()
  let next = 0
  const worker = async () => {
    for (;;) {
      const n = next++
      if (n >= count) return
      const delayMs = started + (n * 1000) / REQUESTS_PER_SECOND - performance.now()
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      const { path, html } = kinds[n % kinds.length]?.(n) ?? page('/')
      const accept = html ? 'text/html' : 'application/json'
      // Every other visitor accepts gzip, so that both encodings of a page are created.
      const encoding = n % 2 === 0 ? { 'accept-encoding': 'gzip' } : undefined
      const { status } = await client.send('GET', path, { cookie, accept, ...encoding })
      assertThat(status < 500, `${path} returned ${status}`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

async function startProber(shop: RunningShop): Promise<ChildProcess> {
  const listing = (await (await fetch(`${shop.url}/packages.json`)).json()) as { data: { url: string }[] }
  const paths = ['/', '/packages', ...listing.data.slice(0, 4).map(({ url }) => url), '/faqs', '/posts']
  const prober = fork(fileURLToPath(new URL('flood-prober.ts', import.meta.url)), [String(shop.port), ...paths])
  await once(prober, 'message')
  return prober
}

async function measureDuring(prober: ChildProcess, worker: () => Promise<void>): Promise<FloodResult> {
  prober.send('begin')
  await worker()
  prober.send('end')
  const [result] = (await once(prober, 'message')) as [FloodResult]
  assertThat(result.count > 20, `the prober opened only ${result.count} pages`)
  return result
}

/** Tracks the peak memory of the shop. */
function watchMemory(shop: RunningShop) {
  let peak = 0
  let sampling: Promise<void> = Promise.resolve()
  const sample = async () => {
    peak = Math.max(peak, await shop.memoryMiB())
  }
  const timer = setInterval(() => {
    sampling = sampling.then(sample)
  }, SAMPLE_INTERVAL_MS)
  return {
    async end() {
      clearInterval(timer)
      await sampling
      await sample()
      return peak
    },
  }
}
