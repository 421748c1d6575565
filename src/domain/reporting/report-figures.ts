/** Reports by month (docs/back-office §7); `contract/reporting/report-labels.ts` defines each column. */
export const reports = ['sales', 'tax', 'payments', 'volume', 'plan'] as const
export type Report = (typeof reports)[number]

/** The columns of each report in order. From left to right, addends precede their sum, and deductions are negative. */
export const reportColumns = {
  sales: ['orders', 'goods', 'discount', 'shipping', 'insurance', 'tax', 'sales', 'credited', 'net', 'before_tax'],
  tax: ['orders', 'base', 'tax', 'credited', 'net'],
  payments: ['received', 'refunded', 'net'],
  volume: ['orders', 'cv', 'share', 'returned', 'returned_share', 'net', 'pv'],
  plan: ['before_tax', 'volume', 'sales_bonus', 'level_bonus', 'bonuses', 'share_of_sales', 'share_of_volume'],
} as const satisfies Record<Report, readonly string[]>
export type ReportColumn<R extends Report = Report> = (typeof reportColumns)[R][number]

/** Cents, whole numbers, or hundredths of a percent; null if there is no value yet. */
export type ReportFigures<R extends Report> = Record<ReportColumn<R>, number | null>

/** Stored sums of a month's sales; credit notes and discounts are negative. */
export type SalesSums = Record<
  | 'orders'
  | 'goodsCents'
  | 'discountCents'
  | 'shippingCents'
  | 'insuranceCents'
  | 'taxCents'
  | 'totalCents'
  | 'creditedCents'
  | 'creditedTaxCents',
  number
>

export function calculateSalesFigures(sums: SalesSums): ReportFigures<'sales'> {
  const net = sums.totalCents + sums.creditedCents
  return {
    orders: sums.orders,
    goods: sums.goodsCents,
    discount: sums.discountCents,
    shipping: sums.shippingCents,
    insurance: sums.insuranceCents,
    tax: sums.taxCents,
    sales: sums.totalCents,
    credited: sums.creditedCents,
    net,
    before_tax: net - sums.taxCents - sums.creditedTaxCents,
  }
}

export type TaxSums = Record<'orders' | 'baseCents' | 'taxCents' | 'creditedCents', number>

export const calculateTaxFigures = ({ orders, baseCents, taxCents, creditedCents }: TaxSums): ReportFigures<'tax'> => ({
  orders,
  base: baseCents,
  tax: taxCents,
  credited: creditedCents,
  net: taxCents + creditedCents,
})

export type PaymentSums = Record<'receivedCents' | 'refundedCents', number>

export const calculatePaymentFigures = ({ receivedCents, refundedCents }: PaymentSums): ReportFigures<'payments'> => ({
  received: receivedCents,
  refunded: refundedCents,
  net: receivedCents + refundedCents,
})

export type VolumeSums = Record<'orders' | 'cvCents' | 'pv' | 'returnedCvCents' | 'returnedPv', number>

/** `whole` is the total volume of the same period, on which shares are based (docs/plan §17). */
export const calculateVolumeFigures = (sums: VolumeSums, whole: VolumeSums): ReportFigures<'volume'> => ({
  orders: sums.orders,
  cv: sums.cvCents,
  share: calculateShare(sums.cvCents, whole.cvCents),
  returned: sums.returnedCvCents,
  returned_share: calculateShare(0 - sums.returnedCvCents, sums.cvCents),
  net: sums.cvCents + sums.returnedCvCents,
  pv: sums.pv + sums.returnedPv,
})

/** Sums of a closed month; the plan's are null while it is open, and for one that was closed elsewhere. */
export type PlanSums = {
  beforeTaxCents: number
  /** The part sold in months with known bonuses: the base of the bonuses' share. */
  closedBeforeTaxCents: number
} & Record<'volumeCents' | 'salesBonusCents' | 'levelBonusCents', number | null>

export function calculatePlanFigures(sums: PlanSums): ReportFigures<'plan'> {
  const { beforeTaxCents, closedBeforeTaxCents, volumeCents, salesBonusCents, levelBonusCents } = sums
  const bonuses = salesBonusCents === null || levelBonusCents === null ? null : salesBonusCents + levelBonusCents
  return {
    before_tax: beforeTaxCents,
    volume: volumeCents,
    sales_bonus: salesBonusCents,
    level_bonus: levelBonusCents,
    bonuses,
    share_of_sales: bonuses === null ? null : calculateShare(bonuses, closedBeforeTaxCents),
    share_of_volume: bonuses === null || volumeCents === null ? null : calculateShare(bonuses, volumeCents),
  }
}

/** In hundredths of a percent, rounded half away from zero; null if the whole is zero or negative. */
export function calculateShare(part: number, whole: number): number | null {
  if (whole <= 0) return null
  const share = Math.round((Math.abs(part) * 10_000) / whole)
  return part < 0 ? 0 - share : share
}

/** Adds sums of the same kind; null plus a number is the number. */
export const addSums = <Sums extends Record<string, number | null>>(zero: Sums, items: readonly Sums[]): Sums =>
  items.reduce<Sums>((sum, item) => {
    const added = Object.keys(zero).map((key) => {
      const [a, b] = [sum[key] ?? null, item[key] ?? null]
      return [key, a === null ? b : b === null ? a : a + b]
    })
    return Object.fromEntries(added) as Sums
  }, zero)
