import { formatDollars } from '#domain/money.ts'
import { monthName } from '../orders/order/month-name.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty } from '../ui/states.tsx'
import type { Member } from './member-words.ts'

type MonthRow = Member['months'][number]

/** Closed months as they were frozen: nobody changes them any more. */
export const MemberMonths = ({ member: { months } }: { member: Member }) => (
  <Section title="Closed months">
    {months.length === 0 ? (
      <div className="pt-3">
        <Empty title="No month is closed yet">What a month comes to stands here once it is closed.</Empty>
      </div>
    ) : (
      <DataTable label="Closed months" rows={months} columns={columns} idOf={({ month }) => month} phone={phoneRow} />
    )}
  </Section>
)

const Paid = ({ paid }: MonthRow) =>
  paid ? <StateDot tone="good">Paid</StateDot> : <StateDot tone="waiting">Closed</StateDot>

const columns: readonly DataColumn<MonthRow>[] = [
  { id: 'month', head: 'Month', cell: ({ month }) => monthName(month) },
  { id: 'paid', head: 'State', cell: (row) => <Paid {...row} /> },
  { id: 'level', head: 'Level', cell: ({ level_name }) => level_name },
  { id: 'personal', head: 'PV', end: true, cell: ({ personal_pv }) => personal_pv.toLocaleString('en-US') },
  { id: 'group', head: 'Group PV', end: true, cell: ({ group_pv }) => group_pv.toLocaleString('en-US') },
  { id: 'sales', head: 'Sales', end: true, cell: ({ total_sales }) => formatDollars(total_sales) },
  { id: 'bonus', head: 'Bonus', end: true, cell: ({ total_bonus }) => formatDollars(total_bonus) },
  { id: 'payable', head: 'Paid out', end: true, cell: ({ payable }) => formatDollars(payable) },
]

const phoneRow = (row: MonthRow) => (
  <span className="flex justify-between gap-3">
    <span className="grid">
      <span className="font-[560]">{monthName(row.month)}</span>
      <span className="text-small text-muted">{row.level_name}</span>
    </span>
    <span className="grid justify-items-end">
      <span className="figures">{formatDollars(row.total_bonus)}</span>
      <Paid {...row} />
    </span>
  </span>
)
