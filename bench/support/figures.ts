import { type Rate, summarised } from './load.ts'

/** One row of the table that ends a run: the measurement, its baseline, and its budget. */
export type Figure = {
  bench: string
  what: string
  figure: string
  /** The measurement it is compared with in the same run. */
  baseline?: string
  ratio?: string
  budget?: string
  isMet?: boolean
}

let current = ''
let figures: Figure[] = []

/** Collects the figures of a bench; each line is printed as soon as it is known. */
export async function measure(name: string, bench: () => Promise<void>): Promise<Figure[]> {
  current = name
  figures = []
  process.stdout.write(`\n${name}\n`)
  await bench()
  return figures
}

function add(figure: Omit<Figure, 'bench'>): void {
  figures.push({ bench: current, ...figure })
  const { what, figure: value, baseline, ratio, budget, isMet } = figure
  const parts = [
    value,
    baseline && `bare ${baseline}`,
    ratio,
    budget && `budget ${budget}: ${isMet ? 'met' : 'MISSED'}`,
  ]
  process.stdout.write(`${what}: ${parts.filter(Boolean).join(' · ')}\n`)
}

/** Adds a figure without a budget. */
export const tell = (what: string, figure: string): void => add({ what, figure })

/** Adds a rate that must reach a share of the baseline rate from the same run. */
export function judgeShare(what: string, ours: Rate, bare: Rate, share: number): void {
  const ratio = ours.perSecond / bare.perSecond
  add({
    what,
    figure: summarised(ours),
    baseline: summarised(bare),
    ratio: percent(ratio),
    budget: `≥ ${percent(share)}`,
    isMet: ratio >= share,
  })
}

/**
 * Adds a p99 that may be at most `most` times the baseline from the same run; `ratio` is the median over the rounds.
 */
export function judgeTimes(what: string, ours: Rate, bare: Rate, ratio: number, most: number): void {
  add({
    what,
    figure: summarised(ours),
    baseline: summarised(bare),
    ratio: `p99 ${ratio.toFixed(2)} ×`,
    budget: `≤ ${most} ×`,
    isMet: ratio <= most,
  })
}

/** Adds a wait in ms that may be at most `most` times what the CPU took for {@link bareWork} in the same run. */
export function judgeWait(what: string, ms: number, bareMs: number, most: number): void {
  const ratio = ms / bareMs
  add({
    what,
    figure: `${round(ms)} ms`,
    baseline: `a million numbers sorted in ${round(bareMs)} ms`,
    ratio: `${ratio.toFixed(2)} ×`,
    budget: `≤ ${most} ×`,
    isMet: ratio <= most,
  })
}

/** Adds any other figure with an upper or lower limit in its unit. */
export function judgeFigure(
  what: string,
  value: number,
  unit: string,
  budget: { atMost: number } | { atLeast: number },
  more: { baseline?: string; ratio?: string } = {},
): void {
  const isMet = 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast
  const limit = 'atMost' in budget ? `≤ ${round(budget.atMost)}` : `≥ ${round(budget.atLeast)}`
  add({ what, figure: `${round(value)} ${unit}`, ...more, budget: `${limit} ${unit}`, isMet })
}

/** Prints every figure of the run as one Markdown table, in the format of docs/performance.md. */
export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map(({ bench, what, figure, baseline = '', ratio = '', budget = '', isMet }) => [
    bench,
    what,
    figure,
    baseline,
    ratio,
    budget,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ])
  const head = ['Bench', 'What', 'Figure', 'Bare, same run', 'Ratio', 'Budget', '']
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const round = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
