import type { AdminResponse } from '#contract/admin-calls.ts'
import type { IncomeStatistics } from '#contract/compensation/income.ts'
import { type IncomeColumn, incomeColumns, incomeSummary } from '#contract/compensation/income-labels.ts'
import { computeShare, type IncomeFigures } from '#domain/compensation/income/income-figures.ts'
import { type Cents, formatPlainDollars, toCents, toDollars } from '#domain/money/money.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import { findLevelName } from '../sales/present-sales.ts'
import type { Income } from './read-income.ts'

const toAmount = (value: Cents | null): number | null => (value === null ? null : toDollars(value))
/** Converts tenths of a percent to percent. */
const toPercent = (part: number, whole: number): number | null => {
  const tenths = computeShare(part, whole)
  return tenths === null ? null : tenths / 10
}

const presentFigures = (figures: IncomeFigures, overall: number): IncomeStatistics => ({
  people: figures.people,
  share: toPercent(figures.people, overall),
  no_earnings: figures.earnedNothing,
  no_earnings_share: toPercent(figures.earnedNothing, figures.people),
  negative_earnings: figures.belowZero,
  median: toAmount(figures.medianCents),
  mean: toAmount(figures.meanCents),
  ninth_decile: toAmount(figures.ninthDecileCents),
  lowest: toAmount(figures.lowestCents),
  highest: toAmount(figures.highestCents),
  total: toDollars(figures.sumCents),
})

export function presentIncome({ plan, all: overall, levels, ...income }: Income): AdminResponse<'income'> {
  const all = presentFigures(overall, overall.people)
  return {
    year: income.year,
    years: income.years,
    months: income.months,
    closed_externally: income.externalMonths,
    open: income.open,
    all,
    levels: plan
      ? levels.map(({ level, figures }) => ({
          level,
          level_name: findLevelName(plan, level),
          ...presentFigures(figures, overall.people),
        }))
      : [],
    sentence: incomeSummary(income.months, all) ?? null,
  }
}

const COLUMNS = Object.keys(incomeColumns) as IncomeColumn[]
const isAmount = (column: IncomeColumn): boolean => !['people', 'share', 'no_earnings'].includes(column)

/** First for all, then for each level; every line names the months it counts. */
export function* formatIncomeLines({ year, months, all, levels }: AdminResponse<'income'>): Generator<string> {
  yield `${['year', 'months', 'level', 'level_name', ...COLUMNS].join(',')}\n`
  for (const line of [{ level: 'all', level_name: '', ...all }, ...levels]) {
    const figures = COLUMNS.map((column) => {
      const value = line[column]
      return value === null ? '' : isAmount(column) ? formatPlainDollars(toCents(value)) : String(value)
    })
    yield `${[year, months.join(' '), line.level, csvCell(line.level_name), ...figures].join(',')}\n`
  }
}
