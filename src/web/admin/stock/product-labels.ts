import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatRate } from '../network/network-labels.ts'

export type ManagedProduct = AdminResponse<'managedProduct'>

const GRAMS_PER_POUND = 453.59237

/** Returns `1.50 lb (680 g)`. */
export const formatWeight = (grams: number): string =>
  `${(grams / GRAMS_PER_POUND).toFixed(2)} lb (${grams.toLocaleString('en-US')} g)`

/** CV share of a price, in hundredths of a percent (docs/plan §1). */
export const describeCvShare = (basisPoints: number): string =>
  basisPoints === 10_000 ? 'CV is the full price' : `${formatRate(basisPoints)} of the price is CV`
