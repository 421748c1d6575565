import type { AdminBody } from '#contract/admin-calls.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import type { OrderRecord } from './order-record.ts'

type Money = OrderRecord['money']

/** Warns before goods leave: a missing payment, or a check that may still bounce. */
export function PaymentWarning({ money: { balance, tolerance, clears_on } }: { money: Money }) {
  if (balance > tolerance) return <Alert tone="warning">The order is not paid in full.</Alert>
  if (clears_on === null) return null
  return (
    <Alert tone="warning">
      Paid, not cleared: the check clears on {formatCalendarDay(clears_on)}. It may still bounce. Continue anyway?
    </Alert>
  )
}

/** Confirms the uncleared check: the dialog has shown the warning. */
export const confirmUncleared = ({ clears_on }: Money): Pick<AdminBody<'packOrder'>, 'uncleared'> =>
  clears_on === null ? {} : { uncleared: true }
