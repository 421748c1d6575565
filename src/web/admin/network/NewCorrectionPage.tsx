import { adminPaths } from '#contract/admin-paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { CorrectionForm } from './CorrectionForm.tsx'
import { MemberSearch } from './MemberSearch.tsx'
import { treeQuery } from './network-labels.ts'

/** Corrects a member's bonus: mistake, preview, then proposal (docs/plan §8.5). */
export default function NewCorrectionPage() {
  const url = usePageUrl()
  const member = Number(url.get('member')) || undefined
  return (
    <>
      <PageLink to={adminPaths.corrections} className="text-link text-small">
        Corrections
      </PageLink>
      <PageHeader title="Correct a bonus" />
      {member === undefined ? (
        <div className="grid max-w-form gap-4">
          <p className="text-muted">
            A correction increases or decreases one member’s bonus. It doesn’t change points, levels or other members’
            bonuses.
          </p>
          <MemberSearch label="Member" onSelect={({ id }) => url.change({ member: String(id) })} />
        </div>
      ) : (
        <MemberCorrection key={member} id={member} />
      )}
    </>
  )
}

function MemberCorrection({ id }: { id: number }) {
  const tree = useAdminQuery('networkTree', { query: treeQuery(undefined, id) })
  return (
    <Loaded query={tree}>
      {({ requested, first_month, month }) =>
        requested ? (
          <CorrectionForm member={requested} first={first_month} current={month} />
        ) : (
          <Empty title="No member has this number">Search for the member again.</Empty>
        )
      }
    </Loaded>
  )
}
