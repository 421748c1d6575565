import type { DashboardFigures } from '#contract/reporting/dashboard.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import type { Figures, FiguresAt, FiguresSeries } from './read-figures.ts'

const presentSums = ({ orders, totalCents, pv, members }: Figures) => ({
  orders,
  order_totals: toDollars(cents(totalCents)),
  pv,
  new_members: members,
})
const presentPoint = ({ at, ...sums }: FiguresAt) => ({ at, ...presentSums(sums) })

export const presentSeries = ({ points, before, sum, sumBefore }: FiguresSeries): DashboardFigures['days'] => ({
  points: points.map((point, index) => ({ ...presentPoint(point), before: presentPoint(before[index] as FiguresAt) })),
  sum: presentSums(sum),
  sum_before: presentSums(sumBefore),
})
