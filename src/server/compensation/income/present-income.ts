import type { AdminResponse } from '#contract/admin-calls.ts'
import type { IncomeStatistics } from '#contract/compensation/income.ts'
import { type IncomeColumn, incomeColumns, incomeSummary } from '#contract/compensation/income-labels.ts'
import { type IncomeFigures, shareOfPeople } from '#domain/compensation/income/income-figures.ts'
import { type Cents, formatPlainDollars, toCents, toDollars } from '#domain/money/money.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import { nameOfLevel } from '../sales/present-sales.ts'
import type { Income } from './read-income.ts'

const amount = (value: Cents | null): number | null => (value === null ? null : toDollars(value))
/** Converts tenths of a percent to percent. */
const percent = (part: number, whole: number): number | null => {
  const tenths = shareOfPeople(part, whole)
  return tenths === null ? null : tenths / 10
}

const presentFigures = (figures: IncomeFigures, everybody: number): IncomeStatistics => ({
  people: figures.people,
  share: percent(figures.people, everybody),
  no_earnings: figures.earnedNothing,
  no_earnings_share: percent(figures.earnedNothing, figures.people),
  negative_earnings: figures.belowZero,
  median: amount(figures.medianCents),
  mean: amount(figures.meanCents),
  ninth_decile: amount(figures.ninthDecileCents),
  lowest: amount(figures.lowestCents),
  highest: amount(figures.highestCents),
  total: toDollars(figures.sumCents),
})

export function presentIncome({ plan, all: everybody, levels, ...income }: Income): AdminResponse<'income'> {
  const all = presentFigures(everybody, everybody.people)
  return {
    year: income.year,
    years: income.years,
    months: income.months,
    closed_externally: income.elsewhere,
    open: income.open,
    all,
    levels: plan
      ? levels.map(({ level, figures }) => ({
          level,
          level_name: nameOfLevel(plan, level),
          ...presentFigures(figures, everybody.people),
        }))
      : [],
    sentence: incomeSummary(income.months, all) ?? null,
  }
}

const columns = Object.keys(incomeColumns) as IncomeColumn[]
const isAmount = (column: IncomeColumn): boolean => !['people', 'share', 'no_earnings'].includes(column)

/** First for all, then for each level; every line names the months it counts. */
export function* incomeLines({ year, months, all, levels }: AdminResponse<'income'>): Generator<string> {
  yield `${['year', 'months', 'level', 'level_name', ...columns].join(',')}\n`
  for (const line of [{ level: 'all', level_name: '', ...all }, ...levels]) {
    const figures = columns.map((column) => {
      const value = line[column]
      return value === null ? '' : isAmount(column) ? formatPlainDollars(toCents(value)) : String(value)
    })
    yield `${[year, months.join(' '), line.level, csvCell(line.level_name), ...figures].join(',')}\n`
  }
}
