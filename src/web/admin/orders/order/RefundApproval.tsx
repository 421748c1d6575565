import { adminPaths } from '#contract/admin-paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import type { OrderRecord } from './order-record.ts'
import { TaskButton } from './TaskButton.tsx'
import { useRefundApproval } from './use-refund-approval.ts'

/** A refund that needs two people: shows who has to approve. */
export function RefundApproval({ record }: { record: OrderRecord }) {
  const { approval } = useRefundApproval(record.order.id)
  if (!approval) return null
  const amount = approval.preview.find(({ name }) => name === 'amount')?.value ?? ''
  return (
    <Alert tone={approval.state === 'approved' ? 'success' : 'note'}>
      {approval.state === 'approved' ? (
        <>
          <p>
            {`A refund of ${amount} is approved by ${approval.decided_by ?? 'someone else'}. Send the money, then record it.`}
          </p>
          <p>
            <TaskButton task="refund" record={record}>
              Record refund
            </TaskButton>
          </p>
        </>
      ) : (
        <>
          <p>
            {`A refund of ${amount} needs approval. ${approval.proposed_by_viewer ? 'You' : approval.proposed_by} proposed it `}
            <TimeAgo at={approval.proposed_at} />
            {`: ${approval.reason}`}
          </p>
          <p>
            <PageLink to={adminPaths.approvals} className="text-link tap-target text-small">
              {approval.proposed_by_viewer ? 'Go to approvals' : 'Review'}
            </PageLink>
          </p>
        </>
      )}
    </Alert>
  )
}
