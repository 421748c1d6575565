import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import type { ManagedMonth } from './month-labels.ts'
import { PreviewFigures } from './PreviewFigures.tsx'
import { RunProgress } from './RunProgress.tsx'

/** Preview, proposal, approval and close; the next possible step comes first. */
export function CloseSection({ month }: { month: ManagedMonth }) {
  const { preview, run, last_run, approvals, before, to_close } = month
  const [isClosing, setClosing] = useState(false)
  const canClose = useHasPermission('months.close')
  const startPreview = useAdminMutation('previewMonth')
  const previewButton = (
    <Button
      kind={preview ? 'secondary' : 'primary'}
      busy={startPreview.isPending}
      onClick={() => startPreview.mutate({ params: { month: month.month } })}
    >
      {preview ? 'Preview again' : 'Preview the month'}
    </Button>
  )
  const pendingApproval = approvals.close
  const isRefused = last_run?.state === 'refused' || last_run?.state === 'failed'
  return (
    <Section
      title={to_close ? 'Closing' : 'Current figures'}
      actions={preview && !run ? previewButton : undefined}
      note={preview && !run ? <PreviewNote at={preview.created_at} by={preview.requested_by} /> : undefined}
    >
      <div className="grid gap-5 pt-4">
        {run ? (
          <RunProgress run={run} />
        ) : (
          <>
            {isRefused && <Alert tone="danger">{last_run.reason}</Alert>}
            {to_close && before.to_close.length > 0 && <EarlierMonths months={before.to_close} />}
            {!to_close && (
              <p className="text-muted">
                You can close it from {formatCalendarDay(month.closable_on)}. Until then, returns still count in it. A
                preview shows the current figures.
              </p>
            )}
            {pendingApproval && <PendingApproval pendingApproval={pendingApproval} />}
            {preview ? (
              <>
                {!preview.is_current && (
                  <Alert tone="warning">
                    Orders, members or settings have changed since this preview. Preview the month again before closing
                    it.
                  </Alert>
                )}
                {to_close && canClose && !pendingApproval && preview.is_current && before.to_close.length === 0 && (
                  <div>
                    <Button kind="primary" onClick={() => setClosing(true)}>
                      Close {monthName(month.month)}…
                    </Button>
                  </div>
                )}
                <PreviewFigures preview={preview} />
              </>
            ) : (
              <div className="grid justify-items-start gap-3">
                <p className="max-w-form">
                  A preview calculates every level and bonus without closing the month: totals, biggest changes and what
                  to check.
                </p>
                {previewButton}
              </div>
            )}
          </>
        )}
      </div>
      {isClosing && preview && <CloseDialog month={{ ...month, preview }} onClose={() => setClosing(false)} />}
    </Section>
  )
}

const PreviewNote = ({ at, by }: { at: string; by: string }) => (
  <>
    previewed <TimeAgo at={at} /> by {by}
  </>
)

function PendingApproval({ pendingApproval }: { pendingApproval: NonNullable<ManagedMonth['approvals']['close']> }) {
  const canApprove = useHasPermission('approve')
  return (
    <Alert tone="note">
      <span className="grid justify-items-start gap-2">
        <span>
          {pendingApproval.state === 'proposed'
            ? `${pendingApproval.proposed_by} proposed to close it: “${pendingApproval.reason}” The month closes once someone else approves it.`
            : 'It is approved and will be closed in a moment.'}
        </span>
        {canApprove && (
          <ButtonLink to={adminPaths.approvals}>
            {pendingApproval.proposed_by_viewer ? 'Go to approvals' : 'Review'}
          </ButtonLink>
        )}
      </span>
    </Alert>
  )
}

const EarlierMonths = ({ months }: { months: readonly string[] }) => (
  <Alert tone="warning">
    <span>
      Close months in order. Earlier:{' '}
      {months.map((month, index) => (
        <span key={month}>
          {index > 0 && ', '}
          <PageLink to={fillPath(adminPaths.month, { month })} className="text-link">
            {monthName(month)}
          </PageLink>
        </span>
      ))}
    </span>
  </Alert>
)
