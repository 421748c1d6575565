import { formatRate, type Rate } from './load.ts'

/** One row of the table that ends a run: the measurement, its baseline, and its budget. */
export type Figure = {
  bench: string
  label: string
  figure: string
  /** The measurement it is compared with in the same run. */
  baseline?: string
  ratio?: string
  budget?: string
  isMet?: boolean
}

let currentBench = ''
let figures: Figure[] = []

/** Collects the figures of a bench; each line is printed as soon as it is known. */
export async function measure(name: string, bench: () => Promise<void>): Promise<Figure[]> {
  currentBench = name
  figures = []
  process.stdout.write(`\n${name}\n`)
  await bench()
  return figures
}

function add(figure: Omit<Figure, 'bench'>): void {
  figures.push({ bench: currentBench, ...figure })
  const { label, figure: value, baseline, ratio, budget, isMet } = figure
  const parts = [
    value,
    baseline && `baseline ${baseline}`,
    ratio,
    budget && `budget ${budget}: ${isMet ? 'met' : 'MISSED'}`,
  ]
  process.stdout.write(`${label}: ${parts.filter(Boolean).join(' · ')}\n`)
}

/** Adds a figure without a budget. */
export const reportFigure = (label: string, figure: string): void => add({ label, figure })

/** Adds a rate that must reach a share of the baseline rate from the same run. */
export function evaluateShare(label: string, measured: Rate, baseline: Rate, share: number): void {
  const ratio = measured.perSecond / baseline.perSecond
  add({
    label,
    figure: formatRate(measured),
    baseline: formatRate(baseline),
    ratio: formatPercent(ratio),
    budget: `≥ ${formatPercent(share)}`,
    isMet: ratio >= share,
  })
}

/**
 * Adds a p99 that may be at most `most` times the baseline from the same run; `ratio` is the median over the rounds.
 */
export function evaluateP99Ratio(label: string, measured: Rate, baseline: Rate, ratio: number, maxRatio: number): void {
  add({
    label,
    figure: formatRate(measured),
    baseline: formatRate(baseline),
    ratio: `p99 ${ratio.toFixed(2)}×`,
    budget: `≤ ${maxRatio}×`,
    isMet: ratio <= maxRatio,
  })
}

/** Adds a wait in ms that may be at most `most` times what the CPU took for {@link bareWork} in the same run. */
export function evaluateWait(label: string, ms: number, sortMs: number, maxRatio: number): void {
  const ratio = ms / sortMs
  add({
    label,
    figure: `${formatNumber(ms)} ms`,
    baseline: `a million numbers sorted in ${formatNumber(sortMs)} ms`,
    ratio: `${ratio.toFixed(2)}×`,
    budget: `≤ ${maxRatio}×`,
    isMet: ratio <= maxRatio,
  })
}

/** Adds a custom figure with an upper or lower limit in its unit. */
export function evaluateFigure(
  label: string,
  value: number,
  unit: string,
  budget: { max: number } | { min: number },
  details: { baseline?: string; ratio?: string } = {},
): void {
  const isMet = 'max' in budget ? value <= budget.max : value >= budget.min
  const limit = 'max' in budget ? `≤ ${withUnit(budget.max, unit)}` : `≥ ${withUnit(budget.min, unit)}`
  add({ label, figure: withUnit(value, unit), ...details, budget: limit, isMet })
}

/** Prints every figure of the run as one Markdown table, in the format of docs/performance.md. */
export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map(({ bench, label, figure, baseline = '', ratio = '', budget = '', isMet }) => [
    bench,
    label,
    figure,
    baseline,
    ratio,
    budget,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ])
  const header = ['Bench', 'Measurement', 'Figure', 'Baseline, same run', 'Ratio', 'Budget', '']
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

const formatPercent = (share: number): string => `${(share * 100).toFixed(0)}%`
/** `%` and `×` follow the number without a space. */
const withUnit = (value: number, unit: string): string =>
  `${formatNumber(value)}${/^[%×]/.test(unit) ? '' : ' '}${unit}`
const formatNumber = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
