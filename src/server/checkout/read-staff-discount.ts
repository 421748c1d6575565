import type { StaffDiscount } from '#contract/admin-staff-order.ts'
import { cents } from '#domain/money.ts'
import type { Discount } from '#domain/order/discount.ts'

/** Dollars and percent as they were entered, in the shop's own units. */
export const readStaffDiscount = (entered: StaffDiscount): Discount =>
  entered.kind === 'amount'
    ? { kind: 'amount', amountCents: cents(Math.round(entered.amount * 100)), reason: entered.reason }
    : { kind: 'percent', milliPercent: Math.round(entered.percent * 1000), reason: entered.reason }
