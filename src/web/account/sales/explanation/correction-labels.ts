import type { BonusCorrection } from '#contract/compensation/sales.ts'
import { correctedBonusNames } from '#contract/compensation/statement-labels.ts'
import { formatOrderDay } from '#contract/orders/labels.ts'
import { monthName } from '../figures.ts'

/** Returns `Correction for October 2026`, with the order if there is one. */
export const correctionTitle = ({
  corrected_month,
  order_no,
}: Pick<BonusCorrection, 'corrected_month' | 'order_no'>): string =>
  `Correction for ${monthName(corrected_month)}${order_no === null ? '' : `, order ${order_no}`}`

export const correctionFacts = ({ bonus, booked_at }: Pick<BonusCorrection, 'bonus' | 'booked_at'>): string =>
  `${correctedBonusNames[bonus]} · recorded ${formatOrderDay(booked_at)}`
