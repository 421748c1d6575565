import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { loadRenderer } from '#server/page/renderer.ts'
import { judge } from './support/load.ts'
import { startShop } from './support/server.ts'

const CONNECTIONS = 32
const SECONDS = 2
const ROUNDS = 7
const RENDERINGS = 2_000
const SERVER_CPU = 0
const LOAD_CPU = 1

/** Kept pages against a bare server that sends a constant of the same size; and pages rendered anew. */
export async function run(): Promise<void> {
  const shop = await startShop({})
  try {
    pin(shop.child.pid, SERVER_CPU)
    pin(process.pid, LOAD_CPU)
    await renderings(shop.url)
    for (const path of ['/packages', await firstProduct(shop.url)]) {
      for (const encoding of ['gzip', 'identity']) await comparePage(shop.url, path, encoding)
    }
  } finally {
    await shop.stop()
  }
}

async function comparePage(shopUrl: string, path: string, encoding: string): Promise<void> {
  const headers = { 'accept-encoding': encoding }
  const answer = await fetch(shopUrl + path, { headers })
  const length = Number(answer.headers.get('content-length'))
  if (answer.status !== 200 || !length) throw new Error(`${path} answered ${answer.status}`)
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''

  const constant = await startConstant(length, encoding)
  const rates: Record<'constant' | 'page', autocannon.Result[]> = { constant: [], page: [] }
  try {
    pin(constant.child.pid, SERVER_CPU)
    // Round by round in turns: whatever else the machine does meets both alike.
    for (let round = 0; round < ROUNDS; round++) {
      rates.constant.push(await load(constant.url, headers))
      rates.page.push(await load(shopUrl + path, { ...headers, cookie }))
    }
  } finally {
    constant.child.kill()
  }
  const [ours, bare] = [median(rates.page), median(rates.constant)]
  const line = (name: string, { requests, latency }: autocannon.Result) =>
    `${name.padEnd(34)} ${requests.average.toFixed(0).padStart(7)}/s   p99 ${latency.p99} ms\n`
  process.stdout.write(line(`${path}, ${encoding}, ${length} bytes`, ours) + line('a constant of that size', bare))
  judge(`kept page ${path}, ${encoding}`, ours.requests.average / bare.requests.average, 0.7)
}

/** React and router alone: the API's answers are there, nothing is compressed, one core. */
async function renderings(shopUrl: string): Promise<void> {
  const renderer = await loadRenderer()
  const answers = new Map<string, unknown>()
  const transport = async (path: string) => {
    if (!answers.has(path)) answers.set(path, await (await fetch(shopUrl + path)).json())
    return { status: 200, json: async () => structuredClone(answers.get(path)) }
  }
  const render = () => renderer.render({ address: '/packages', publicUrl: shopUrl, transport })
  for (let n = 0; n < RENDERINGS / 4; n++) await render()
  const started = performance.now()
  for (let n = 0; n < RENDERINGS; n++) await render()
  const perSecond = (RENDERINGS * 1000) / (performance.now() - started)
  process.stdout.write(`listing rendered anew: ${perSecond.toFixed(0)}/s\n`)
}

async function firstProduct(shopUrl: string): Promise<string> {
  const listing = (await (await fetch(`${shopUrl}/packages.json`)).json()) as { data: { url: string }[] }
  const url = listing.data[0]?.url
  if (!url) throw new Error('the shop has no products')
  return url
}

async function load(url: string, headers: Record<string, string>): Promise<autocannon.Result> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result
}

function median(results: readonly autocannon.Result[]): autocannon.Result {
  const sorted = [...results].sort((a, b) => a.requests.average - b.requests.average)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}

async function startConstant(length: number, encoding: string): Promise<{ url: string; child: ChildProcess }> {
  const file = fileURLToPath(new URL('support/constant-server.ts', import.meta.url))
  const child = spawn(process.execPath, [file, ...(encoding === 'gzip' ? ['gzip'] : [])], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(Buffer.alloc(length, 'a'))
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${String(port).trim()}/`, child }
}

/** Server and load each on a core of its own, where there are two and Linux's taskset. */
function pin(pid: number | undefined, cpu: number): void {
  if (process.platform !== 'linux' || cpus().length < 2 || pid === undefined) return
  execFileSync('taskset', ['-apc', String(cpu), String(pid)], { stdio: 'ignore' })
}
