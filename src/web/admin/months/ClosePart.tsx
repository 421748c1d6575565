import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { calendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { usePermissions } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Ago } from '../ui/TimeAgo.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import type { ManagedMonth } from './month-labels.ts'
import { PreviewFigures } from './PreviewFigures.tsx'
import { RunProgress } from './RunProgress.tsx'

/** Preview, proposal, approval and close; the next possible step comes first. */
export function ClosePart({ month }: { month: ManagedMonth }) {
  const { preview, run, last_run, approvals, before, to_close } = month
  const [isClosing, setClosing] = useState(false)
  const mayClose = usePermissions('months.close')
  const begin = useAdminMutation('previewMonth')
  const previewButton = (
    <Button
      kind={preview ? 'secondary' : 'primary'}
      busy={begin.isPending}
      onClick={() => begin.mutate({ params: { month: month.month } })}
    >
      {preview ? 'Preview again' : 'Preview the month'}
    </Button>
  )
  const waiting = approvals.close
  const isRefused = last_run?.state === 'refused' || last_run?.state === 'failed'
  return (
    <Section
      title={to_close ? 'Closing' : 'Current figures'}
      actions={preview && !run ? previewButton : undefined}
      note={preview && !run ? <Previewed at={preview.created_at} by={preview.requested_by} /> : undefined}
    >
      <div className="grid gap-5 pt-4">
        {run ? (
          <RunProgress run={run} />
        ) : (
          <>
            {isRefused && <Alert tone="danger">{last_run.reason}</Alert>}
            {to_close && before.to_close.length > 0 && <Earlier months={before.to_close} />}
            {!to_close && (
              <p className="text-muted">
                You can close it from {calendarDay(month.closable_on)}. Until then, returns still count in it. A preview
                shows the current figures.
              </p>
            )}
            {waiting && <Waiting waiting={waiting} />}
            {preview ? (
              <>
                {!preview.is_current && (
                  <Alert tone="warning">
                    Orders, members or settings have changed since this preview. Preview the month again before closing
                    it.
                  </Alert>
                )}
                {to_close && mayClose && !waiting && preview.is_current && before.to_close.length === 0 && (
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
      {isClosing && preview && <CloseDialog month={month} preview={preview} onClose={() => setClosing(false)} />}
    </Section>
  )
}

const Previewed = ({ at, by }: { at: string; by: string }) => (
  <>
    previewed <Ago at={at} /> by {by}
  </>
)

function Waiting({ waiting }: { waiting: NonNullable<ManagedMonth['approvals']['close']> }) {
  const mayApprove = usePermissions('approve')
  return (
    <Alert tone="note">
      <span className="grid justify-items-start gap-2">
        <span>
          {waiting.state === 'proposed'
            ? `${waiting.proposed_by} proposed to close it: “${waiting.reason}” The month closes once someone else approves it.`
            : 'It is approved and will be closed in a moment.'}
        </span>
        {mayApprove && (
          <ButtonLink to={adminPaths.approvals}>{waiting.proposed_by_viewer ? 'Go to approvals' : 'Review'}</ButtonLink>
        )}
      </span>
    </Alert>
  )
}

const Earlier = ({ months }: { months: readonly string[] }) => (
  <Alert tone="warning">
    <span>
      Close months in order. Earlier:{' '}
      {months.map((each, index) => (
        <span key={each}>
          {index > 0 && ', '}
          <PageLink to={fillPath(adminPaths.month, { month: each })} className="text-link">
            {monthName(each)}
          </PageLink>
        </span>
      ))}
    </span>
  </Alert>
)
