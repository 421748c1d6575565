import type { MonthInput } from '#domain/compensation/month/columns.ts'
import { makeOrders, nothingBooked } from '#domain/compensation/month/columns.ts'
import { oneLevelUp } from '#domain/compensation/month/one-level-up.ts'
import { runMonth } from '#domain/compensation/month/run-month.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import { bareWork } from './support/bare-work.ts'
import { judgeWait } from './support/figures.ts'
import { medianBy } from './support/median.ts'
import { seeded, skewedSponsors } from './support/skewed-network.ts'

const MEMBERS = 1_000_000
const ORDERS = 3_000_000
const ROUNDS = 5
/** No request may wait longer than half a second for a slice (docs/product §10.2): five times a bare 100 ms. */
const MAX_TIMES_BARE = 5

/**
 * The month calculation over columns alone, without reading or storing, against one plain pass over the same columns.
 */
export async function run(): Promise<void> {
  measure('bushy tree', makeMonth(skewedSponsors(MEMBERS)))
  measure('one chain', makeMonth(Int32Array.from({ length: MEMBERS }, (_, n) => n - 1)))
}

function measure(name: string, input: MonthInput): void {
  const rounds = Array.from({ length: ROUNDS }, () => measureOnce(input))
  const middle = medianBy(rounds, ({ ratio }) => ratio)
  const fastest = Math.min(...rounds.map(({ monthMs }) => monthMs))
  const peak = process.resourceUsage().maxRSS / 1024
  const ms = (time: number) => `${time.toFixed(0)} ms`
  say(`${name}: ${MEMBERS} members, ${ORDERS} orders, ${middle.lines} lines`)
  say(
    `  month ${ms(middle.monthMs)} (fastest ${ms(fastest)}), plain pass ${ms(middle.plainMs)}: ratio ${middle.ratio.toFixed(1)}`,
  )
  say(`one level up, for everybody: ${ms(middle.upMs)} more; peak memory of the process so far ${peak.toFixed(0)} MB`)
  judgeWait(`longest slice, ${name}`, Math.max(...rounds.map(({ longest }) => longest)), bareWork(), MAX_TIMES_BARE)
}

function measureOnce(input: MonthInput) {
  const { ms: plainMs } = timed(() => plainPass(input))
  const month = drained(runMonth(EXAMPLE_PLAN, input), (slice) => slice.lines?.order.length ?? 0)
  const up = drained(oneLevelUp(EXAMPLE_PLAN, input, month.result), () => 0)
  const longest = Math.max(month.longest, up.longest)
  return { plainMs, monthMs: month.ms, ratio: month.ms / plainMs, upMs: up.ms, lines: month.count, longest }
}

/** Runs all slices, yielding in between as a server does to answer requests. */
function drained<Slice, Result>(slices: Generator<Slice, Result>, countOf: (slice: Slice) => number) {
  let [count, longest, ms] = [0, 0, 0]
  for (;;) {
    const step = timed(() => slices.next())
    ms += step.ms
    longest = Math.max(longest, step.ms)
    if (step.value.done) return { result: step.value.value, count, longest, ms }
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
    const above = tree.sponsor[member] as number
    if (above !== -1 && tree.active[member] === 1)
      personal[above] = (personal[above] as number) + (personal[member] as number)
  }
  return sum
}

function makeMonth(sponsor: Int32Array): MonthInput {
  const random = seeded(7)
  const active = Uint8Array.from(sponsor, () => (random(100) < 15 ? 0 : 1))
  const orders = makeOrders(ORDERS)
  for (let index = 0; index < ORDERS; index++) {
    orders.credited[index] = random(50) === 0 ? -1 : random(MEMBERS)
    orders.customer[index] = random(3) === 0 ? 1 : 0
    const cvCents = 500 + random(40_000)
    orders.cvCents[index] = cvCents
    orders.pv[index] = Math.floor(cvCents / 115)
  }
  return { tree: { sponsor, active }, orders, booked: nothingBooked() }
}

function timed<T>(work: () => T): { value: T; ms: number } {
  const started = performance.now()
  const value = work()
  return { value, ms: performance.now() - started }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
