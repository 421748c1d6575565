import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { cpus } from 'node:os'
import { loadRenderer, type Renderer } from '#server/http/pages/renderer.ts'
import { evaluateFigure, reportFigure } from './support/figures.ts'
import { hammer, type LoadResult } from './support/hammer.ts'
import { median, medianBy } from './support/median.ts'
import { startShop } from './support/server.ts'
import { startBaselineServer } from './support/start-baseline-server.ts'

const CONNECTIONS = 32
const SECONDS = 1
const ROUNDS = 11
const RENDER_COUNT = 2_000
const MIN_RENDER_PERCENT = (1_000 / 48_000) * 100
const SERVER_CPU = 0
const LOAD_CPU = 1

/** Cached pages against a minimal server that sends a constant of the same size, and uncached pages. */
export async function run(): Promise<void> {
  const shop = await startShop({})
  try {
    pin(shop.child.pid, SERVER_CPU)
    pin(process.pid, LOAD_CPU)
    const rendered = await measureRenderings(await loadRenderer(), shop.url)
    for (const path of ['/packages', await findFirstProduct(shop.url)]) {
      for (const encoding of ['gzip', 'identity']) {
        const constant = await comparePage(shop.url, path, encoding)
        if (path === '/packages' && encoding === 'gzip') evaluateRendering(rendered, constant)
      }
    }
    await measureListingJson(shop.url)
  } finally {
    await shop.stop()
  }
}

/** Returns how many responses of the same bytes the minimal server sends per second. */
async function comparePage(shopUrl: string, path: string, encoding: string): Promise<number> {
  const { bytes, cookie } = await fetchBytes(shopUrl + path, encoding)
  const constant = await startConstantServer(bytes, encoding)
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
  const [measured, baseline] = [rates.page, rates.constant].map((all) =>
    medianBy(all, ({ perSecond }) => perSecond),
  ) as [LoadResult, LoadResult]
  const ratios = rates.page.map(({ perSecond }, round) => perSecond / (rates.constant[round] as LoadResult).perSecond)
  const share = median(ratios)
  evaluateFigure(
    `cached page ${path}, ${encoding}, ${bytes.length} bytes`,
    share * 100,
    '%',
    { min: 70 },
    {
      baseline: `the same bytes, constant: ${formatResult(baseline)}`,
      ratio: formatResult(measured),
    },
  )
  return baseline.perSecond
}

/** Allows a thousand renderings per 48,000 constant responses, a ratio that does not depend on the machine. */
function evaluateRendering(rendered: number, constant: number): void {
  evaluateFigure(
    'uncached listing',
    (rendered / constant) * 100,
    '% of constant responses',
    { min: MIN_RENDER_PERCENT },
    { baseline: `${constant.toFixed(0)}/s`, ratio: `${rendered.toFixed(0)}/s` },
  )
}

/** Requests the listing as JSON, which passes through the framework and its limits. */
async function measureListingJson(shopUrl: string): Promise<void> {
  const rounds: LoadResult[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await hammer(`${shopUrl}/packages.json`, { 'accept-encoding': 'gzip' }, CONNECTIONS, SECONDS))
  }
  const { perSecond, p99 } = medianBy(rounds, ({ perSecond }) => perSecond)
  reportFigure('/packages.json, gzip', formatResult({ perSecond, p99 }))
}

/** Returns the page as sent over the network, and the visitor's cookie. */
async function fetchBytes(url: string, encoding: string): Promise<{ bytes: Buffer; cookie: string }> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': encoding } }), 'response')) as [
    IncomingMessage,
  ]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`)
  return { bytes: Buffer.concat(chunks), cookie: response.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '' }
}

/**
 * Renderings of the listing per second with React and the router alone: API responses are ready, nothing is compressed,
 * one core.
 */
export async function measureRenderings(renderer: Pick<Renderer, 'render'>, shopUrl: string): Promise<number> {
  const responses = new Map<string, unknown>()
  const transport = async (path: string) => {
    if (!responses.has(path)) responses.set(path, await (await fetch(shopUrl + path)).json())
    return { status: 200, json: async () => structuredClone(responses.get(path)) }
  }
  const brand = { displayFont: 'fraunces', shades: undefined, drawnIcon: true, iconVersion: '0' } as const
  const render = () => renderer.render({ url: '/packages', publicUrl: shopUrl, transport, brand })
  for (let n = 0; n < RENDER_COUNT / 4; n++) await render()
  const started = performance.now()
  for (let n = 0; n < RENDER_COUNT; n++) await render()
  return (RENDER_COUNT * 1000) / (performance.now() - started)
}

async function findFirstProduct(shopUrl: string): Promise<string> {
  const listing = (await (await fetch(`${shopUrl}/packages.json`)).json()) as { data: { url: string }[] }
  const url = listing.data[0]?.url
  if (!url) throw new Error('the shop has no products')
  return url
}

const formatResult = ({ perSecond, p99 }: LoadResult): string => `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`

async function startConstantServer(bytes: Buffer, encoding: string): Promise<{ url: string; child: ChildProcess }> {
  const { port, child } = await startBaselineServer('constant-server.ts', encoding === 'gzip' ? ['gzip'] : [], bytes)
  return { url: `http://127.0.0.1:${port}/`, child }
}

/** Pins server and load to one core each if the machine has two cores and `taskset`. */
function pin(pid: number | undefined, cpu: number): void {
  if (process.platform !== 'linux' || cpus().length < 2 || pid === undefined) return
  execFileSync('taskset', ['-apc', String(cpu), String(pid)], { stdio: 'ignore' })
}
