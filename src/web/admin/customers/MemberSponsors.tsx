import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { fillPath } from '#contract/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import type { Member } from '../shared/member-labels.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { CancelSponsorChangeDialog } from './CancelSponsorChangeDialog.tsx'
import { ChangeSponsorDialog } from './ChangeSponsorDialog.tsx'
import { plannedSponsor, type Sponsors } from './sponsor-facts.ts'

type Span = Sponsors['history'][number]

/** Past, current and planned sponsors; a change takes effect in the next month (docs/plan §2.3). */
export function MemberSponsors({ member }: { member: Member }) {
  const sponsors = useQuery(adminQuery('memberSponsors', { params: { member_id: member.id } }))
  const canChange = useHasPermission('members.change')
  const canApprove = useHasPermission('approve')
  const [openDialog, setOpenDialog] = useState<'change' | 'cancel'>()
  const planned = sponsors.data && plannedSponsor(sponsors.data)
  return (
    <Section
      title="Sponsor"
      actions={
        canChange &&
        sponsors.data &&
        !planned && (
          <Button kind="quiet" onClick={() => setOpenDialog('change')}>
            Change sponsor
          </Button>
        )
      }
    >
      <Loaded query={sponsors} skeleton={<RowsSkeleton rows={1} />}>
        {({ history, canceled, waiting }) => (
          <>
            {waiting && (
              <Alert tone="note" className="mb-2">
                <p className="wrap-anywhere">
                  {`A sponsor change needs approval. ${waiting.proposed_by_viewer ? 'You' : waiting.proposed_by} proposed it: ${waiting.reason}`}
                </p>
                {canApprove && (
                  <p>
                    <PageLink to={adminPaths.approvals} className="text-link tap-target text-small">
                      {waiting.proposed_by_viewer ? 'Go to approvals' : 'Review'}
                    </PageLink>
                  </p>
                )}
              </Alert>
            )}
            <ul className="divide-y divide-hairline">
              {history.map((span) => (
                <Row key={span.from_month} {...span}>
                  {span.planned && (
                    <>
                      <StateDot tone="waiting">Planned</StateDot>
                      {canChange && (
                        <span className="ml-auto">
                          <Button kind="quiet" onClick={() => setOpenDialog('cancel')}>
                            Cancel change
                          </Button>
                        </span>
                      )}
                    </>
                  )}
                </Row>
              ))}
              {canceled.map((change) => (
                <Row key={change.decided.at} {...change} isCanceled>
                  <StateDot tone="idle">Canceled</StateDot>
                </Row>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {openDialog === 'change' && sponsors.data && (
        <ChangeSponsorDialog member={member} sponsors={sponsors.data} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog === 'cancel' && sponsors.data && (
        <CancelSponsorChangeDialog member={member} sponsors={sponsors.data} onClose={() => setOpenDialog(undefined)} />
      )}
    </Section>
  )
}

type RowProps = Pick<Span, 'from_month' | 'sponsor' | 'decided'> & { isCanceled?: boolean; children?: ReactNode }

const Row = ({ from_month, sponsor, decided, isCanceled = false, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2">
    <span className={isCanceled ? 'text-muted line-through' : undefined}>
      {sponsor ? (
        <PageLink to={fillPath(adminPaths.member, { member_id: sponsor.id })} className="text-link">
          {sponsor.name}
        </PageLink>
      ) : (
        'No sponsor'
      )}
    </span>
    <span className="text-muted">from {monthName(from_month)}</span>
    {children}
    {decided && (
      <span className="basis-full text-small break-words text-muted">
        {decided.reason !== '' && `${decided.reason} · `}
        {decided.by}, <TimeAgo at={decided.at} />
      </span>
    )}
  </li>
)
