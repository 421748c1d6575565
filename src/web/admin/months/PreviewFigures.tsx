import Triangle from 'lucide-react/icons/triangle-alert'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { MonthFigures } from './MonthFigures.tsx'
import { describeWarning, type Preview } from './month-labels.ts'

type Change = Preview['increases'][number]

/** Totals, warnings and the largest changes of bonuses. */
export const PreviewFigures = ({ preview: { sums, increases, decreases, warnings } }: { preview: Preview }) => (
  <div className="grid gap-8">
    <MonthFigures sums={sums} />
    {warnings.length > 0 && (
      <div className="grid gap-2">
        <h3 className="font-[560]">Check before closing</h3>
        <ul className="grid gap-1.5">
          {warnings.map((warning) => (
            <li key={warning.kind} className="flex gap-2">
              <Triangle size={16} aria-hidden className="mt-1 shrink-0 text-warning" />
              <PageLink to={warning.rows} className="text-link">
                {describeWarning(warning)}
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    )}
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <Changes title="Biggest increases vs. the previous month" rows={increases} emptyMessage="No bonus increases." />
      <Changes title="Biggest decreases vs. the previous month" rows={decreases} emptyMessage="No bonus decreases." />
    </div>
  </div>
)

const Changes = ({ title, rows, emptyMessage }: { title: string; rows: readonly Change[]; emptyMessage: string }) => (
  <div className="grid min-w-0 content-start gap-2">
    <h3 className="font-[560]">{title}</h3>
    {rows.length === 0 ? (
      <p className="text-muted">{emptyMessage}</p>
    ) : (
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        idOf={({ member_id }) => String(member_id)}
        hrefOf={({ member_id }) => fillPath(adminPaths.member, { member_id })}
        mobileRow={(row) => (
          <span className="flex justify-between gap-3">
            <span className="min-w-0 truncate">{row.name}</span>
            <span className="figures">
              {formatDollars(row.before)} → {formatDollars(row.now)}
            </span>
          </span>
        )}
      />
    )}
  </div>
)

const columns: readonly DataColumn<Change>[] = [
  {
    id: 'name',
    header: 'Member',
    cell: ({ name, member_no }) => (
      <>
        {name} <span className="text-muted">{member_no}</span>
      </>
    ),
  },
  { id: 'before', header: 'Before', end: true, cell: ({ before }) => formatDollars(before) },
  { id: 'now', header: 'Now', end: true, cell: ({ now }) => formatDollars(now) },
]
