import { medianBy } from './median.ts'

export type Rate = {
  perSecond: number
  p50: number
  p99: number
  count: number
  failures: string[]
  /** Of each, in ms, the shortest first. */
  times: readonly number[]
}

/**
 * Runs `once` `total` times with `concurrency` of them under way at any time, after a warm-up of a tenth that is not
 * counted. A throw is a failure: counted, and its message kept.
 */
export async function measure(total: number, concurrency: number, once: (n: number) => Promise<void>): Promise<Rate> {
  const warmUp = Math.floor(total / 10)
  await burst(0, warmUp, concurrency, once)
  const started = performance.now()
  const { times, failures } = await burst(warmUp, total, concurrency, once)
  return summary(times, failures, performance.now() - started)
}

function summary(times: number[], failures: string[], ms: number): Rate {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: (times.length * 1000) / ms, p50: at(0.5), p99: at(0.99), count: times.length, failures, times }
}

/** All requests of several rounds as those of one: a p99 of a hundred is the slowest of them, whatever made it wait. */
export const pooled = (rates: readonly Rate[]): Rate =>
  summary(
    rates.flatMap(({ times }) => times),
    rates.flatMap(({ failures }) => failures),
    rates.reduce((ms, { count, perSecond }) => ms + (count * 1000) / perSecond, 0),
  )

/**
 * Starts `once` so many times a second, whether the one before has ended or not, as visitors do. Other than under
 * `measure` a slow answer does not slow down those who ask.
 */
export async function pace(perSecond: number, seconds: number, once: () => Promise<void>): Promise<Rate> {
  const started = performance.now()
  const total = perSecond * seconds
  const runs = Array.from({ length: total }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, (n * 1000) / perSecond))
    return burst(0, 1, 1, once)
  })
  const done = await Promise.all(runs)
  return summary(
    done.flatMap(({ times }) => times),
    done.flatMap(({ failures }) => failures),
    performance.now() - started,
  )
}

/** How many times the p99 of the bare statements the shop's own p99 may be. */
export const MOST_P99_RATIO = 3

/** A turn so long that no single pause of the machine decides: of sixty a second it is the twelfth longest time. */
export const P99_SECONDS = 20

/**
 * The shop and the bare statements in turns at the same pace, so that both meet the same machine: these differ 2.5
 * times from hour to hour. The ratio of the p99s is the median over the rounds.
 */
export async function paceInTurns(
  { perSecond, seconds, rounds }: { perSecond: number; seconds: number; rounds: number },
  shop: () => Promise<void>,
  bare: () => Promise<void>,
): Promise<{ shop: Rate; bare: Rate; p99Ratio: number }> {
  const turns = []
  for (let round = 0; round < rounds; round++) {
    const turn = { shop: await pace(perSecond, seconds, shop), bare: await pace(perSecond, seconds, bare) }
    turns.push({ ...turn, p99Ratio: turn.shop.p99 / turn.bare.p99 })
  }
  const failed = turns.find((turn) => turn.shop.failures.length + turn.bare.failures.length > 0)
  return failed ?? medianBy(turns, ({ p99Ratio }) => p99Ratio)
}

async function burst(from: number, to: number, concurrency: number, once: (n: number) => Promise<void>) {
  const times: number[] = []
  const failures: string[] = []
  let next = from
  const worker = async () => {
    while (next < to) {
      const n = next++
      const started = performance.now()
      try {
        await once(n)
        times.push(performance.now() - started)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { times, failures }
}

export const summarised = ({ perSecond, p50, p99 }: Rate): string =>
  `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

/** Throws when something of it failed: the figure of a run that fails in part is no figure. */
export function refuseFailures(...rates: Rate[]): void {
  const failures = rates.flatMap((rate) => rate.failures)
  if (failures.length > 0) throw new Error(`${failures.length} failed, the first: ${failures[0]}`)
}

export const medianRate = (rates: readonly Rate[]): Rate => medianBy(rates, ({ perSecond }) => perSecond)
