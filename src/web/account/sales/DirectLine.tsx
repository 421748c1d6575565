import { useState } from 'react'
import type { Sales } from '#contract/sales.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { AddUser } from './AddUser.tsx'
import { ChildTable } from './ChildTable.tsx'
import { SectionHead } from './SectionHead.tsx'

/** The people right below, with what their legs add; and the way to add one. */
export function DirectLine({ sales, page }: { sales: Sales; page: number }) {
  const { detail, children, page_count } = sales
  const [added, setAdded] = useState<string>()
  const { year, month } = detail
  return (
    <section aria-labelledby="direct-line">
      <SectionHead id="direct-line" title="My Direct Line">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {page_count > 0 && (
            <ButtonLink kind="quiet" to={paths.accountDownline({ year, month })} className="-ml-3">
              Explore the downline
            </ButtonLink>
          )}
          <AddUser onAdded={setAdded} />
        </div>
      </SectionHead>
      {added && (
        <Alert tone="success" className="mb-5">
          {added} is in your direct line, Pending until the password is set: a mail with a link for it is on its way.
        </Alert>
      )}
      {children.length > 0 ? (
        <ChildTable sales={sales} page={page} />
      ) : page_count > 0 ? (
        <PageLink to={paths.salesOf({ year, month })} className="reach text-link">
          There is nobody on this page. Back to the first one
        </PageLink>
      ) : (
        <p className="max-w-text text-muted">
          {detail.enrolled
            ? 'There is nobody in your direct line yet. Add a user here, or pass on your referral link: ' +
              'who registers by it comes to stand here.'
            : 'There was nobody in your direct line.'}
        </p>
      )}
      <Pager kind="account" page={page} count={page_count} to={(n) => paths.salesOf({ year, month, page: n })} />
    </section>
  )
}
