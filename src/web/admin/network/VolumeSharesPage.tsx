import Download from 'lucide-react/icons/download'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import type { VolumeGroup } from '#contract/compensation/volume.ts'
import { type VolumeColumn, volumeColumns } from '#contract/compensation/volume-labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { Money } from '#web/ui/Money.tsx'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { useDownload } from '../api/use-download.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded, RowsSkeleton } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { NetworkHeader } from './NetworkHeader.tsx'
import { describeFigures, networkPath } from './network-labels.ts'

type VolumeResponse = AdminResponse<'volumeShares'>
type Row = Omit<VolumeGroup, 'id' | 'downline'> & { id: number | undefined; downline: number | undefined }

/** Shares of customers, personal use and returns in a month's volume, overall and by leader (docs/plan §17). */
export default function VolumeSharesPage() {
  const url = usePageUrl()
  const [month, after] = [url.get('month'), url.get('after')]
  const sharesQuery = useAdminQuery('volumeShares', {
    query: { ...(month !== undefined && { month }), ...(after !== undefined && { after }) },
  })
  const download = useDownload()
  const exportUrl = adminUrl('volumeSharesExport', { query: { ...(month !== undefined && { month }) } })
  return (
    <>
      <NetworkHeader
        current="volume"
        period={sharesQuery.data}
        actions={
          <Button
            busy={download.isPending}
            icon={<Download size={16} aria-hidden />}
            onClick={() => download.mutate(exportUrl)}
          >
            Export
          </Button>
        }
      />
      <Loaded query={sharesQuery} skeleton={<RowsSkeleton rows={11} />}>
        {(response) => (
          <Shares response={response} isFirst={after === undefined} isStale={sharesQuery.isPlaceholderData} />
        )}
      </Loaded>
    </>
  )
}

function Shares({ response, isFirst, isStale }: { response: VolumeResponse; isFirst: boolean; isStale: boolean }) {
  const { month, company, data, next } = response
  if (company === null)
    return (
      <Empty title="This month was closed in an older system">
        There are no figures for {monthName(month)}. Choose a later month.
      </Empty>
    )
  if (company.volume === 0 && company.returned === 0)
    return (
      <Empty title={`No volume in ${monthName(month)}`}>
        Completed orders and their returns appear here. Choose another month to look further back.
      </Empty>
    )
  const rows: Row[] = [
    ...(isFirst ? [{ id: undefined, name: 'All orders', member_no: '', downline: undefined, ...company }] : []),
    ...data,
  ]
  return (
    <div className="grid grid-cols-1 gap-8">
      <Section
        title="Groups by volume"
        note={monthName(month)}
        actions={<span className="text-small text-muted">{describeFigures(response)}</span>}
      >
        <DataTable
          label="Volume by group"
          rows={rows}
          columns={columns}
          idOf={({ id }) => String(id ?? 'all')}
          hrefOf={({ id }) => networkPath(id, month)}
          isStale={isStale}
          mobileRow={(row) => <MobileRow row={row} />}
        />
        {data.length === 0 && isFirst && <p className="pt-3 text-muted">No group has volume in this month.</p>}
        <NextPageLink next={next} />
      </Section>
      <Section title="Definitions">
        <dl className="grid gap-x-6 gap-y-1.5 pt-3 sm:grid-cols-[10rem_minmax(0,44rem)]">
          {explainedColumns.map((column) => (
            <div key={column} className="contents">
              <dt className="font-[560] max-sm:pt-1.5">{volumeColumns[column].name}</dt>
              <dd className="text-muted">{volumeColumns[column].meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="max-w-prose pt-4 text-muted">
          A group is a member and everyone below. Percentages are shares of the group’s volume. Whether an order is
          personal is decided when it is completed.
        </p>
      </Section>
    </div>
  )
}

const explainedColumns = [
  'volume',
  'customers',
  'personal',
  'no_member',
  'returned',
  'net',
] as const satisfies VolumeColumn[]

const formatPercent = (percent: number | null): string => (percent === null ? '–' : `${percent.toFixed(1)}%`)

/** Shows the share first, then the amount. */
const ShareCell = ({ share, amount }: { share: number | null; amount: number }) => (
  <span className="inline-grid">
    <span>{formatPercent(share)}</span>
    {amount !== 0 && <Money value={amount} className="text-small text-muted" />}
  </span>
)

const Name = ({ row: { name, member_no, downline, no_member, no_member_share } }: { row: Row }) => (
  <span className="inline-grid">
    <span>{name}</span>
    <span className="figures text-small font-normal text-muted">
      {downline !== undefined
        ? `${member_no} · ${formatWhole(downline)} below`
        : no_member !== 0 && `${formatDollars(no_member)} (${formatPercent(no_member_share)}) credited to no member`}
    </span>
  </span>
)

const shares: readonly { id: VolumeColumn; share: (row: Row) => number | null; amount: (row: Row) => number }[] = [
  { id: 'customers', share: (row) => row.customers_share, amount: (row) => row.customers },
  { id: 'personal', share: (row) => row.personal_share, amount: (row) => row.personal },
  { id: 'returned', share: (row) => row.returned_share, amount: (row) => row.returned },
]

const columns: readonly DataColumn<Row>[] = [
  { id: 'group', header: 'Group', cell: (row) => <Name row={row} /> },
  { id: 'volume', header: volumeColumns.volume.name, end: true, cell: ({ volume }) => <Money value={volume} /> },
  ...shares.map(({ id, share, amount }) => ({
    id,
    header: volumeColumns[id].name,
    end: true,
    cell: (row: Row) => <ShareCell share={share(row)} amount={amount(row)} />,
  })),
  { id: 'net', header: volumeColumns.net.name, end: true, cell: ({ net }) => <Money value={net} /> },
]

const MobileRow = ({ row }: { row: Row }) => (
  <div className="grid gap-1">
    <div className="flex justify-between gap-3">
      <Name row={row} />
      <Money value={row.volume} />
    </div>
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-small">
      {shares.map(({ id, share }) => (
        <div key={id} className="flex gap-1.5">
          <dt className="text-muted">{volumeColumns[id].name}</dt>
          <dd className="figures">{formatPercent(share(row))}</dd>
        </div>
      ))}
    </dl>
  </div>
)
