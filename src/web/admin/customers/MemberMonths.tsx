import { monthName } from '#contract/compensation/month-labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Level } from '#web/account/sales/Level.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useHasPermission } from '../api/session.tsx'
import { CorrectionsSection } from '../network/CorrectionsSection.tsx'
import { newCorrectionPath } from '../network/correction-labels.ts'
import type { Member } from '../shared/member-labels.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty } from '../ui/states.tsx'

type MonthRow = Member['months'][number]

/** Closed months are frozen. */
export function MemberMonths({ member: { id, months } }: { member: Member }) {
  const canCorrect = useHasPermission('bonuses.correct')
  const correctLink = ({ month }: MonthRow) => (
    <PageLink
      to={newCorrectionPath({ member: id, corrected_month: month })}
      className="text-link text-small"
      aria-label={`Add correction for ${monthName(month)}`}
    >
      Add correction
    </PageLink>
  )
  return (
    <>
      <Section
        title="Closed months"
        actions={
          canCorrect && (
            <ButtonLink kind="quiet" to={newCorrectionPath({ member: id })}>
              Correct a bonus
            </ButtonLink>
          )
        }
      >
        {months.length === 0 ? (
          <div className="pt-3">
            <Empty title="No closed months yet">Months appear here once they’re closed.</Empty>
          </div>
        ) : (
          <DataTable
            label="Closed months"
            rows={months}
            columns={canCorrect ? [...columns, { id: 'correct', header: '', end: true, cell: correctLink }] : columns}
            idOf={({ month }) => month}
            mobileRow={(row) => (
              <span className="grid grid-cols-1 gap-1">
                {mobileRow(row)}
                {canCorrect && correctLink(row)}
              </span>
            )}
          />
        )}
      </Section>
      <CorrectionsSection filter={{ member_id: id }} />
    </>
  )
}

const PaidState = ({ paid }: MonthRow) =>
  paid ? <StateDot tone="good">Paid</StateDot> : <StateDot tone="waiting">Closed</StateDot>

const columns: readonly DataColumn<MonthRow>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => monthName(month) },
  { id: 'paid', header: 'Status', cell: (row) => <PaidState {...row} /> },
  { id: 'level', header: 'Level', cell: ({ level, level_name }) => <Level level={level} name={level_name} /> },
  { id: 'personal', header: 'PV', end: true, cell: ({ personal_pv }) => personal_pv.toLocaleString('en-US') },
  { id: 'group', header: 'Group PV', end: true, cell: ({ group_pv }) => group_pv.toLocaleString('en-US') },
  { id: 'sales', header: 'Sales', end: true, cell: ({ total_sales }) => formatDollars(total_sales) },
  { id: 'bonus', header: 'Bonus', end: true, cell: ({ total_bonus }) => formatDollars(total_bonus) },
  { id: 'payable', header: 'Payout', end: true, cell: ({ payable }) => formatDollars(payable) },
]

const mobileRow = (row: MonthRow) => (
  <span className="flex flex-wrap justify-between gap-x-3">
    <span className="grid min-w-0 grow basis-32">
      <span className="font-[560]">{monthName(row.month)}</span>
      <Level level={row.level} name={row.level_name} className="text-small text-muted" />
    </span>
    <span className="ml-auto grid justify-items-end">
      <span className="figures">{formatDollars(row.total_bonus)}</span>
      <PaidState {...row} />
    </span>
  </span>
)
