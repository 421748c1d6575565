import { medianBy } from './median.ts'

export type Rate = {
  perSecond: number
  p50: number
  p99: number
  count: number
  failures: string[]
  /** Duration of each request in ms, in ascending order. */
  times: readonly number[]
}

/**
 * Runs `once` `total` times with `concurrency` of them in progress at any time, after a warm-up of a tenth that is not
 * counted. A throw counts as a failure, and its message is kept.
 */
export async function measure(total: number, concurrency: number, task: (n: number) => Promise<void>): Promise<Rate> {
  const warmUp = Math.floor(total / 10)
  await runTasks(0, warmUp, concurrency, task)
  const started = performance.now()
  const { times, failures } = await runTasks(warmUp, total, concurrency, task)
  return toRate(times, failures, performance.now() - started)
}

function toRate(times: number[], failures: string[], ms: number): Rate {
  times.sort((a, b) => a - b)
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    perSecond: (times.length * 1000) / ms,
    p50: percentile(0.5),
    p99: percentile(0.99),
    count: times.length,
    failures,
    times,
  }
}

/**
 * Merges the requests of several rounds: the p99 of a hundred requests would be the slowest of them, whatever delayed
 * it.
 */
export const mergeRates = (rates: readonly Rate[]): Rate =>
  toRate(
    rates.flatMap(({ times }) => times),
    rates.flatMap(({ failures }) => failures),
    rates.reduce((ms, { count, perSecond }) => ms + (count * 1000) / perSecond, 0),
  )

/**
 * Starts `once` `perSecond` times a second, whether or not the one before has ended, as visitors do. Unlike `measure`,
 * a slow response does not slow down the request rate.
 */
export async function pace(perSecond: number, seconds: number, task: () => Promise<void>): Promise<Rate> {
  const started = performance.now()
  const total = perSecond * seconds
  const runs = Array.from({ length: total }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, (n * 1000) / perSecond))
    return runTasks(0, 1, 1, task)
  })
  const outcomes = await Promise.all(runs)
  return toRate(
    outcomes.flatMap(({ times }) => times),
    outcomes.flatMap(({ failures }) => failures),
    performance.now() - started,
  )
}

/** Limit of the shop's p99, as a multiple of the baseline's p99. */
export const MAX_P99_RATIO = 3

/** Long enough that no single pause of the machine decides: at sixty a second, the p99 is the twelfth longest time. */
export const P99_SECONDS = 20

/**
 * Alternates the shop and the baseline at the same request rate, so that both run under the same machine load,
 * which varies by a factor of 2.5 from hour to hour. The ratio of the p99s is the median over the rounds.
 */
export async function paceAlternating(
  { perSecond, seconds, rounds }: { perSecond: number; seconds: number; rounds: number },
  shop: () => Promise<void>,
  baseline: () => Promise<void>,
): Promise<{ shop: Rate; baseline: Rate; p99Ratio: number }> {
  const results = []
  for (let round = 0; round < rounds; round++) {
    const result = { shop: await pace(perSecond, seconds, shop), baseline: await pace(perSecond, seconds, baseline) }
    results.push({ ...result, p99Ratio: result.shop.p99 / result.baseline.p99 })
  }
  const failed = results.find((result) => result.shop.failures.length + result.baseline.failures.length > 0)
  return failed ?? medianBy(results, ({ p99Ratio }) => p99Ratio)
}

async function runTasks(start: number, end: number, concurrency: number, task: (n: number) => Promise<void>) {
  const times: number[] = []
  const failures: string[] = []
  let next = start
  const worker = async () => {
    while (next < end) {
      const n = next++
      const started = performance.now()
      try {
        await task(n)
        times.push(performance.now() - started)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { times, failures }
}

export const formatRate = ({ perSecond, p50, p99 }: Rate): string =>
  `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

/** Throws if any request failed: a run with failures yields no valid figure. */
export function assertNoFailures(...rates: Rate[]): void {
  const failures = rates.flatMap((rate) => rate.failures)
  if (failures.length > 0) throw new Error(`${failures.length} failed, the first: ${failures[0]}`)
}

export const medianRate = (rates: readonly Rate[]): Rate => medianBy(rates, ({ perSecond }) => perSecond)
