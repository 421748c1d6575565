/**
 * The subject of a check: a figure of the card, an order's own sale, a leg's sum, a line, a reversal, or the file as a
 * whole.
 */
export type CheckedFigure =
  | 'personal_pv'
  | 'customer_pv'
  | 'group_pv'
  | 'total_sales'
  | 'level'
  | 'next_legs'
  | 'title'
  | 'sales_bonus'
  | 'level_bonus'
  | 'total_bonus'
  | 'opening'
  | 'payable'
  | 'carried'
  | 'own_sale'
  | 'leg_direct_line'
  | 'leg_differential'
  | 'line_rate'
  | 'line_covered'
  | 'line_amount'
  | 'reversal_posted'
  | 'reversal_due'
  | 'reversal_amount'
  | 'checksum'

export type StatementCheck = {
  figure: CheckedFigure
  /** The order's or the leg's number; undefined for the card and for the whole file. */
  subject: string | undefined
  stated: number
  recomputed: number
  agrees: boolean
}

export const check = (figure: CheckedFigure, subject: string | undefined, stated: number, recomputed: number) => ({
  figure,
  subject,
  stated,
  recomputed,
  agrees: stated === recomputed,
})
