import { useRef, useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../client/query.ts'
import { countWords } from '../today/waiting-words.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Older } from '../ui/Older.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useAddress } from '../ui/use-address.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { NoticeRow } from './NoticeRow.tsx'
import { type Notice, type NoticeSort, sortWords } from './notice-words.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import { SetAsideDialog } from './SetAsideDialog.tsx'
import { useNoticeActs } from './use-notice-acts.ts'

const SORTS = ['exact', 'probable', 'unknown'] as const
const isSort = (given: string | undefined): given is NoticeSort => SORTS.some((sort) => sort === given)

/** What is to be booked, in groups: exact ones together, probable ones one by one, the others by hand. */
export function OpenNotices() {
  const address = useAddress()
  const given = address.get('sort')
  const sort = isSort(given) ? given : undefined
  const before = Number(address.get('after')) || undefined
  const notices = useAdminQuery('notices', { query: { ...(sort && { sort }), ...(before && { before }) } })
  const counts = useCountsOfNotices()
  const acts = useNoticeActs()
  const [placing, setPlacing] = useState<Notice>()
  const [settingAside, setSettingAside] = useState<Notice>()
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)

  return (
    <>
      <nav aria-label="Sorts" className="flex flex-wrap items-center gap-1 pb-2">
        <SortLink label="All" to={address.with({ sort: undefined, after: undefined })} isCurrent={sort === undefined} />
        {SORTS.map((each) => (
          <SortLink
            key={each}
            label={sortWords[each].title}
            count={counts[each]}
            to={address.with({ sort: each, after: undefined })}
            isCurrent={sort === each}
          />
        ))}
      </nav>
      <Loaded query={notices}>
        {({ data, next }) => {
          const shown = SORTS.map((each) => ({ each, rows: data.filter((notice) => notice.sort === each) }))
          if (data.length === 0) return <NoNotices sort={sort} />
          return (
            <div ref={list} className="grid gap-8">
              {shown.map(
                ({ each, rows }) =>
                  rows.length > 0 && (
                    <section key={each} aria-labelledby={`sort-${each}`} className="grid gap-2">
                      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
                        <div className="grow">
                          <h2 id={`sort-${each}`} className="display text-lead">
                            {sortWords[each].title}{' '}
                            <span className="figures text-note text-muted">{counts[each] ?? rows.length}</span>
                          </h2>
                          <p className="text-small text-muted">{sortWords[each].meaning}</p>
                        </div>
                        {each === 'exact' && (
                          <Button
                            kind="primary"
                            busy={acts.bookExact.isPending}
                            onClick={() =>
                              acts.bookExact.mutate({
                                // What is not shown is not booked unseen as long as all of it is shown.
                                body: next === null && !before ? { notice_ids: rows.map(({ id }) => id) } : {},
                              })
                            }
                          >
                            Book all exact
                          </Button>
                        )}
                      </div>
                      <ul className="border-t border-hairline">
                        {rows.map((notice) => (
                          <NoticeRow
                            key={notice.id}
                            notice={notice}
                            bookOne={acts.bookOne}
                            onPlace={() => setPlacing(notice)}
                            onSetAside={() => setSettingAside(notice)}
                          />
                        ))}
                      </ul>
                    </section>
                  ),
              )}
              <Older next={next} />
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
    </>
  )
}

/** Of all open notices, not only of those on this page. */
function useCountsOfNotices(): Partial<Record<NoticeSort, string>> {
  const { data } = useAdminQuery('dashboard')
  const countOf = (kind: string) => {
    const waiting = data?.waiting.find((each) => each.kind === kind)
    return waiting && countWords(waiting)
  }
  return Object.fromEntries(
    SORTS.flatMap((sort) => {
      const count = countOf(`${sort}_notices`)
      return count === undefined ? [] : [[sort, count]]
    }),
  )
}

const NoNotices = ({ sort }: { sort: NoticeSort | undefined }) =>
  sort === undefined ? (
    <Empty
      title="No notice is open"
      action={
        <ButtonLink to={`${adminPaths.notices}?import=1`} kind="primary">
          Import a statement
        </ButtonLink>
      }
    >
      Paste what the bank mailed, or drop its CSV or OFX file: payments that came in appear here, with the orders they
      pay.
    </Empty>
  ) : (
    <Empty title={`No open notice is ${sort}`} action={<ButtonLink to={adminPaths.notices}>Show all</ButtonLink>} />
  )

const SortLink = ({
  label,
  count,
  to,
  isCurrent,
}: {
  label: string
  count?: string | undefined
  to: string
  isCurrent: boolean
}) => (
  <PageLink
    to={to}
    preventScrollReset
    aria-current={isCurrent ? 'page' : undefined}
    className={cx(
      'inline-flex min-h-8 items-center gap-1.5 rounded-pill border px-3 pointer-coarse:min-h-11',
      isCurrent ? 'border-ink' : 'border-transparent text-muted hover:text-ink',
    )}
  >
    {label}
    {count !== undefined && <span className="figures text-small">{count}</span>}
  </PageLink>
)
