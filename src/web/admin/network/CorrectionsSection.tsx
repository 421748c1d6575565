import type { AdminQuery } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { Section } from '../ui/Section.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'
import { CorrectionList } from './CorrectionList.tsx'

type CorrectionFilter = Pick<AdminQuery<'corrections'>, 'month' | 'order'> & { member_id?: number }

/** Corrections of a month, member or order, for its page; renders nothing when there are none. */
export function CorrectionsSection({ filter, title = 'Corrections' }: { filter: CorrectionFilter; title?: string }) {
  const corrections = useAdminQuery('corrections', { query: filter })
  if (corrections.data?.data.length === 0) return null
  return (
    <Section title={title}>
      <Loaded query={corrections} skeleton={<RowsSkeleton rows={2} />}>
        {({ data, next }) => (
          <>
            <CorrectionList corrections={data} isOfMember={filter.member_id !== undefined} />
            {next !== null && (
              <p className="pt-3">
                <PageLink to={listPath(filter)} className="text-link">
                  All corrections
                </PageLink>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const listPath = ({ month, member_id, order }: CorrectionFilter): string => {
  const params = Object.entries({ month, member: member_id, order }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `${adminPaths.corrections}?${new URLSearchParams(params)}`
}
