import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client, withResponseCookies } from './support/client.ts'
import { evaluateFigure, reportFigure } from './support/figures.ts'
import { findBrowser } from './support/find-browser.ts'
import { median } from './support/median.ts'
import { type RunningShop, startShop } from './support/server.ts'

const VERSION = '13.5.0'
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
const MIN_SCORE = 97
/** Lighthouse's default setting, meant for machines with an index of 1,500 to 2,000. */
const SLOWDOWN = 4
const BENCHMARK_INDEX = 1_750

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * Relative change of the machine's speed that is allowed between two runs; beyond it, the second run emulated a
 * different phone.
 */
const MAX_SPEED_CHANGE = 0.15
/** Maximum runs per page while waiting for a steady machine; after that, the available runs count. */
const MAX_ATTEMPTS = 4

/** The fields of a report that are read here. */
export type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<(typeof categories)[number], { score: number }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

/**
 * First page loads as Lighthouse measures them on a slow phone: five pages, all four categories, the median of some
 * runs. The emulated phone is as slow on a fast machine as on a slow one.
 */
export async function run(): Promise<void> {
  const shop = await startShop({})
  try {
    for await (const { name, reports } of collectReports([shop], RUNS)) evaluateReports(name, reports[0] ?? [])
  } finally {
    await shop.stop()
  }
}

/** Yields the reports of five pages of each shop, alternating between the shops. */
export async function* collectReports(
  shops: readonly RunningShop[],
  runs: number,
): AsyncGenerator<{ name: string; reports: Report[][] }> {
  const pages = await Promise.all(shops.map(listPages))
  let slowdown = slowdownOf(await runLighthouse({ url: `${shops[0]?.url}/faqs` }, SLOWDOWN))
  for (const [index, { name }] of (pages[0] ?? []).entries()) {
    const reports: Report[][] = shops.map(() => [])
    for (let n = 0; n < runs; n++) {
      for (const [shopIndex, shopReports] of reports.entries()) {
        for (let attempt = 1; ; attempt++) {
          const report = await runLighthouse(pages[shopIndex]?.[index] as Page, slowdown)
          const change = Math.abs(slowdownOf(report) / slowdown - 1)
          // The machine's speed changes during a run.
          slowdown = slowdownOf(report)
          if (change > MAX_SPEED_CHANGE && attempt < MAX_ATTEMPTS) continue
          shopReports.push(report)
          break
        }
      }
    }
    yield { name, reports }
  }
}

type Page = { url: string; settings?: readonly string[] }

async function listPages({ url, port }: RunningShop): Promise<(Page & { name: string })[]> {
  const client = new Client(port, 1)
  try {
    const visitor = await client.visit()
    const response = await client.post('/shopping-cart/product/add', visitor, { id: 1, quantity: 2 })
    const { cookie } = withResponseCookies(visitor, response)
    return [
      { name: 'home', url: `${url}/` },
      { name: 'listing', url: `${url}/packages` },
      { name: 'product', url: url + (await findFirstEntry(client, '/packages.json')) },
      { name: 'post', url: url + (await findFirstEntry(client, '/posts.json')) },
      {
        name: 'cart',
        url: `${url}/checkout/cart`,
        // Search engines must not index a cart.
        settings: [`--extra-headers=${JSON.stringify({ cookie })}`, '--skip-audits=is-crawlable'],
      },
    ]
  } finally {
    client.close()
  }
}

const slowdownOf = ({ environment }: Report): number => (SLOWDOWN * environment.benchmarkIndex) / BENCHMARK_INDEX

function evaluateReports(name: string, reports: readonly Report[]): void {
  const audit = (id: string) => medianAudit(reports, id)
  const times = [
    `first paint ${audit('first-contentful-paint').toFixed(0)} ms`,
    `largest ${audit('largest-contentful-paint').toFixed(0)} ms`,
    `blocked ${audit('total-blocking-time').toFixed(0)} ms`,
    `processor ${median(reports.map(slowdownOf)).toFixed(1)} × slower`,
    `shift ${audit('cumulative-layout-shift').toFixed(3)}`,
  ]
  reportFigure(name, times.join(', '))
  for (const category of categories) {
    const score = median(reports.map(({ categories }) => categories[category].score * 100))
    evaluateFigure(`${name}, ${category}`, score, 'of 100', { min: MIN_SCORE })
  }
}

/** The median of an audit's value, such as `largest-contentful-paint` in ms. */
export const medianAudit = (reports: readonly Report[], audit: string): number =>
  median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))

/** Returns the page of the first entry of a list. */
async function findFirstEntry(client: Client, list: string): Promise<string> {
  const { data } = JSON.parse((await client.send('GET', list)).body) as { data: { id: number }[] }
  if (!data[0]) throw new Error(`${list} is empty`)
  return list.replace('.json', `/${data[0].id}`)
}

async function runLighthouse({ url, settings = [] }: Page, slowdown: number): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `lighthouse@${VERSION}`, '--', url, '--output=json', '--quiet'],
      `--throttling.cpuSlowdownMultiplier=${slowdown.toFixed(2)}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-background-networking',
      ...settings,
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() }, maxBuffer: 100_000_000 },
  )
  return JSON.parse(stdout) as Report
}
