import { useRef, useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { NoticeRow } from './TransactionRow.tsx'
import { type Notice, type NoticeSort, noticeSorts, sortLabels } from './transaction-labels.ts'
import { PlaceDialog } from './MatchDialog.tsx'
import { SetAsideDialog } from './SetAsideDialog.tsx'
import { UndoNoticeDialog } from './UndoTransactionDialog.tsx'
import { useCountsOfNotices } from './use-transaction-counts.ts'
import { useTransactionMutations } from './use-transaction-mutations.ts'

const isSort = (given: string | undefined): given is NoticeSort => noticeSorts.some((sort) => sort === given)

/** Open transactions in groups: exact matches are booked together, probable ones one by one, the rest manually. */
export function OpenNotices() {
  const url = usePageUrl()
  const given = url.get('match')
  const match = isSort(given) ? given : undefined
  const before = Number(url.get('after')) || undefined
  const notices = useAdminQuery('notices', { query: { ...(match && { match }), ...(before && { before }) } })
  const counts = useCountsOfNotices()
  const acts = useTransactionMutations()
  const [placing, setPlacing] = useState<Notice>()
  const [settingAside, setSettingAside] = useState<Notice>()
  const [undoing, setUndoing] = useState<Notice>()
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)

  return (
    <>
      <Loaded query={notices}>
        {({ data, next }) => {
          const shown = noticeSorts.map((each) => ({ each, rows: data.filter((notice) => notice.match === each) }))
          if (data.length === 0) return <NoNotices sort={match} />
          return (
            <div ref={list} className="grid gap-8">
              {shown.map(
                ({ each, rows }) =>
                  rows.length > 0 && (
                    <section key={each} aria-labelledby={`sort-${each}`} className="grid gap-2">
                      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
                        <div className="grow">
                          <h2 id={`sort-${each}`} className="display text-lead">
                            {sortLabels[each].title}{' '}
                            <span className="figures text-note text-muted">{counts[each] ?? rows.length}</span>
                          </h2>
                          <p className="text-small text-muted">{sortLabels[each].meaning}</p>
                        </div>
                        {each === 'exact' && (
                          <Button
                            kind="primary"
                            busy={acts.bookExact.isPending}
                            onClick={() =>
                              acts.bookExact.mutate({
                                // Books only the listed transactions when all of them are visible, so that nothing
                                // unseen is booked.
                                body:
                                  next === null && !before ? { bank_transaction_ids: rows.map(({ id }) => id) } : {},
                              })
                            }
                          >
                            Record all exact
                          </Button>
                        )}
                      </div>
                      <ul className="border-t border-hairline">
                        {rows.map((notice) => (
                          <NoticeRow
                            key={notice.id}
                            notice={notice}
                            bookOne={acts.bookOne}
                            receive={acts.receive}
                            onPlace={() => setPlacing(notice)}
                            onSetAside={() => setSettingAside(notice)}
                            onUndo={() => setUndoing(notice)}
                          />
                        ))}
                      </ul>
                    </section>
                  ),
              )}
              <NextPageLink next={next} />
            </div>
          )
        }}
      </Loaded>
      {placing && (
        <PlaceDialog
          key={placing.id}
          seen={placing}
          latest={notices.data?.data.find(({ id }) => id === placing.id)}
          bookOne={acts.bookOne}
          onClose={() => setPlacing(undefined)}
        />
      )}
      {settingAside && <SetAsideDialog notice={settingAside} onClose={() => setSettingAside(undefined)} />}
      {undoing && <UndoNoticeDialog notice={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

const NoNotices = ({ sort }: { sort: NoticeSort | undefined }) =>
  sort === undefined ? (
    <Empty
      title="No open bank payments"
      action={
        <ButtonLink to={`${adminPaths.notices}?import=1`} kind="primary">
          Import a statement
        </ButtonLink>
      }
    >
      Paste an email from your bank or drop a CSV or OFX file. Payments appear here with the orders they match.
    </Empty>
  ) : (
    <Empty
      title={`No open payments in “${sortLabels[sort].title}”`}
      action={<ButtonLink to={adminPaths.notices}>Show all</ButtonLink>}
    />
  )
