import { useState } from 'react'
import type { Sales } from '#contract/compensation/sales.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { AddUser } from './AddUser.tsx'
import { ChildTable, isMember } from './ChildTable.tsx'
import { SectionHead } from './SectionHead.tsx'
import { salesPaths } from './sales-paths.ts'

/** Paging scrolls here, not to the top of the statement. */
const HEADING_ID = 'direct-line'

/** The direct line with each leg's contribution, and the form to add a person. */
export function DirectLine({ sales, page }: { sales: Sales; page: number }) {
  const { detail, children, page_count } = sales
  const [addedName, setAdded] = useState<string>()
  const { year, month } = detail
  return (
    <section aria-labelledby={HEADING_ID}>
      <SectionHead id={HEADING_ID} title="My Direct Line">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {(page > 1 || children.some(isMember)) && (
            <ButtonLink kind="quiet" to={salesPaths.downline({ year, month })} className="-ml-3">
              Explore the downline
            </ButtonLink>
          )}
          <AddUser onAdded={setAdded} />
        </div>
      </SectionHead>
      {addedName && (
        <Alert tone="success" className="mb-5">
          Invitation sent to {addedName}. They’ll show as Pending until they set a password.
        </Alert>
      )}
      {children.length > 0 ? (
        <ChildTable sales={sales} page={page} />
      ) : page_count > 0 ? (
        <PageLink to={salesPaths.sales({ year, month })} className="tap-target text-link">
          No one is on this page. Go to the first page
        </PageLink>
      ) : (
        <p className="max-w-text text-muted">
          {detail.enrolled
            ? 'No one is in your direct line yet. Add a user here, or share your referral link. ' +
              'Anyone who registers with it joins your direct line.'
            : 'No one was in your direct line.'}
        </p>
      )}
      <Pager
        kind="words"
        page={page}
        count={page_count}
        to={(n) => `${salesPaths.sales({ year, month, page: n })}#${HEADING_ID}`}
      />
    </section>
  )
}
