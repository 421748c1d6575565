import type { MonthInput } from '#domain/compensation/month/columns.ts'
import { makeEmptyBooked, makeOrders } from '#domain/compensation/month/columns.ts'
import { computeOneLevelUp } from '#domain/compensation/month/one-level-up.ts'
import { runMonth } from '#domain/compensation/month/run-month.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import { evaluateWait } from './support/figures.ts'
import { log } from './support/log.ts'
import { measureSortTime } from './support/measure-sort-time.ts'
import { medianBy } from './support/median.ts'
import { seededRandom, skewedSponsors } from './support/skewed-network.ts'

const MEMBERS = 1_000_000
const ORDERS = 3_000_000
const ROUNDS = 5
/** No request may wait longer than half a second for a slice (docs/product §10.2): five times a reference sort of 100 ms. */
const MAX_RATIO_TO_SORT = 5

/**
 * The month calculation over columns alone, without reading or storing, against one plain pass over the same columns.
 */
export async function run(): Promise<void> {
  measure('bushy tree', createMonth(skewedSponsors(MEMBERS)))
  measure('one chain', createMonth(Int32Array.from({ length: MEMBERS }, (_, n) => n - 1)))
}

function measure(name: string, input: MonthInput): void {
  const rounds = Array.from({ length: ROUNDS }, () => measureOnce(input))
  const medianRun = medianBy(rounds, ({ ratio }) => ratio)
  const fastest = Math.min(...rounds.map(({ monthMs }) => monthMs))
  const peak = process.resourceUsage().maxRSS / 1024
  const ms = (time: number) => `${time.toFixed(0)} ms`
  log(`${name}: ${MEMBERS} members, ${ORDERS} orders, ${medianRun.lines} lines`)
  log(
    `  month ${ms(medianRun.monthMs)} (fastest ${ms(fastest)}), plain pass ${ms(medianRun.plainMs)}: ratio ${medianRun.ratio.toFixed(1)}`,
  )
  log(`one level up, for everyone: ${ms(medianRun.upMs)} more; peak memory of the process so far ${peak.toFixed(0)} MB`)
  evaluateWait(
    `longest slice, ${name}`,
    Math.max(...rounds.map(({ longestMs }) => longestMs)),
    measureSortTime(),
    MAX_RATIO_TO_SORT,
  )
}

function measureOnce(input: MonthInput) {
  const { ms: plainMs } = measureTime(() => plainPass(input))
  const month = runAllSlices(runMonth(EXAMPLE_PLAN, input), (slice) => slice.lines?.order.length ?? 0)
  const up = runAllSlices(computeOneLevelUp(EXAMPLE_PLAN, input, month.result), () => 0)
  const longestMs = Math.max(month.longestMs, up.longestMs)
  return { plainMs, monthMs: month.ms, ratio: month.ms / plainMs, upMs: up.ms, lines: month.count, longestMs }
}

/** Runs all slices, yielding in between as a server does to answer requests. */
function runAllSlices<Slice, Result>(slices: Generator<Slice, Result>, countOf: (slice: Slice) => number) {
  let [count, longestMs, ms] = [0, 0, 0]
  for (;;) {
    const step = measureTime(() => slices.next())
    ms += step.ms
    longestMs = Math.max(longestMs, step.ms)
    if (step.value.done) return { result: step.value.value, count, longestMs, ms }
    count += countOf(step.value.value)
  }
}

/** Reads and sums every column once: the least work that visits a whole month. */
function plainPass({ tree, orders }: MonthInput): number {
  const personal = new Float64Array(tree.sponsor.length)
  let sum = 0
  for (let index = 0; index < orders.credited.length; index++) {
    const member = orders.credited[index] as number
    if (member !== -1) personal[member] = (personal[member] as number) + (orders.pv[index] as number)
    sum += (orders.cvCents[index] as number) + (orders.customer[index] as number)
  }
  for (let member = 0; member < tree.sponsor.length; member++) {
    const sponsor = tree.sponsor[member] as number
    if (sponsor !== -1 && tree.active[member] === 1)
      personal[sponsor] = (personal[sponsor] as number) + (personal[member] as number)
  }
  return sum
}

function createMonth(sponsor: Int32Array): MonthInput {
  const nextInt = seededRandom(7)
  const active = Uint8Array.from(sponsor, () => (nextInt(100) < 15 ? 0 : 1))
  const orders = makeOrders(ORDERS)
  for (let index = 0; index < ORDERS; index++) {
    orders.credited[index] = nextInt(50) === 0 ? -1 : nextInt(MEMBERS)
    orders.customer[index] = nextInt(3) === 0 ? 1 : 0
    const cvCents = 500 + nextInt(40_000)
    orders.cvCents[index] = cvCents
    orders.pv[index] = Math.floor(cvCents / 115)
  }
  return { tree: { sponsor, active }, orders, booked: makeEmptyBooked() }
}

function measureTime<T>(work: () => T): { value: T; ms: number } {
  const started = performance.now()
  const value = work()
  return { value, ms: performance.now() - started }
}
