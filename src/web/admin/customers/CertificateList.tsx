import { adminPaths } from '#contract/admin-paths.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { certificateStatuses, type Member } from '../shared/member-labels.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'

type Certificate = Member['certificates'][number]

/** Resale certificates that await a decision, which is made on the member's page. */
export function CertificateList() {
  const certificates = useAdminQuery('certificates', { query: { status: 'submitted' } })
  return (
    <Loaded query={certificates}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No certificates to review">Add a member’s resale certificate on the member’s page.</Empty>
        ) : (
          <DataTable
            label="Certificates"
            rows={data}
            columns={columns}
            idOf={({ id }) => String(id)}
            hrefOf={({ user_id }) => fillPath(adminPaths.member, { member_id: user_id })}
            mobileRow={({ email, state, number }) => (
              <span className="grid grid-cols-1 gap-0.5">
                <span className="truncate font-[560]">{email}</span>
                <span className="figures text-small text-muted">
                  {state} {number}
                </span>
              </span>
            )}
          />
        )
      }
    </Loaded>
  )
}

const columns: readonly DataColumn<Certificate>[] = [
  { id: 'email', header: 'Member', cell: ({ email }) => email },
  { id: 'state', header: 'State', cell: ({ state }) => state },
  { id: 'number', header: 'Number', cell: ({ number }) => <span className="figures">{number}</span> },
  { id: 'until', header: 'Until', cell: ({ expires_on }) => formatCalendarDay(expires_on) },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <StateDot tone={certificateStatuses[status].tone}>{certificateStatuses[status].label}</StateDot>
    ),
  },
]
