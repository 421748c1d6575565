import type { ReactNode } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { CorrectionsSection } from './CorrectionsSection.tsx'
import { newCorrectionPath } from './correction-labels.ts'
import { NetworkHeader } from './NetworkHeader.tsx'
import {
  bonusKinds,
  formatPv,
  formatRate,
  missingFiguresReasons,
  reversalNames,
  unpaidReasons,
} from './network-labels.ts'

type CountedMoney = NonNullable<AdminResponse<'orderMoney'>['counted']>
type Payee = CountedMoney['payees'][number]
type UnpaidUpline = CountedMoney['unpaid_uplines'][number]
type Reversal = CountedMoney['reversals'][number]

/**
 * Shows where an order's money went: who earned what and why, why others earned nothing, and what the company keeps
 * (docs/plan §12.5).
 */
export default function OrderMoneyPage() {
  const { get, change } = usePageUrl()
  const order = get('order')
  return (
    <>
      <NetworkHeader current="orders" period={undefined}>
        <SearchField
          label="Order number"
          value={order ?? ''}
          onSearch={(text) => change({ order: text.replace(/^#/, '') }, { replace: true })}
          className="w-full sm:w-80"
        />
      </NetworkHeader>
      {order === undefined ? (
        <Empty title="Which order?">Enter an order number, or open this page from an order.</Empty>
      ) : (
        <OrderMoney order={order} />
      )}
    </>
  )
}

function OrderMoney({ order }: { order: string }) {
  const money = useAdminQuery('orderMoney', { query: { order } })
  return (
    <Loaded query={money}>
      {({ requested, reason, counted }) =>
        counted ? (
          <CountedOrder counted={counted} />
        ) : (
          <Empty title={`Order ${requested} has no figures`}>{reason && missingFiguresReasons[reason]}</Empty>
        )
      }
    </Loaded>
  )
}

function CountedOrder({ counted }: { counted: CountedMoney }) {
  const { month, other_counts, payees, unpaid_uplines, reversals } = counted
  const isProvisional = counted.figures === 'live'
  const canCorrect = useHasPermission('bonuses.correct')
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 className="display text-lead">
            {counted.order_id === null ? (
              `Order ${counted.order_no}`
            ) : (
              <PageLink to={fillPath(adminPaths.order, { order_id: counted.order_id })} className="text-link">
                Order {counted.order_no}
              </PageLink>
            )}
          </h2>
          <span className="text-muted">
            {counted.customer ? 'customer order' : 'personal order'}
            {counted.credited ? ' of ' : ', no member credited'}
            {counted.credited && <MemberLink {...counted.credited} month={month} />}
          </span>
          <span className="text-muted">
            counted {formatDateTime(counted.completed_at)} in {monthName(month)}
          </span>
        </div>
        {other_counts.length > 0 && (
          <p className="text-small text-muted">
            It counted more than once:{' '}
            {other_counts.map(({ order_no, month: countedMonth }) => (
              <PageLink key={order_no} to={`${adminPaths.orderMoney}?order=${order_no}`} className="text-link pr-2">
                {order_no} in {monthName(countedMonth)}
              </PageLink>
            ))}
          </p>
        )}
        {isProvisional && (
          <Alert tone="note">
            <span>
              {monthName(month)} is not closed: these figures are provisional and change with its other orders.
            </span>
          </Alert>
        )}
        {!counted.reconciled && (
          <Alert tone="danger">
            <span>These lines don’t match the plan or don’t add up. Run “verify”.</span>
          </Alert>
        )}
        <dl className="flex flex-wrap gap-x-10 gap-y-3 border-y border-hairline py-4">
          <Figure
            name="CV"
            note={counted.cv === counted.counted_cv ? undefined : `of ${formatDollars(counted.counted_cv)}`}
          >
            {formatDollars(counted.cv)}
          </Figure>
          <Figure name="PV" note={counted.pv === counted.counted_pv ? undefined : `of ${formatPv(counted.counted_pv)}`}>
            {formatPv(counted.pv)}
          </Figure>
          <Figure name="Paid to members">{formatDollars(counted.paid)}</Figure>
          <Figure name="Left for the company" note="CV minus bonuses paid">
            {formatDollars(counted.retained)}
          </Figure>
          <Figure name="Maximum payable" note={`${formatDollars(counted.breakage)} of it unclaimed`}>
            {formatDollars(counted.ceiling)}
          </Figure>
        </dl>
      </div>
      <Section title="Who was paid" note={formatDollars(counted.paid)}>
        {payees.length === 0 ? (
          <p className="py-3 text-muted">No one. The company keeps all of it.</p>
        ) : (
          <DataTable
            label="Who was paid"
            rows={payees}
            columns={[...payeeColumns(month), ...(canCorrect ? [correctColumn(counted)] : [])]}
            idOf={({ member, kind }) => `${member.id}.${kind}`}
            mobileRow={(row) => (
              <span className="grid grid-cols-1 gap-1">
                <MobilePayee row={row} />
                {canCorrect && <CorrectLink row={row} counted={counted} />}
              </span>
            )}
          />
        )}
      </Section>
      {(unpaid_uplines.length > 0 || counted.unpaid_uplines_more) && (
        <Section title="Why others weren’t paid">
          <DataTable
            label="Why others weren’t paid"
            rows={unpaid_uplines}
            columns={unpaidColumns(month)}
            idOf={({ member, kind, depth }) => `${member?.id}.${kind}.${depth}`}
          />
          {counted.unpaid_uplines_more && (
            <p className="pt-2 text-small text-muted">Members further up weren’t paid.</p>
          )}
        </Section>
      )}
      {reversals.length > 0 && (
        <Section
          title="Reversed since"
          note={formatDollars(reversals.reduce((sum, reversal) => sum + reversal.sum, 0))}
        >
          <DataTable
            label="Reversed since"
            rows={reversals}
            columns={reversalColumns}
            idOf={({ returned_at }) => returned_at}
          />
          <p className="pt-3">
            In total, members keep <strong className="figures">{formatDollars(counted.paid_after)}</strong> of this
            order and the company <strong className="figures">{formatDollars(counted.retained_after)}</strong>.
          </p>
        </Section>
      )}
      <CorrectionsSection filter={{ order: counted.order_no }} title="Manual corrections" />
    </div>
  )
}

const CorrectLink = ({
  row: { member, kind },
  counted: { month, order_no },
}: {
  row: Payee
  counted: CountedMoney
}) => (
  <PageLink
    to={newCorrectionPath({
      member: member.id,
      corrected_month: month,
      order: order_no,
      bonus: kind === 'differential' ? 'level' : 'sales',
    })}
    className="text-link text-small"
    aria-label={`Correct the bonus of ${member.name}`}
  >
    Correct
  </PageLink>
)
const correctColumn = (counted: CountedMoney): DataColumn<Payee> => ({
  id: 'correct',
  header: '',
  end: true,
  cell: (row) => <CorrectLink row={row} counted={counted} />,
})

const MemberLink = ({ id, name, member_no, month }: Payee['member'] & { month: string }) => (
  <PageLink to={`${adminPaths.network}?month=${month}&member=${id}`} className="text-link">
    {name} <span className="figures text-small">{member_no}</span>
  </PageLink>
)

const explainAmount = ({ kind, rate_bp, covered_bp, covered_by, total, covered, amount }: Payee): string =>
  kind === 'differential' && covered_bp > 0
    ? `${formatRate(rate_bp)} less ${formatRate(covered_bp)}${covered_by ? ` of ${covered_by.name}` : ''}: ${formatDollars(total)} − ${formatDollars(covered)} = ${formatDollars(amount)}`
    : `${formatRate(rate_bp)}: ${formatDollars(amount)}`

const payeeColumns = (month: string): DataColumn<Payee>[] => [
  { id: 'member', header: 'Member', cell: ({ member }) => <MemberLink {...member} month={month} /> },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => bonusKinds[kind] },
  { id: 'level', header: 'Level', cell: ({ level_name }) => level_name },
  { id: 'depth', header: 'Steps up', end: true, cell: ({ depth }) => depth },
  { id: 'why', header: 'Reason', cell: explainAmount },
  { id: 'amount', header: 'Amount', end: true, cell: ({ amount }) => formatDollars(amount) },
]

const MobilePayee = ({ row }: { row: Payee }) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="min-w-0 truncate font-[560]">{row.member.name}</span>
      <span className="figures">{formatDollars(row.amount)}</span>
    </span>
    <span className="text-small text-muted">
      {bonusKinds[row.kind]} · {row.level_name} · {explainAmount(row)}
    </span>
  </span>
)

const unpaidColumns = (month: string): DataColumn<UnpaidUpline>[] => [
  {
    id: 'member',
    header: 'Member',
    cell: ({ member }) => (member ? <MemberLink {...member} month={month} /> : 'No one'),
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => bonusKinds[kind] },
  { id: 'depth', header: 'Steps up', end: true, cell: ({ depth }) => depth },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => unpaidReasons[reason] },
]

const reversalColumns: DataColumn<Reversal>[] = [
  { id: 'when', header: 'When', cell: ({ returned_at }) => formatDateTime(returned_at) },
  { id: 'kind', header: 'What', cell: ({ by }) => reversalNames[by] },
  { id: 'month', header: 'Recorded in', cell: ({ month }) => monthName(month) },
  { id: 'cv', header: 'CV', end: true, cell: ({ cv }) => formatDollars(cv) },
  { id: 'pv', header: 'PV', end: true, cell: ({ pv }) => formatPv(pv) },
  {
    id: 'lines',
    header: 'From',
    cell: ({ lines }) =>
      lines.map(({ member, kind, amount }) => (
        <span key={`${member.id}.${kind}`} className="block">
          {member.name} <span className="text-muted">{bonusKinds[kind].toLowerCase()}</span>{' '}
          <span className="figures">{formatDollars(amount)}</span>
        </span>
      )),
  },
  { id: 'sum', header: 'Total', end: true, cell: ({ sum }) => formatDollars(sum) },
]

const Figure = ({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="figures text-lead">{children}</dd>
    {note && <dd className="figures text-small text-muted">{note}</dd>}
  </div>
)
