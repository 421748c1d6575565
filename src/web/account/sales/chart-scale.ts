type Bonuses = { sales_bonus: number; level_bonus: number }

/** Highest and lowest dollar of a chart; zero is always between them. */
export type ChartScale = { top: number; bottom: number }

/** One bar of a column: from `y` downward, in hundredths of the chart's height. */
export type Bar = { kind: keyof Bonuses; y: number; height: number; negative: boolean }

/** Bars with the same sign are stacked: the column's height is their sum. */
const stackHeight = ({ sales_bonus, level_bonus }: Bonuses, sign: 1 | -1): number =>
  Math.max(0, sign * sales_bonus) + Math.max(0, sign * level_bonus)

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The next round number, for a readable scale. */
export function roundUp(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return (STEPS.find((step) => step * power >= value) ?? 10) * power
}

export function chartScale(months: readonly Bonuses[]): ChartScale {
  const top = roundUp(Math.max(0, ...months.map((month) => stackHeight(month, 1))))
  const bottom = -roundUp(Math.max(0, ...months.map((month) => stackHeight(month, -1))))
  return { top, bottom }
}

/** Position of zero, in percent from the top. */
export const zeroLine = ({ top, bottom }: ChartScale): number => (top === bottom ? 100 : (100 * top) / (top - bottom))

/** Bars of a month: earnings above the line, reversals below. */
export function layOutBars(month: Bonuses, scale: ChartScale): Bar[] {
  const unit = 100 / (scale.top - scale.bottom || 1)
  const zero = zeroLine(scale)
  const stacked = { above: 0, below: 0 }
  return (['sales_bonus', 'level_bonus'] as const).flatMap((kind) => {
    const height = Math.abs(month[kind]) * unit
    if (height === 0) return []
    const negative = month[kind] < 0
    const y = negative ? zero + stacked.below : zero - stacked.above - height
    stacked[negative ? 'below' : 'above'] += height
    return [{ kind, y, height, negative }]
  })
}
