import type { SalesDetail } from '#contract/sales.ts'

/** A figure of the month that can be asked why it is what it is. */
export type Figure =
  | 'level'
  | keyof Pick<SalesDetail, 'total_sales' | 'total_pv' | 'sales_bonus' | 'level_bonus' | 'total_bonus'>

export const figureNames: Record<Figure, string> = {
  level: 'Level',
  total_sales: 'Total sales',
  total_pv: 'Total PV',
  sales_bonus: 'Sales bonus',
  level_bonus: 'Level bonus',
  total_bonus: 'Total bonus',
}
