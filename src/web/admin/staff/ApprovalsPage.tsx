import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../client/query.ts'
import { useAct } from '../client/use-act.ts'
import { CorrectionOutcome } from '../network/CorrectionOutcome.tsx'
import { Ago, momentOf } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { FactList } from '../ui/FactList.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { StateDot, type StateTone } from '../ui/StateDot.tsx'
import { Empty, Loaded, RowsSkeleton } from '../ui/states.tsx'
import { approvalFacts } from './approval-facts.ts'

type Approvals = AdminAnswer<'approvals'>

/** What waits for a second person, with what was looked at; resets that can be stopped. */
export default function ApprovalsPage() {
  const approvals = useAdminQuery('approvals')
  return (
    <>
      <PageHead title="Approvals" />
      <Loaded query={approvals}>
        {({ approvals, resets }) =>
          approvals.length + resets.length === 0 ? (
            <Empty title="Nothing waits">
              What takes two people appears here, with the figures that were looked at.
            </Empty>
          ) : (
            <div className="grid max-w-text grid-cols-1 gap-4">
              {resets.map((reset) => (
                <ResetCard key={reset.id} reset={reset} />
              ))}
              {approvals.map((approval) => (
                <ApprovalCard key={approval.id} approval={approval} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function ResetCard({ reset: { id, email, kind, asked_by, effective_at } }: { reset: Approvals['resets'][number] }) {
  const stop = useAct('stopReset', { done: 'The reset is stopped.' })
  return (
    <article className="grid grid-cols-1 justify-items-start gap-3 rounded-card border border-warning p-5">
      <h2 className="display text-lead">
        {kind === 'password' ? 'Password' : 'Two-step sign-in'} of {email} is to be reset
      </h2>
      <p>
        Asked by {asked_by}. It happens on {momentOf(effective_at)} unless it is stopped.
      </p>
      <Button kind="danger" busy={stop.isPending} onClick={() => stop.mutate({ body: { staff_reset_id: id } })}>
        Stop it
      </Button>
    </article>
  )
}

const states: Record<Approvals['approvals'][number]['state'], { words: string; tone: StateTone }> = {
  proposed: { words: 'Waits for approval', tone: 'waiting' },
  approved: { words: 'Approved, to be carried out', tone: 'waiting' },
  refused: { words: 'Refused', tone: 'idle' },
  void: { words: 'Void: the data has changed', tone: 'bad' },
  done: { words: 'Approved and done', tone: 'good' },
}

function ApprovalCard({ approval }: { approval: Approvals['approvals'][number] }) {
  const { id, action, title, preview, reason, proposed_by, proposed_at, state, decided_by, own } = approval
  const approve = useAct('approve')
  const refuse = useAct('refuseApproval')
  const isOpen = state === 'proposed' || state === 'approved'
  const body = { approval_id: id }
  return (
    <article className="grid grid-cols-1 gap-3 rounded-card border border-hairline bg-raised p-5">
      <h2 className="display text-lead">{title}</h2>
      <p className="text-small text-muted">
        <StateDot tone={states[state].tone}>{states[state].words}</StateDot>
        {decided_by && ` · ${decided_by}`}
      </p>
      <p>
        Proposed by {proposed_by} <Ago at={proposed_at} />: {reason}
      </p>
      <FactList facts={approvalFacts(action, preview)} />
      {isOpen && action === 'bonus.correct' && <ProposedCorrection approvalId={id} />}
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {state === 'proposed' && !own && (
            <Button kind="primary" busy={approve.isPending} onClick={() => approve.mutate({ body })}>
              Approve
            </Button>
          )}
          <Button busy={refuse.isPending} onClick={() => refuse.mutate({ body })}>
            {own ? 'Withdraw' : 'Refuse'}
          </Button>
        </div>
      )}
    </article>
  )
}

/** What it would do to the member's month as that stands now. */
function ProposedCorrection({ approvalId }: { approvalId: number }) {
  const proposed = useAdminQuery('proposedCorrection', { query: { approval_id: approvalId } })
  return (
    <Loaded query={proposed} skeleton={<RowsSkeleton rows={4} />}>
      {(preview) => (
        <>
          <p>
            It is for{' '}
            <PageLink to={fillPath(adminPaths.member, { member_id: preview.member_id })} className="text-link">
              {preview.name} <span className="figures text-small">{preview.member_no}</span>
            </PageLink>
            .
          </p>
          {preview.waiting?.same === false && (
            <Alert tone="warning">Something that it rests on has changed since: approving it would void it.</Alert>
          )}
          <CorrectionOutcome preview={preview} />
        </>
      )}
    </Loaded>
  )
}
