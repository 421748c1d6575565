import { type Cents, portion } from '../money.ts'

/** CV of an order line: its total times the product's commissionable share, rounded half-up (docs/plan §1). */
export const commissionableValue = (lineTotalCents: Cents, commissionableBp: number): Cents =>
  portion(commissionableBp, lineTotalCents)
