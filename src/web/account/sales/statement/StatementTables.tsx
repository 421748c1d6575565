import { monthName } from '#contract/compensation/month-labels.ts'
import type { Statement } from '#contract/compensation/statement.ts'
import { correctedBonusNames, levelName, lineKindNames } from '#contract/compensation/statement-labels.ts'
import { formatOrderDay } from '#contract/orders/labels.ts'
import { formatRate } from '../figures.ts'
import { Level } from '../Level.tsx'
import { CentsText } from './CentsText.tsx'
import { PvText } from './PvText.tsx'
import { RowsTable } from './RowsTable.tsx'

type StatementProps = { statement: Statement }

/** Tables behind the figures; tables without rows are omitted. */
export const StatementTables = ({ statement }: StatementProps) => (
  <>
    <DirectLine statement={statement} />
    <PersonalOrders statement={statement} />
    <PersonalReturns statement={statement} />
    <Lines statement={statement} />
    <Reversals statement={statement} />
    <Corrections statement={statement} />
  </>
)

const formatPerson = ({ name, member_no }: { name: string; member_no: string }): string =>
  `${name} (${member_no})`.trim()

const DirectLine = ({ statement }: StatementProps) => (
  <RowsTable
    title="Direct line"
    rows={statement.legs}
    further={statement.further_legs?.count}
    columns={[
      { head: 'Member', cell: formatPerson },
      {
        head: 'Level',
        cell: (leg) => (leg.active ? <Level level={leg.level} name={levelName(statement, leg.level)} /> : 'Not active'),
      },
      { head: 'Group PV', figures: true, cell: (leg) => <PvText points={leg.group_pv} /> },
      { head: 'Direct line', figures: true, cell: (leg) => <CentsText value={leg.direct_line_cents} /> },
      { head: 'Differential', figures: true, cell: (leg) => <CentsText value={leg.differential_cents} /> },
    ]}
  />
)

const PersonalOrders = ({ statement: { orders, further_orders } }: StatementProps) => (
  <RowsTable
    title="Personal orders"
    rows={orders}
    further={further_orders?.count}
    columns={[
      { head: 'Order', cell: ({ order_no }) => order_no },
      { head: 'Completed', cell: ({ completed_at }) => formatOrderDay(completed_at) },
      { head: 'Bought by', cell: ({ customer }) => (customer ? 'a customer' : 'yourself') },
      { head: 'Counts', figures: true, cell: ({ cv_cents }) => <CentsText value={cv_cents} /> },
      { head: 'PV', figures: true, cell: ({ pv }) => <PvText points={pv} /> },
      { head: 'Personal sale', figures: true, cell: ({ own_sale_cents }) => <CentsText value={own_sale_cents} /> },
    ]}
  />
)

const PersonalReturns = ({ statement: { returns, further_returns } }: StatementProps) => (
  <RowsTable
    title="Returns of orders from earlier months"
    rows={returns}
    further={further_returns?.count}
    columns={[
      { head: 'Order', cell: ({ order_no }) => order_no },
      { head: 'Returned', cell: ({ returned_at }) => formatOrderDay(returned_at) },
      { head: 'Counted in', cell: ({ order_month }) => monthName(order_month) },
      { head: 'Counts', figures: true, cell: ({ cv_cents }) => <CentsText value={cv_cents} /> },
      { head: 'PV', figures: true, cell: ({ pv }) => <PvText points={pv} /> },
    ]}
  />
)

type AnyLine = NonNullable<Statement['lines']>[number] | Statement['reversals'][number]
const coveredLabel = ({ covered_bp, covered_by }: AnyLine): string =>
  covered_bp === 0 ? '' : `${formatRate(covered_bp)} ${covered_by?.name ?? ''}`.trim()
const creditedName = (line: AnyLine): string => (line.credited.depth === 0 ? 'you' : formatPerson(line.credited))

function Lines({ statement: { lines } }: StatementProps) {
  if (!lines) {
    return (
      <p className="text-muted">
        There are too many lines to list. The direct line above shows what each leg contributed.
      </p>
    )
  }
  return (
    <RowsTable
      title="Lines of orders below you"
      rows={lines}
      columns={[
        { head: 'Order', cell: ({ order_no }) => order_no },
        { head: 'By', cell: creditedName },
        { head: 'Kind', cell: ({ kind }) => lineKindNames[kind] },
        { head: 'Value', figures: true, cell: ({ value_cents }) => <CentsText value={value_cents} /> },
        { head: 'Rate', figures: true, cell: ({ rate_bp }) => formatRate(rate_bp) },
        { head: 'Already paid', cell: coveredLabel },
        { head: 'Amount', figures: true, cell: ({ amount_cents }) => <CentsText value={amount_cents} /> },
      ]}
    />
  )
}

const Reversals = ({ statement: { reversals, further_reversals } }: StatementProps) => (
  <RowsTable
    title="Reversed bonuses from earlier months"
    rows={reversals}
    further={further_reversals?.count}
    columns={[
      { head: 'Order', cell: ({ order_no }) => order_no },
      { head: 'By', cell: creditedName },
      { head: 'Kind', cell: ({ kind }) => lineKindNames[kind] },
      { head: 'Counted in', cell: ({ order_month }) => monthName(order_month) },
      { head: 'Paid before', figures: true, cell: ({ posted_cents }) => <CentsText value={posted_cents} /> },
      { head: 'Due now', figures: true, cell: ({ due_cents }) => <CentsText value={due_cents} /> },
      { head: 'Reversed', figures: true, cell: ({ amount_cents }) => <CentsText value={amount_cents} /> },
    ]}
  />
)

const Corrections = ({ statement: { corrections = [], further_corrections } }: StatementProps) => (
  <RowsTable
    title="Corrections"
    rows={corrections}
    further={further_corrections?.count}
    columns={[
      { head: 'For', cell: ({ corrected_month }) => monthName(corrected_month) },
      { head: 'Order', cell: ({ order_no }) => order_no ?? '' },
      { head: 'Bonus', cell: ({ bonus }) => correctedBonusNames[bonus] },
      { head: 'Reason', cell: ({ reason }) => reason },
      { head: 'Recorded', cell: ({ booked_at }) => formatOrderDay(booked_at) },
      { head: 'Amount', figures: true, cell: ({ amount_cents }) => <CentsText value={amount_cents} /> },
    ]}
  />
)
