import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { CONTENT_ID } from '#web/page/RouteFocus.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { adminQuery, useAdminQuery } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { CorrectionOutcome } from '../network/CorrectionOutcome.tsx'
import { Button } from '../ui/Button.tsx'
import { FactList } from '../ui/FactList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StateDot, type StateTone } from '../ui/StateDot.tsx'
import { Empty, Loaded, RowsSkeleton } from '../ui/states.tsx'
import { formatDateTime, TimeAgo } from '../ui/TimeAgo.tsx'
import { approvalFacts, subjectLink } from './approval-facts.ts'

type Approvals = AdminResponse<'approvals'>

/** Requests that await a second person, with the data shown to the first; resets that can be stopped. */
export default function ApprovalsPage() {
  const approvals = useAdminQuery('approvals')
  const listedAt = approvals.dataUpdatedAt
  return (
    <>
      <PageHeader title="Approvals" />
      <Loaded query={approvals} skeleton={<CardsSkeleton />}>
        {({ approvals, resets }) =>
          approvals.length + resets.length === 0 ? (
            <Empty title="Nothing to approve">
              Changes that need a second approval appear here with the figures to check.
            </Empty>
          ) : (
            <div className="grid max-w-text grid-cols-1 gap-4">
              {resets.map((reset) => (
                <ResetCard key={reset.id} reset={reset} />
              ))}
              {approvals.map((approval) => (
                <ApprovalCard key={approval.id} approval={approval} listedAt={listedAt} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

const CardsSkeleton = () => (
  <div role="status" aria-label="The approvals are loading" className="grid max-w-text grid-cols-1 gap-4">
    {['h-60', 'h-52'].map((height) => (
      <div
        key={height}
        className={cx('grid content-start gap-3 rounded-card border border-hairline bg-raised p-5', height)}
      >
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-5" />
        <Skeleton className="h-16 w-3/5" />
      </div>
    ))}
  </div>
)

function ResetCard({ reset: { id, email, kind, requested_by, effective_at } }: { reset: Approvals['resets'][number] }) {
  const heading = useId()
  const stop = useAdminMutation('stopReset', {
    successMessage: 'Reset stopped.',
    // The card disappears together with its focused button.
    onSuccess: () => document.getElementById(CONTENT_ID)?.focus({ preventScroll: true }),
  })
  return (
    <article
      aria-labelledby={heading}
      className="grid grid-cols-1 justify-items-start gap-3 rounded-card border border-warning p-5"
    >
      <h2 id={heading} className="display text-lead wrap-anywhere">
        {kind === 'password' ? 'Password' : 'Two-step sign-in'} of {email} will be reset
      </h2>
      <p className="wrap-anywhere">
        Requested by {requested_by}. It takes effect on {formatDateTime(effective_at)} unless someone stops it.
      </p>
      <Button
        kind="danger"
        aria-describedby={heading}
        busy={stop.isPending}
        onClick={() => stop.mutate({ body: { staff_reset_id: id } })}
      >
        Stop
      </Button>
    </article>
  )
}

const states: Record<Approvals['approvals'][number]['state'], { label: string; tone: StateTone }> = {
  proposed: { label: 'Awaiting approval', tone: 'waiting' },
  approved: { label: 'Approved, not executed yet', tone: 'waiting' },
  refused: { label: 'Rejected', tone: 'idle' },
  void: { label: 'Void', tone: 'bad' },
  done: { label: 'Approved and executed', tone: 'good' },
}

const decisionMessages = {
  proposed: 'Approved. One more approval is needed.',
  approved: 'Approved.',
  done: 'Approved and executed.',
}

type CardProps = { approval: Approvals['approvals'][number]; listedAt: number }

function ApprovalCard({ approval, listedAt }: CardProps) {
  const {
    id,
    action,
    subject,
    title,
    preview,
    reason,
    proposed_by,
    proposed_at,
    state,
    decided_by,
    proposed_by_viewer,
  } = approval
  const { requires_two_approvers, first_approved_by, approved_by_viewer } = approval
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  // The pressed button disappears after the decision.
  const onSuccess = () => heading.current?.focus()
  const approve = useAdminMutation('approve', {
    successMessage: (decided) => decisionMessages[decided.state],
    onSuccess,
  })
  const refuse = useAdminMutation('refuseApproval', {
    successMessage: proposed_by_viewer ? 'Withdrawn.' : 'Rejected.',
    onSuccess,
  })
  const isOpen = state === 'proposed' || state === 'approved'
  const body = { approval_id: id }
  const link = subjectLink(action, subject)
  return (
    <article
      aria-labelledby={headingId}
      className="grid grid-cols-1 gap-3 rounded-card border border-hairline bg-raised p-5"
    >
      <h2 ref={heading} id={headingId} tabIndex={-1} className="display text-lead">
        {title}
      </h2>
      <p className="text-small text-muted">
        <StateDot tone={states[state].tone}>{states[state].label}</StateDot>
        {[first_approved_by, decided_by].map((by) => by && ` · ${by}`)}
      </p>
      <p>
        Proposed by {proposed_by} <TimeAgo at={proposed_at} />: {reason}
      </p>
      {requires_two_approvers && isOpen && (
        <p>
          {first_approved_by === null
            ? 'Proposed from the command line, so it needs two approvals.'
            : `${approved_by_viewer ? 'You' : first_approved_by} approved it. Proposed from the command line, so it needs two approvals${state === 'approved' ? ', and has both.' : '.'}`}
        </p>
      )}
      <FactList facts={approvalFacts(action, preview)} />
      {link && (
        <PageLink to={link.to} className="text-link justify-self-start">
          {link.label}
        </PageLink>
      )}
      {isOpen && action === 'bonus.correct' && <ProposedCorrection approvalId={id} listedAt={listedAt} />}
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {state === 'proposed' && !proposed_by_viewer && !approved_by_viewer && (
            <Button
              kind="primary"
              aria-describedby={headingId}
              busy={approve.isPending}
              onClick={() => approve.mutate({ body })}
            >
              Approve
            </Button>
          )}
          <Button aria-describedby={headingId} busy={refuse.isPending} onClick={() => refuse.mutate({ body })}>
            {proposed_by_viewer ? 'Withdraw' : 'Reject'}
          </Button>
        </div>
      )}
    </article>
  )
}

/** Effect on the member's month as of now. */
function ProposedCorrection({ approvalId, listedAt }: { approvalId: number; listedAt: number }) {
  const query = adminQuery('proposedCorrection', { query: { approval_id: approvalId } })
  const proposed = useQuery({
    ...query,
    // Fetched after each list that still contains the approval, not in parallel: a decided one has no preview.
    queryKey: [...query.queryKey, listedAt] as unknown as typeof query.queryKey,
    staleTime: 'static',
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={proposed} skeleton={<RowsSkeleton rows={4} />}>
      {(preview) => (
        <>
          <p>
            For{' '}
            <PageLink to={fillPath(adminPaths.member, { member_id: preview.member_id })} className="text-link">
              {preview.name} <span className="figures text-small">{preview.member_no}</span>
            </PageLink>
            .
          </p>
          {preview.waiting?.same === false && (
            <Alert tone="warning">The data has changed since this was proposed; approving it would void it.</Alert>
          )}
          <CorrectionOutcome preview={preview} />
        </>
      )}
    </Loaded>
  )
}
