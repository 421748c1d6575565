import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { cpus } from 'node:os'
import { loadRenderer, type Renderer } from '#server/page/renderer.ts'
import { judgeFigure, tell } from './support/figures.ts'
import { hammer, type LoadResult } from './support/hammer.ts'
import { median, medianBy } from './support/median.ts'
import { startShop } from './support/server.ts'
import { startYardstick } from './support/yardstick.ts'

const CONNECTIONS = 32
const SECONDS = 1
const ROUNDS = 11
const RENDERINGS = 2_000
const RENDERED_SHARE = (1_000 / 48_000) * 100
const SERVER_CPU = 0
const LOAD_CPU = 1

/** Cached pages against a bare server that sends a constant of the same size, and uncached pages. */
export async function run(): Promise<void> {
  const shop = await startShop({})
  try {
    pin(shop.child.pid, SERVER_CPU)
    pin(process.pid, LOAD_CPU)
    const rendered = await renderings(await loadRenderer(), shop.url)
    for (const path of ['/packages', await firstProduct(shop.url)]) {
      for (const encoding of ['gzip', 'identity']) {
        const constant = await comparePage(shop.url, path, encoding)
        if (path === '/packages' && encoding === 'gzip') judgeRendering(rendered, constant)
      }
    }
    await listingAsJson(shop.url)
  } finally {
    await shop.stop()
  }
}

/** Returns how many responses of the same bytes the bare server sends per second. */
async function comparePage(shopUrl: string, path: string, encoding: string): Promise<number> {
  const { bytes, cookie } = await fetchBytes(shopUrl + path, encoding)
  const constant = await startConstant(bytes, encoding)
  const rates: Record<'constant' | 'page', LoadResult[]> = { constant: [], page: [] }
  try {
    pin(constant.child.pid, SERVER_CPU)
    const headers = { 'accept-encoding': encoding, cookie }
    // Alternates in rounds, so that other load on the machine affects both alike.
    for (let round = 0; round < ROUNDS; round++) {
      rates.constant.push(await hammer(constant.url, headers, CONNECTIONS, SECONDS))
      rates.page.push(await hammer(shopUrl + path, headers, CONNECTIONS, SECONDS))
    }
  } finally {
    constant.child.kill()
  }
  const [ours, bare] = [rates.page, rates.constant].map((all) => medianBy(all, ({ perSecond }) => perSecond)) as [
    LoadResult,
    LoadResult,
  ]
  const ratios = rates.page.map(({ perSecond }, round) => perSecond / (rates.constant[round] as LoadResult).perSecond)
  const share = median(ratios)
  judgeFigure(
    `cached page ${path}, ${encoding}, ${bytes.length} bytes`,
    share * 100,
    '%',
    { atLeast: 70 },
    {
      baseline: `the same bytes, constant: ${summarised(bare)}`,
      ratio: summarised(ours),
    },
  )
  return bare.perSecond
}

/** Allows a thousand renderings per 48,000 constant responses, a ratio that does not depend on the machine. */
function judgeRendering(rendered: number, constant: number): void {
  judgeFigure(
    'uncached listing',
    (rendered / constant) * 100,
    '% of constant responses',
    { atLeast: RENDERED_SHARE },
    { baseline: `${constant.toFixed(0)}/s`, ratio: `${rendered.toFixed(0)}/s` },
  )
}

/** Requests the listing as JSON, which passes through the framework and its limits. */
async function listingAsJson(shopUrl: string): Promise<void> {
  const rounds: LoadResult[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await hammer(`${shopUrl}/packages.json`, { 'accept-encoding': 'gzip' }, CONNECTIONS, SECONDS))
  }
  const { perSecond, p99 } = medianBy(rounds, ({ perSecond }) => perSecond)
  tell('/packages.json, gzip', summarised({ perSecond, p99 }))
}

/** Returns the page as sent over the network, and the visitor's cookie. */
async function fetchBytes(url: string, encoding: string): Promise<{ bytes: Buffer; cookie: string }> {
  const [incoming] = (await once(get(url, { headers: { 'accept-encoding': encoding } }), 'response')) as [
    IncomingMessage,
  ]
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  if (incoming.statusCode !== 200) throw new Error(`${url} answered ${incoming.statusCode}`)
  return { bytes: Buffer.concat(chunks), cookie: incoming.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '' }
}

/**
 * Renderings of the listing per second with React and the router alone: API responses are ready, nothing is compressed,
 * one core.
 */
export async function renderings(renderer: Pick<Renderer, 'render'>, shopUrl: string): Promise<number> {
  const answers = new Map<string, unknown>()
  const transport = async (path: string) => {
    if (!answers.has(path)) answers.set(path, await (await fetch(shopUrl + path)).json())
    return { status: 200, json: async () => structuredClone(answers.get(path)) }
  }
  const render = () => renderer.render({ url: '/packages', publicUrl: shopUrl, transport })
  for (let n = 0; n < RENDERINGS / 4; n++) await render()
  const started = performance.now()
  for (let n = 0; n < RENDERINGS; n++) await render()
  return (RENDERINGS * 1000) / (performance.now() - started)
}

async function firstProduct(shopUrl: string): Promise<string> {
  const listing = (await (await fetch(`${shopUrl}/packages.json`)).json()) as { data: { url: string }[] }
  const url = listing.data[0]?.url
  if (!url) throw new Error('the shop has no products')
  return url
}

const summarised = ({ perSecond, p99 }: LoadResult): string => `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`

async function startConstant(bytes: Buffer, encoding: string): Promise<{ url: string; child: ChildProcess }> {
  const { port, child } = await startYardstick('constant-server.ts', encoding === 'gzip' ? ['gzip'] : [], bytes)
  return { url: `http://127.0.0.1:${port}/`, child }
}

/** Pins server and load to one core each if the machine has two cores and `taskset`. */
function pin(pid: number | undefined, cpu: number): void {
  if (process.platform !== 'linux' || cpus().length < 2 || pid === undefined) return
  execFileSync('taskset', ['-apc', String(cpu), String(pid)], { stdio: 'ignore' })
}
