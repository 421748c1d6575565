import { type Child, SALES_PAGE_SIZE, type Sales } from '#contract/compensation/sales.ts'
import { Pv } from '#web/account/points/Pv.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Level } from './Level.tsx'
import { Status } from './Status.tsx'
import { type MonthQuery, salesPaths } from './sales-paths.ts'

/** False for an invited person, who has no downline yet. */
export const isMember = ({ id }: Child): boolean => id > 0

type ChildTableProps = { sales: Sales; page: number }

/** On phones every row is a card whose figures have labels. */
export const ChildTable = ({ sales: { detail, children }, page }: ChildTableProps) => (
  <Table
    aria-label="Direct line"
    look="list"
    cards
    className="mb-8"
    rows={children}
    keyOf={({ id }) => id}
    rowClass={
      'max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:items-baseline max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-4 ' +
      'max-sm:*:p-0'
    }
    columns={[
      { name: '#', cellClass: 'figures text-muted', cell: (_, i) => (page - 1) * SALES_PAGE_SIZE + i + 1 },
      {
        name: 'User Name',
        cellClass: 'min-w-0 break-words',
        cell: (child) => <Name child={child} month={detail} />,
      },
      {
        name: 'User Level',
        cellClass: 'max-sm:col-start-2 max-sm:row-start-2',
        cell: ({ sales_level, level_name }) => <Level level={sales_level} name={level_name} />,
      },
      {
        name: 'Sales',
        end: true,
        cellClass: 'max-sm:col-start-2 max-sm:row-start-3 max-sm:text-left',
        cell: ({ total_sales }) => (
          <>
            <span aria-hidden="true" className="pr-2 text-note text-muted sm:hidden">
              Sales
            </span>
            <Money value={total_sales} />
          </>
        ),
      },
      {
        name: 'Total PVs',
        end: true,
        cellClass: 'max-sm:col-start-3 max-sm:row-start-3 max-sm:justify-self-end',
        cell: ({ final_pv }) => <Pv points={final_pv} />,
      },
      {
        name: 'Status',
        headClass: 'pl-4',
        cellClass: 'max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end sm:pl-4!',
        cell: ({ status }) => <Status status={status} />,
      },
    ]}
  />
)

function Name({ child, month: { year, month } }: { child: Child; month: MonthQuery }) {
  const name = (
    <>
      {child.first_name} {child.last_name}
    </>
  )
  if (isMember(child)) {
    return (
      <PageLink to={salesPaths.downline({ year, month, of: child.id })} className="tap-target text-link">
        {name}
      </PageLink>
    )
  }
  return (
    <>
      {name}
      <span className="block text-note text-muted">Invited</span>
    </>
  )
}
