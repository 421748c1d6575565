import { paymentNames } from '#contract/orders/labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import type { OrderRecord } from './order-record.ts'
import { RefundApproval } from './RefundApproval.tsx'
import { TaskButton } from './TaskButton.tsx'

/** Warnings to read before acting on the order. */
export function OrderAlerts({ record }: { record: OrderRecord }) {
  const claim = record.claims.find(({ ended_at }) => ended_at === null)
  const { due } = record
  return (
    <div className="grid gap-2 pb-4 empty:hidden">
      {claim && (
        <Alert tone="warning">
          <p>
            The customer says they’ve paid ({paymentNames[claim.method]}), <TimeAgo at={claim.claimed_at} />
            {claim.note !== '' && `: “${claim.note}”`}
          </p>
          <p className="flex flex-wrap gap-x-4">
            <TaskButton task="pay" record={record}>
              Record the payment
            </TaskButton>
            <TaskButton task="settle" record={record}>
              No payment found
            </TaskButton>
          </p>
        </Alert>
      )}
      {due.hold_reasons.length > 0 && due.due_on !== null && (
        <Alert>{`It won’t be canceled automatically: ${due.hold_reasons.join('; ')}.`}</Alert>
      )}
      <RefundApproval record={record} />
    </div>
  )
}
