import { setImmediate } from 'node:timers/promises'
import { type Month, monthOf, monthsFrom } from '#domain/calendar/month.ts'
import { computeIncomeFigures, type IncomeFigures } from '#domain/compensation/income/income-figures.ts'
import { LEVEL_CODES, type LevelCode, type Plan } from '#domain/compensation/plan/plan.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { findFirstMonth } from '../close/close-month.queries.ts'
import { GrowableArray } from '../close/growable-array.ts'
import { findMaxUserId } from '../close/month-input.queries.ts'
import { readPlans } from '../plan/plans.ts'
import { findClosedAccounts, findClosedMonths, readEarnings } from './income.queries.ts'

/** Income of all members in some closed months, in total and by the highest level reached in them. */
type EarningsByLevel = { all: IncomeFigures; levels: { level: LevelCode; figures: IncomeFigures }[] }

export type Income = EarningsByLevel & {
  year: number
  /** Years with a month that was closed here, latest first. */
  years: number[]
  /** Months of the year that were closed here and are counted, earliest first. */
  months: Month[]
  /** Months of the year that were closed in an older system: the shop has no cards for them. */
  externalMonths: Month[]
  /** Months of the year that have begun but are not closed. */
  open: Month[]
  /** Plan of the last counted month; undefined without one. */
  plan: Plan | undefined
}

export type ReadIncome = (year: number | undefined, now: number) => Promise<Income>

const getYear = (month: Month): number => Number(month.slice(0, 4))

/**
 * The income of a year from the cards of its closed months (docs/plan §17), by default of the latest year that has one.
 * A closed month never changes, so the result is cached by its months; another closed month changes the key.
 */
export function makeIncomeReader(connection: Connection): ReadIncome {
  const { db } = connection
  const cache = new Map<number, { key: string; earned: Promise<EarningsByLevel> }>()

  function readCachedEarnings(
    year: number,
    months: readonly { month: Month; hash: string | null }[],
  ): Promise<EarningsByLevel> {
    const key = months.map(({ month, hash }) => `${month} ${hash}`).join()
    const entry = cache.get(year)
    if (entry?.key === key) return entry.earned
    const earned = computeEarnings(
      connection,
      months.map(({ month }) => month),
    )
    cache.set(year, { key, earned })
    // The error goes to the waiting callers; the next call starts again.
    earned.catch(() => cache.get(year)?.earned === earned && cache.delete(year))
    return earned
  }

  return async (requestedYear, now) => {
    const [closed, first, plans] = await Promise.all([findClosedMonths(db), findFirstMonth(db), readPlans(db)])
    const closedHere = closed.filter(({ closedExternally }) => !closedExternally)
    const years = [...new Set(closedHere.map(({ month }) => getYear(month)))].reverse()
    const year = requestedYear ?? years[0] ?? getYear(monthOf(now))
    const countedMonths = closedHere.filter(({ month }) => getYear(month) === year)
    const closedMonths = new Set(closed.map(({ month }) => month))
    const startedMonths = first === undefined ? [] : monthsFrom(first, monthOf(now))
    const version = countedMonths.at(-1)?.planVersion
    return {
      ...(await readCachedEarnings(year, countedMonths)),
      year,
      years,
      months: countedMonths.map(({ month }) => month),
      externalMonths: closed
        .filter(({ month, closedExternally }) => closedExternally && getYear(month) === year)
        .map(({ month }) => month),
      open: startedMonths.filter((month) => getYear(month) === year && !closedMonths.has(month)),
      plan: plans.find((entry) => entry.version === version),
    }
  }
}

/**
 * Every member with a card counts, except accounts that were closed at the end of each of the months and have no
 * amounts.
 */
async function computeEarnings(connection: Connection, months: readonly Month[]): Promise<EarningsByLevel> {
  const amountsByLevel = new Map<number, GrowableArray>(LEVEL_CODES.map((level) => [level, new GrowableArray()]))
  const allAmounts = new GrowableArray()
  const [first, last] = [months[0], months.at(-1)]
  if (first && last) {
    const highest = await findMaxUserId(connection.db)
    const closed = await findClosedAccounts(connection, { first, last })
    await readEarnings(connection, { months, highest }, (id, level, amountCents, hasBonuses) => {
      if (!hasBonuses && closed.has(id)) return
      amountsByLevel.get(level)?.push(amountCents)
      allAmounts.push(amountCents)
    })
  }
  const levels: EarningsByLevel['levels'] = []
  for (const level of LEVEL_CODES) {
    levels.push({ level, figures: computeIncomeFigures(amountsByLevel.get(level)?.values ?? new Float64Array()) })
    // Sorting a million takes a tenth of a second: yields so that requests are answered in between.
    await setImmediate()
  }
  return { all: computeIncomeFigures(allAmounts.values), levels }
}
