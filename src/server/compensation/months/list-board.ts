import type { ListedMonth } from '#contract/compensation/months.ts'
import type { Month } from '#domain/calendar/month.ts'
import { listMonths } from '#server/compensation/close/list-months.ts'
import { findTotals } from '#server/compensation/payouts/find-totals.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findClosedMonths, findOpenRuns } from './month-run.queries.ts'
import { presentListedMonth } from './present-month.ts'

export type BoardFilter = 'to_close' | 'open_payouts'

/** Lists every month, latest first, with its totals and its current run (docs/back-office §5). */
export async function listBoard(
  db: Database,
  options: { at: Date; settlingDays: number; only?: BoardFilter | undefined },
): Promise<ListedMonth[]> {
  const [months, closed, runs, totals] = await Promise.all([
    listMonths(db, options.at, options.settlingDays),
    findClosedMonths(db),
    findOpenRuns(db),
    findTotals(db),
  ])
  const indexByMonth = <Row extends { month: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.month, row]))
  const [closedByMonth, runByMonth] = [indexByMonth(closed), indexByMonth(runs)]
  const board = months.map((summary) =>
    presentListedMonth(
      summary,
      closedByMonth.get(summary.month),
      totals.get(summary.month as Month),
      runByMonth.get(summary.month),
    ),
  )
  if (options.only === 'to_close') return board.filter(({ to_close }) => to_close)
  if (options.only === 'open_payouts') return board.filter((one) => one.state === 'paid' && countOpenPayouts(one) > 0)
  return board
}

const countOpenPayouts = ({ payouts }: ListedMonth): number =>
  payouts ? payouts.due.payouts + payouts.held.payouts + payouts.failed.payouts : 0
