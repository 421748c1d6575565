import type { SalesDetail } from '#contract/sales.ts'

/** A figure of the month that can be asked why it is what it is. */
export type Figure =
  | 'level'
  | keyof Pick<SalesDetail, 'total_sales' | 'total_pv' | 'sales_bonus' | 'level_bonus' | 'total_bonus'>

/** What the drawer answers: why a figure is what it is, or what changed since yesterday. */
export type Asked = Figure | 'changes'

export const askedNames: Record<Asked, string> = {
  level: 'Level',
  total_sales: 'Total sales',
  total_pv: 'Total PV',
  sales_bonus: 'Sales bonus',
  level_bonus: 'Level bonus',
  total_bonus: 'Total bonus',
  changes: 'What changed',
}
