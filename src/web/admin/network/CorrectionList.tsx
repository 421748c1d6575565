import { adminPaths } from '#contract/admin-paths.ts'
import type { Correction } from '#contract/compensation/corrections.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { authorLabel, bonusNames, correctionSubject, formatSigned } from './correction-labels.ts'

type CorrectionListProps = {
  corrections: readonly Correction[]
  /** Hides the name on the member's own page. */
  isOfMember?: boolean
}

/** Bonus corrections, newest first. */
export const CorrectionList = ({ corrections, isOfMember = false }: CorrectionListProps) => (
  <DataTable
    label="Corrections"
    rows={corrections}
    columns={isOfMember ? columns.filter(({ id }) => id !== 'member') : columns}
    idOf={({ id }) => String(id)}
    mobileRow={(row) => <MobileCorrection row={row} isOfMember={isOfMember} />}
  />
)

const Name = ({ row: { member_id, name, member_no } }: { row: Correction }) => (
  <PageLink to={fillPath(adminPaths.member, { member_id })} className="text-link">
    {name} <span className="figures text-small">{member_no}</span>
  </PageLink>
)

const Order = ({ number }: { number: string }) => (
  <PageLink to={`${adminPaths.orderMoney}?order=${encodeURIComponent(number)}`} className="text-link">
    {number}
  </PageLink>
)

const columns: readonly DataColumn<Correction>[] = [
  { id: 'month', header: 'Recorded in', cell: ({ month }) => monthName(month) },
  { id: 'member', header: 'Member', cell: (row) => <Name row={row} /> },
  { id: 'bonus', header: 'Bonus', cell: ({ bonus }) => bonusNames[bonus] },
  { id: 'corrected_month', header: 'For', cell: ({ corrected_month }) => monthName(corrected_month) },
  { id: 'order', header: 'Order', cell: ({ order_no }) => order_no !== null && <Order number={order_no} /> },
  {
    id: 'why',
    header: 'Reason',
    cell: (row) => (
      <span className="grid max-w-form whitespace-normal break-words">
        {row.reason}
        <span className="text-small text-muted">
          {authorLabel(row)}, {formatDateTime(row.booked_at)}
        </span>
      </span>
    ),
  },
  { id: 'amount', header: 'Amount', end: true, cell: ({ amount }) => formatSigned(amount) },
]

const MobileCorrection = ({ row, isOfMember }: { row: Correction; isOfMember: boolean }) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="min-w-0 font-[560] wrap-anywhere">{isOfMember ? monthName(row.month) : <Name row={row} />}</span>
      <span className="figures">{formatSigned(row.amount)}</span>
    </span>
    <span className="text-small text-muted">
      {correctionSubject(row)}
      {!isOfMember && ` · recorded in ${monthName(row.month)}`}
    </span>
    <span className="wrap-anywhere">{row.reason}</span>
    <span className="text-small wrap-anywhere text-muted">
      {authorLabel(row)}, {formatDateTime(row.booked_at)}
    </span>
  </span>
)
