import type { SalesDetail } from '#contract/compensation/sales.ts'

/** A figure of the month with an explanation. */
export type Figure =
  | 'level'
  | keyof Pick<SalesDetail, 'total_sales' | 'total_pv' | 'sales_bonus' | 'level_bonus' | 'total_bonus'>

/** Content of the drawer: the explanation of a figure, or the changes since yesterday. */
export type ExplainedFigure = Figure | 'changes'

export const explanationTitles: Record<ExplainedFigure, string> = {
  level: 'Level',
  total_sales: 'Total sales',
  total_pv: 'Total PV',
  sales_bonus: 'Sales bonus',
  level_bonus: 'Level bonus',
  total_bonus: 'Total bonus',
  changes: 'What changed',
}
