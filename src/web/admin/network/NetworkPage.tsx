import type { ReactNode } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Level } from '#web/account/sales/Level.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminPages } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { CorrectionsSection } from './CorrectionsSection.tsx'
import { newCorrectionPath } from './correction-labels.ts'
import { MemberSearch } from './MemberSearch.tsx'
import { NetworkHeader } from './NetworkHeader.tsx'
import { NetworkTree } from './NetworkTree.tsx'
import { countOf, describeFigures, formatPv, monthStatus, type Tree, treeQuery } from './network-labels.ts'

/** Any member's part of the network, as of any month (docs/back-office §4). */
export default function NetworkPage() {
  const url = usePageUrl()
  const month = url.get('month')
  const memberId = Number(url.get('member')) || undefined
  const directLine = useAdminPages('networkTree', treeQuery(month, memberId))
  const firstPage = directLine.data?.pages[0]
  return (
    <>
      <NetworkHeader current="tree" period={firstPage}>
        <div className="w-full sm:w-80">
          <MemberSearch label="Find a member" onSelect={({ id }) => url.change({ member: String(id) })} />
        </div>
      </NetworkHeader>
      <Loaded query={{ data: firstPage, error: directLine.error, refetch: directLine.refetch }}>
        {(tree) => <TreeView key={`${tree.month}.${memberId}`} tree={tree} month={month} memberId={memberId} />}
      </Loaded>
    </>
  )
}

function TreeView({ tree, month, memberId }: { tree: Tree; month: string | undefined; memberId: number | undefined }) {
  const { requested, member, legs_count } = tree
  if (tree.figures === 'closed_externally')
    return (
      <Empty title="This month was closed in an older system">
        There are no figures for {monthName(tree.month)}. Choose a later month.
      </Empty>
    )
  if (requested && !member)
    return (
      <Empty title={`${requested.name} was not enrolled yet`}>
        Enrolled {formatDateTime(requested.enrolled_at)}. Choose a month from then on.
      </Empty>
    )
  const isEmpty = legs_count.count === 0
  return (
    <div className="grid gap-6">
      {member && <MemberSummary tree={tree} member={member} />}
      <Section
        title={member ? 'Direct line' : 'No sponsor'}
        note={countOf(legs_count)}
        actions={<span className="text-small text-muted">{describeFigures(tree)}</span>}
      >
        {isEmpty ? (
          <div className="pt-3">
            <Empty title={member ? 'No direct line' : 'No members yet'}>
              {member
                ? `${member.name} sponsored no one in ${monthName(tree.month)}.`
                : 'Members appear here as soon as they register.'}
            </Empty>
          </div>
        ) : (
          <NetworkTree
            month={month}
            memberId={memberId}
            label={member ? `Direct line of ${member.name}` : 'No sponsor'}
          />
        )}
      </Section>
    </div>
  )
}

function MemberSummary({ tree, member }: { tree: Tree; member: NonNullable<Tree['member']> }) {
  const status = monthStatus(member)
  const canCorrect = useHasPermission('bonuses.correct')
  return (
    <div className="grid gap-3">
      <UpwardPath tree={tree} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="display text-lead">{member.name}</h2>
        <span className="figures text-muted">{member.member_no}</span>
        <StateDot tone={status.tone}>{status.label}</StateDot>
        {status.current && <span className="text-small text-muted">today {status.current.toLowerCase()}</span>}
        <span className="flex flex-wrap gap-2 sm:ml-auto">
          {canCorrect && (
            <ButtonLink to={newCorrectionPath({ member: member.id, corrected_month: tree.month })} kind="quiet">
              Correct a bonus
            </ButtonLink>
          )}
          <ButtonLink to={fillPath(adminPaths.member, { member_id: member.id })}>View member</ButtonLink>
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 border-y border-hairline py-4">
        <Figure name="Level">
          <Level level={member.level} name={member.level_name} />
        </Figure>
        <Figure name="PV" note={`${formatPv(member.customer_pv)} from customers`}>
          {formatPv(member.personal_pv)}
        </Figure>
        <Figure name="Group PV">{formatPv(member.group_pv)}</Figure>
        <Figure name="Volume">{formatDollars(member.total_sales)}</Figure>
        <Figure name="Bonus">{formatDollars(member.total_bonus)}</Figure>
        {member.downline !== null && <Figure name="Downline">{member.downline.toLocaleString('en-US')}</Figure>}
      </dl>
      <CorrectionsSection filter={{ member_id: member.id, month: tree.month }} title="Bonus corrections" />
    </div>
  )
}

/** Path from the top down to the sponsor; each entry links one step up. */
function UpwardPath({ tree: { path, path_more } }: { tree: Tree }) {
  const url = usePageUrl()
  return (
    <nav aria-label="Path to the top" className="text-small text-muted">
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <li>
          <PageLink to={url.with({ member: undefined })} className="text-link">
            Top
          </PageLink>
        </li>
        {path_more && <li aria-label="More members in between">› …</li>}
        {path.map(({ id, name, level_name }) => (
          <li key={id} className="flex items-center gap-2">
            <span aria-hidden>›</span>
            <PageLink to={url.with({ member: String(id) })} className="text-link">
              {name}
            </PageLink>
            <span>{level_name}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const Figure = ({ name, note, children }: { name: string; note?: string; children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="figures text-lead">{children}</dd>
    {note && <dd className="figures text-small text-muted">{note}</dd>}
  </div>
)
