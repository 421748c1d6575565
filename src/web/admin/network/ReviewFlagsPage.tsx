import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import type { ReviewFlag } from '#contract/compensation/network.ts'
import { type SuspicionKind, suspicionKinds } from '#contract/compensation/suspicion-kinds.ts'
import { calendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminPages } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { NetworkHead } from './NetworkHeader.tsx'
import { kindNames, pvLabels, shareLabels, whyLabels } from './network-labels.ts'

const isKind = (kind: string | undefined): kind is SuspicionKind => suspicionKinds.some((known) => known === kind)

/** Review flags of a month, each with its reason; they have no automatic effect (docs/plan §1, docs/back-office §5). */
export default function ReviewFlagsPage() {
  const url = usePageUrl()
  const month = url.get('month')
  const given = url.get('kind')
  const kind = isKind(given) ? given : 'near_match'
  const found = useAdminPages('suspicions', { kind, ...(month !== undefined && { month }) })
  const pages = found.data?.pages
  const shown = pages?.[0]
  const rows = pages?.flatMap(({ data }) => data)
  return (
    <>
      <NetworkHead current="suspicions" shown={shown}>
        <nav aria-label="Checks" className="flex flex-wrap gap-2 self-end">
          {suspicionKinds.map((each) => (
            <PageLink
              key={each}
              to={url.with({ kind: each })}
              preventScrollReset
              aria-current={each === kind ? 'true' : undefined}
              className="inline-flex min-h-9 items-center rounded-pill border border-edge px-3 hover:border-ink aria-[current]:border-ink aria-[current]:bg-sunken aria-[current]:font-[560] pointer-coarse:min-h-11"
            >
              {kindNames[each].name}
            </PageLink>
          ))}
        </nav>
      </NetworkHead>
      <p className="pb-3 text-muted">{kindNames[kind].meaning}</p>
      <Loaded query={{ data: rows, error: found.error, refetch: found.refetch }}>
        {(data) => (
          <div className="grid gap-4">
            {data.length === 0 ? (
              <Empty title={found.hasNextPage ? 'Nothing so far' : `Nothing in ${monthName(shown?.month ?? '')}`}>
                {found.hasNextPage ? 'More to check.' : kindNames[kind].nothing}
              </Empty>
            ) : (
              <DataTable
                label={kindNames[kind].name}
                rows={data}
                columns={columnsOf[kind]}
                idOf={({ id }) => id}
                toOf={pathOf(shown?.month)}
                phone={(row) => <PhoneRow row={row} />}
              />
            )}
            {found.hasNextPage && (
              <Button
                busy={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
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
const pathOf =
  (month: string | undefined) =>
  ({ kind, order, member, accounts }: ReviewFlag): string => {
    if (kind === 'expired_license' && member) return fillPath(adminPaths.member, { member_id: member.id })
    if (order?.order_id) return fillPath(adminPaths.order, { order_id: order.order_id })
    const about = member ?? accounts[0]
    if (!about) return adminPaths.network
    return `${adminPaths.network}?member=${about.id}${month ? `&month=${month}` : ''}`
  }

const Named = ({ id, name, member_no }: NonNullable<ReviewFlag['member']>) => (
  <PageLink to={fillPath(adminPaths.member, { member_id: id })} className="text-link relative z-10">
    {name} <span className="figures text-small">{member_no}</span>
  </PageLink>
)

const columns: Record<string, DataColumn<ReviewFlag>> = {
  order: {
    id: 'order',
    head: 'Order',
    cell: ({ order, id }) => <span className="figures">{order?.number ?? id}</span>,
  },
  address: { id: 'address', head: 'Address', cell: ({ address }) => address },
  leg: { id: 'leg', head: 'Leg', cell: ({ member }) => member && `${member.name} ${member.member_no}` },
  payee: { id: 'payee', head: 'Member', cell: ({ member }) => member && `${member.name} ${member.member_no}` },
  expired: {
    id: 'expired',
    head: 'License expired',
    cell: ({ expired_on }) => expired_on !== null && calendarDay(expired_on),
  },
  bonus: { id: 'bonus', head: 'Bonus', end: true, cell: ({ bonus }) => bonus !== null && formatDollars(bonus) },
  member: { id: 'member', head: 'Credited', cell: ({ member }) => member && <Named {...member} /> },
  sponsor: { id: 'sponsor', head: 'Leg of', cell: ({ sponsor }) => sponsor && <Named {...sponsor} /> },
  why: { id: 'why', head: 'Reason', cell: (row) => whyLabels(row) },
  accounts: {
    id: 'accounts',
    head: 'Accounts',
    cell: ({ accounts, accounts_count }) => (
      <span className="flex flex-wrap gap-x-3">
        {accounts.map((account) => (
          <Named key={account.id} {...account} />
        ))}
        {accounts_count > accounts.length && (
          <span className="text-muted">and {accounts_count - accounts.length} more</span>
        )}
      </span>
    ),
  },
  count: { id: 'count', head: 'Count', end: true, cell: ({ accounts_count }) => accounts_count },
  cv: { id: 'cv', head: 'CV', end: true, cell: ({ order }) => order && formatDollars(order.cv) },
  pv: { id: 'pv', head: 'PV', end: true, cell: ({ pv }) => pv !== null && pvLabels(pv) },
  share: { id: 'share', head: 'Share', end: true, cell: ({ share_bp }) => share_bp !== null && shareLabels(share_bp) },
}
const pick = (...names: string[]) => names.flatMap((name) => columns[name] ?? [])
const columnsOf: Record<SuspicionKind, DataColumn<ReviewFlag>[]> = {
  near_match: pick('order', 'member', 'why', 'cv', 'pv'),
  same_address: pick('address', 'accounts', 'count'),
  large_order: pick('order', 'member', 'cv', 'pv', 'share'),
  large_leg: pick('leg', 'sponsor', 'pv', 'share'),
  expired_license: pick('payee', 'expired', 'bonus'),
}

/** The amount of a row that has only one. */
function amountOf({ share_bp, order, bonus, accounts_count }: ReviewFlag) {
  if (share_bp !== null) return shareLabels(share_bp)
  if (order) return formatDollars(order.cv)
  return bonus === null ? accounts_count : formatDollars(bonus)
}

const PhoneRow = ({ row }: { row: ReviewFlag }) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="min-w-0 font-[560] wrap-anywhere">
        {row.order ? row.order.number : row.address || row.member?.name}
      </span>
      <span className="figures shrink-0">{amountOf(row)}</span>
    </span>
    <span className="text-small wrap-anywhere text-muted">
      {[
        row.order && row.member?.name,
        row.sponsor && `leg of ${row.sponsor.name}`,
        row.expired_on ? `expired on ${calendarDay(row.expired_on)}` : whyLabels(row),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </span>
)
