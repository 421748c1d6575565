import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { CorrectionList } from './CorrectionList.tsx'
import { NetworkHeader } from './NetworkHeader.tsx'

/** Corrections of members' bonuses with author and reason (docs/plan §8.5). */
export default function CorrectionsPage() {
  const url = usePageUrl()
  const [month, order, after] = [url.get('month'), url.get('order'), url.get('after')]
  const member = Number(url.get('member')) || undefined
  const corrections = useAdminQuery('corrections', {
    query: {
      ...(month && { month }),
      ...(order && { order }),
      ...(member && { member_id: member }),
      ...(after && { after }),
    },
  })
  const canCorrect = useHasPermission('bonuses.correct')
  const correctButton = (kind: 'primary' | 'secondary') =>
    canCorrect && (
      <ButtonLink to={adminPaths.newCorrection} kind={kind}>
        Correct a bonus
      </ButtonLink>
    )
  const filterLabel = [month && monthName(month), order && `order ${order}`, member && 'one member']
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <NetworkHeader current="corrections" period={undefined}>
        {corrections.data && corrections.data.data.length > 0 && correctButton('secondary')}
      </NetworkHeader>
      <Loaded query={corrections}>
        {({ data, next, waiting }) => (
          <div className="grid gap-4">
            {waiting > 0 && <PendingNotice count={waiting} />}
            {filterLabel && (
              <p className="text-muted">
                Of {filterLabel}.{' '}
                <PageLink to={adminPaths.corrections} className="text-link">
                  All corrections
                </PageLink>
              </p>
            )}
            {data.length === 0 ? (
              <Empty
                title={waiting > 0 ? 'Nothing recorded yet' : 'No corrections yet'}
                action={correctButton('primary')}
              >
                Corrections are recorded in an open month with a reason. A second person approves them.
              </Empty>
            ) : (
              <CorrectionList corrections={data} />
            )}
            <NextPageLink next={next} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function PendingNotice({ count }: { count: number }) {
  const canApprove = useHasPermission('approve')
  return (
    <Alert tone="note" className="items-center">
      <span className="flex flex-wrap items-center gap-3">
        {count === 1 ? 'One correction needs' : `${count.toLocaleString('en-US')} corrections need`} a second approval.
        {canApprove && <ButtonLink to={adminPaths.approvals}>Go to approvals</ButtonLink>}
      </span>
    </Alert>
  )
}
