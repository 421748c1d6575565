import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import type { ReviewFlag } from '#contract/compensation/network.ts'
import { type ReviewFlagKind, reviewFlagKinds } from '#contract/compensation/review-flag-kinds.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminPages } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { NetworkHeader } from './NetworkHeader.tsx'
import { describeReasons, flagKinds, formatPv, formatShare } from './network-labels.ts'

const isKind = (kind: string | undefined): kind is ReviewFlagKind =>
  reviewFlagKinds.some((candidate) => candidate === kind)

/** Review flags of a month, each with its reason; they have no automatic effect (docs/plan §1, docs/back-office §5). */
export default function ReviewFlagsPage() {
  const url = usePageUrl()
  const month = url.get('month')
  const param = url.get('kind')
  const kind = isKind(param) ? param : 'near_match'
  const flags = useAdminPages('reviewFlags', { kind, ...(month !== undefined && { month }) })
  const pages = flags.data?.pages
  const firstPage = pages?.[0]
  const rows = pages?.flatMap(({ data }) => data)
  return (
    <>
      <NetworkHeader current="suspicions" period={firstPage}>
        <nav aria-label="Checks" className="flex flex-wrap gap-2 self-end">
          {reviewFlagKinds.map((option) => (
            <PageLink
              key={option}
              to={url.with({ kind: option })}
              preventScrollReset
              aria-current={option === kind ? 'true' : undefined}
              className="inline-flex min-h-9 items-center rounded-pill border border-edge px-3 hover:border-ink aria-[current]:border-ink aria-[current]:bg-sunken aria-[current]:font-[560] pointer-coarse:min-h-11"
            >
              {flagKinds[option].name}
            </PageLink>
          ))}
        </nav>
      </NetworkHeader>
      <p className="pb-3 text-muted">{flagKinds[kind].meaning}</p>
      <Loaded query={{ data: rows, error: flags.error, refetch: flags.refetch }}>
        {(data) => (
          <div className="grid grid-cols-1 gap-4">
            {data.length === 0 ? (
              <Empty title={flags.hasNextPage ? 'Nothing so far' : `Nothing in ${monthName(firstPage?.month ?? '')}`}>
                {flags.hasNextPage ? 'More to check.' : flagKinds[kind].emptyMessage}
              </Empty>
            ) : (
              <DataTable
                label={flagKinds[kind].name}
                rows={data}
                columns={columnsByKind[kind]}
                idOf={({ id }) => id}
                hrefOf={rowHref(firstPage?.month)}
                mobileRow={(row) => <MobileRow row={row} />}
              />
            )}
            {flags.hasNextPage && (
              <Button
                busy={flags.isFetchingNextPage}
                onClick={() => void flags.fetchNextPage()}
                className="justify-self-start"
              >
                Check more
              </Button>
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Links to the order, the member with the license, or the most relevant page about the person. */
const rowHref =
  (month: string | undefined) =>
  ({ kind, order, member, accounts }: ReviewFlag): string => {
    if (kind === 'expired_license' && member) return fillPath(adminPaths.member, { member_id: member.id })
    if (order?.order_id) return fillPath(adminPaths.order, { order_id: order.order_id })
    const subject = member ?? accounts[0]
    if (!subject) return adminPaths.network
    return `${adminPaths.network}?member=${subject.id}${month ? `&month=${month}` : ''}`
  }

const MemberLink = ({ id, name, member_no }: NonNullable<ReviewFlag['member']>) => (
  <PageLink to={fillPath(adminPaths.member, { member_id: id })} className="text-link relative z-10">
    {name} <span className="figures text-small">{member_no}</span>
  </PageLink>
)

const columns: Record<string, DataColumn<ReviewFlag>> = {
  order: {
    id: 'order',
    header: 'Order',
    cell: ({ order, id }) => <span className="figures">{order?.number ?? id}</span>,
  },
  address: { id: 'address', header: 'Address', cell: ({ address }) => address },
  leg: { id: 'leg', header: 'Leg', cell: ({ member }) => member && `${member.name} ${member.member_no}` },
  payee: { id: 'payee', header: 'Member', cell: ({ member }) => member && `${member.name} ${member.member_no}` },
  expired: {
    id: 'expired',
    header: 'License expired',
    cell: ({ expired_on }) => expired_on !== null && formatCalendarDay(expired_on),
  },
  bonus: { id: 'bonus', header: 'Bonus', end: true, cell: ({ bonus }) => bonus !== null && formatDollars(bonus) },
  member: { id: 'member', header: 'Credited', cell: ({ member }) => member && <MemberLink {...member} /> },
  sponsor: { id: 'sponsor', header: 'Leg of', cell: ({ sponsor }) => sponsor && <MemberLink {...sponsor} /> },
  why: { id: 'why', header: 'Reason', cell: (row) => describeReasons(row) },
  accounts: {
    id: 'accounts',
    header: 'Accounts',
    cell: ({ accounts, accounts_count }) => (
      <span className="flex flex-wrap gap-x-3">
        {accounts.map((account) => (
          <MemberLink key={account.id} {...account} />
        ))}
        {accounts_count > accounts.length && (
          <span className="text-muted">and {accounts_count - accounts.length} more</span>
        )}
      </span>
    ),
  },
  count: { id: 'count', header: 'Count', end: true, cell: ({ accounts_count }) => accounts_count },
  cv: { id: 'cv', header: 'CV', end: true, cell: ({ order }) => order && formatDollars(order.cv) },
  pv: { id: 'pv', header: 'PV', end: true, cell: ({ pv }) => pv !== null && formatPv(pv) },
  share: {
    id: 'share',
    header: 'Share',
    end: true,
    cell: ({ share_bp }) => share_bp !== null && formatShare(share_bp),
  },
}
const pickColumns = (...names: string[]) => names.flatMap((name) => columns[name] ?? [])
const columnsByKind: Record<ReviewFlagKind, DataColumn<ReviewFlag>[]> = {
  near_match: pickColumns('order', 'member', 'why', 'cv', 'pv'),
  same_address: pickColumns('address', 'accounts', 'count'),
  large_order: pickColumns('order', 'member', 'cv', 'pv', 'share'),
  large_leg: pickColumns('leg', 'sponsor', 'pv', 'share'),
  expired_license: pickColumns('payee', 'expired', 'bonus'),
}

/** The amount of a row that has only one. */
function rowAmount({ share_bp, order, bonus, accounts_count }: ReviewFlag) {
  if (share_bp !== null) return formatShare(share_bp)
  if (order) return formatDollars(order.cv)
  return bonus === null ? accounts_count : formatDollars(bonus)
}

const MobileRow = ({ row }: { row: ReviewFlag }) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="min-w-0 font-[560] wrap-anywhere">
        {row.order ? row.order.number : row.address || row.member?.name}
      </span>
      <span className="figures shrink-0">{rowAmount(row)}</span>
    </span>
    <span className="text-small wrap-anywhere text-muted">
      {[
        row.order && row.member?.name,
        row.sponsor && `leg of ${row.sponsor.name}`,
        row.expired_on ? `expired on ${formatCalendarDay(row.expired_on)}` : describeReasons(row),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </span>
)
