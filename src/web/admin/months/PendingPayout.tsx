import { adminPaths } from '#contract/admin-paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import type { PayoutApproval } from './payout-approval.ts'

/** In the row of a manual payout that needs two people: shows who has to approve. */
export const PendingPayout = ({ approval }: { approval: PayoutApproval }) => (
  <span className="block break-words">
    {approval.state === 'approved' ? (
      `Sending it ${methodPhrase(approval)} is approved by ${approval.decided_by ?? 'someone else'}. Send the money, then mark it as sent.`
    ) : (
      <>
        {`Sending it ${methodPhrase(approval)} needs a second approval: ${approval.proposed_by_viewer ? 'you' : approval.proposed_by} proposed it. `}
        <PageLink to={adminPaths.approvals} className="text-link">
          {approval.proposed_by_viewer ? 'Go to approvals' : 'Review'}
        </PageLink>
      </>
    )}
  </span>
)

const methodPhrase = ({ method }: PayoutApproval): string => (method === 'cash' ? 'in cash' : 'another way')
