import type { ListedMonth } from '#contract/compensation/months.ts'
import type { Month } from '#domain/calendar/month.ts'
import { listMonths } from '#server/compensation/close/list-months.ts'
import { findTotals } from '#server/compensation/payouts/find-totals.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findClosedMonths, findOpenRuns } from './month-run.queries.ts'
import { presentListed } from './present-month.ts'

export type Only = 'to_close' | 'open_payouts'

/** Lists every month, latest first, with its totals and its current run (docs/back-office §5). */
export async function listBoard(
  db: Database,
  given: { at: Date; settlingDays: number; only?: Only | undefined },
): Promise<ListedMonth[]> {
  const [months, closed, runs, totals] = await Promise.all([
    listMonths(db, given.at, given.settlingDays),
    findClosedMonths(db),
    findOpenRuns(db),
    findTotals(db),
  ])
  const by = <Row extends { month: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.month, row]))
  const [closedOf, runOf] = [by(closed), by(runs)]
  const board = months.map((one) =>
    presentListed(one, closedOf.get(one.month), totals.get(one.month as Month), runOf.get(one.month)),
  )
  if (given.only === 'to_close') return board.filter(({ to_close }) => to_close)
  if (given.only === 'open_payouts') return board.filter((one) => one.state === 'paid' && openPayouts(one) > 0)
  return board
}

const openPayouts = ({ payouts }: ListedMonth): number =>
  payouts ? payouts.due.payouts + payouts.held.payouts + payouts.failed.payouts : 0
