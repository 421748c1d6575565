import type { SalesHistory } from '#contract/compensation/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { Table } from '#web/ui/Table.tsx'
import { monthName } from './figures.ts'

/** The chart's figures as a table, for readers who prefer numbers. */
export const HistoryTable = ({ months }: { months: SalesHistory['months'] }) => (
  <details className="mt-3 text-note">
    <summary className="tap-target w-fit text-link">The figures as a table</summary>
    <Table
      aria-label="Bonuses by month"
      look="small"
      className="mt-3"
      rows={months.toReversed()}
      keyOf={({ year, month }) => year + month}
      columns={[
        { name: 'Month', heading: true, cell: monthName },
        { name: 'Level', className: 'max-sm:hidden', cell: ({ level_name }) => level_name },
        { name: 'Sales bonus', end: true, cell: ({ sales_bonus }) => <Money value={sales_bonus} /> },
        { name: 'Level bonus', end: true, cell: ({ level_bonus }) => <Money value={level_bonus} /> },
        { name: 'Total', end: true, cell: ({ total_bonus }) => <Money value={total_bonus} /> },
      ]}
    />
  </details>
)
