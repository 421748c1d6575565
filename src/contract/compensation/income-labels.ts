import { formatDollars } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { formatPeriod } from './month-labels.ts'

/** The label of each figure: the page's label and the heading in files (docs/plan §17). */
export const incomeColumns = {
  people: {
    name: 'People',
    meaning:
      'Everyone in the network in any of these months, including pending and suspended accounts, people who earned nothing, and people who have since left or been erased. Accounts closed the whole time count only if they had activity.',
  },
  share: { name: 'Share', meaning: 'Share of all people.' },
  no_earnings: {
    name: 'Earned nothing',
    meaning: 'People whose bonuses total zero, or less because returns exceeded what they earned.',
  },
  median: {
    name: 'Median',
    meaning: 'Half of the people earned this or less. With an even number, the mean of the middle two.',
  },
  mean: { name: 'Mean', meaning: 'All bonuses divided by the number of people, including those who earned nothing.' },
  ninth_decile: { name: '90th percentile', meaning: 'Nine of ten people earned this or less.' },
  lowest: { name: 'Lowest', meaning: 'Negative if returns exceeded earnings.' },
  highest: { name: 'Highest', meaning: 'Most earned by one person.' },
  total: { name: 'Bonuses', meaning: 'Total sales and level bonuses of these people.' },
} as const satisfies Record<string, { name: string; meaning: string }>
export type IncomeColumn = keyof typeof incomeColumns

export const formatPercent = (percent: number | null): string => (percent === null ? '–' : `${percent.toFixed(1)}%`)

/** Figures of everybody; amounts in dollars. */
type CompanyIncome = {
  people: number
  no_earnings: number
  no_earnings_share: number | null
  median: number | null
  mean: number | null
}

/** Summary for publication; undefined if nobody is counted. */
export function incomeSummary(months: readonly string[], all: CompanyIncome): string | undefined {
  const { people, no_earnings, no_earnings_share, median, mean } = all
  if (people === 0 || median === null || mean === null) return undefined
  return `Of ${formatWhole(people)} ${people === 1 ? 'member' : 'members'}, ${formatWhole(no_earnings)} (${formatPercent(no_earnings_share)}) earned nothing ${formatPeriod(months)}; the median of all was ${formatDollars(median)} and the mean ${formatDollars(mean)}, before expenses.`
}
