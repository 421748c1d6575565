import { type Child, SALES_PAGE_SIZE, type Sales } from '#contract/sales.ts'
import { Pv } from '#web/points/Pv.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Level } from './Level.tsx'
import { Status } from './Status.tsx'
import { type MonthQuery, salesPaths } from './sales-paths.ts'

/** False for an invited person, who has nobody below yet. */
export const isMember = ({ id }: Child): boolean => id > 0

/** A table; on a phone every row is a card whose figures carry their column heads. */
export const ChildTable = ({ sales: { detail, children }, page }: { sales: Sales; page: number }) => (
  <table className="mb-8 w-full text-left max-sm:block">
    <thead className="text-note text-muted max-sm:sr-only">
      <tr className="border-b border-hairline *:py-3 *:pr-4 *:font-normal">
        <th scope="col">#</th>
        <th scope="col">User Name</th>
        <th scope="col">User Level</th>
        <th scope="col" className="text-right">
          Sales
        </th>
        <th scope="col" className="text-right">
          Total PVs
        </th>
        <th scope="col" className="pr-0! pl-4">
          Status
        </th>
      </tr>
    </thead>
    <tbody className="max-sm:block">
      {children.map((child, i) => (
        <ChildRow key={child.id} child={child} number={(page - 1) * SALES_PAGE_SIZE + i + 1} month={detail} />
      ))}
    </tbody>
  </table>
)

const ChildRow = ({ child, number, month }: { child: Child; number: number; month: MonthQuery }) => (
  <tr
    className={
      'border-b border-hairline *:py-3 *:pr-4 max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:items-baseline ' +
      'max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-4 max-sm:*:p-0'
    }
  >
    <td className="figures text-muted">{number}</td>
    <td className="min-w-0 break-words">
      {isMember(child) ? (
        <PageLink
          to={salesPaths.downline({ year: month.year, month: month.month, of: child.id })}
          className="reach text-link"
        >
          {child.first_name} {child.last_name}
        </PageLink>
      ) : (
        <>
          {child.first_name} {child.last_name}
          <span className="block text-note text-muted">Invited</span>
        </>
      )}
    </td>
    <td className="max-sm:col-start-2 max-sm:row-start-2">
      <Level level={child.sales_level} />
    </td>
    <td className="text-right max-sm:col-start-2 max-sm:row-start-3 max-sm:text-left">
      <span aria-hidden="true" className="pr-2 text-note text-muted sm:hidden">
        Sales
      </span>
      <Money value={child.total_sales} />
    </td>
    <td className="text-right max-sm:col-start-3 max-sm:row-start-3 max-sm:justify-self-end">
      <Pv points={child.final_pv} />
    </td>
    <td className="pr-0! max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end sm:pl-4!">
      <Status status={child.status} />
    </td>
  </tr>
)
