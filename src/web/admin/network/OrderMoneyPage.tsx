import type { ReactNode } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/month-words.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../client/query.ts'
import { useMay } from '../client/session.tsx'
import { momentOf } from '../ui/Ago.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { newCorrectionPath } from './correction-words.ts'
import { NetworkHead } from './NetworkHead.tsx'
import { lineKinds, pvWords, rateWords, takenBackNames, uncountedWords, zeroWords } from './network-words.ts'
import { SomeCorrections } from './SomeCorrections.tsx'

type Counted = NonNullable<AdminAnswer<'orderMoney'>['counted']>
type Payee = Counted['payees'][number]
type Nothing = Counted['nothing'][number]
type Reversal = Counted['reversals'][number]

/**
 * Shows where an order's money went: who earned what and why, why others earned nothing, and what the company keeps
 * (docs/plan §12.5).
 */
export default function OrderMoneyPage() {
  const { get, change } = usePageUrl()
  const order = get('order')
  return (
    <>
      <NetworkHead current="orders" shown={undefined}>
        <SearchField
          label="Number of the order"
          value={order ?? ''}
          onSearch={(words) => change({ order: words.replace(/^#/, '') }, { replace: true })}
          className="w-full sm:w-80"
        />
      </NetworkHead>
      {order === undefined ? (
        <Empty title="Which order?">Enter its number, or open it from the page of the order.</Empty>
      ) : (
        <OneOrder order={order} />
      )}
    </>
  )
}

function OneOrder({ order }: { order: string }) {
  const money = useAdminQuery('orderMoney', { query: { order } })
  return (
    <Loaded query={money}>
      {({ asked, reason, counted }) =>
        counted ? (
          <Money counted={counted} />
        ) : (
          <Empty title={`Order ${asked} has no figures`}>{reason && uncountedWords[reason]}</Empty>
        )
      }
    </Loaded>
  )
}

function Money({ counted }: { counted: Counted }) {
  const { month, others, payees, nothing, reversals } = counted
  const isProvisional = counted.figures === 'live'
  const mayCorrect = useMay('bonuses.correct')
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
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
            {counted.customer ? 'customer order' : 'own order'}
            {counted.credited ? ' of ' : ', credited to nobody'}
            {counted.credited && <Named {...counted.credited} month={month} />}
          </span>
          <span className="text-muted">
            counted {momentOf(counted.completed_at)} in {monthName(month)}
          </span>
        </div>
        {others.length > 0 && (
          <p className="text-small text-muted">
            It counted more than once:{' '}
            {others.map(({ order_no, month: of }) => (
              <PageLink key={order_no} to={`${adminPaths.orderMoney}?order=${order_no}`} className="text-link pr-2">
                {order_no} in {monthName(of)}
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
        {!counted.agrees && (
          <Alert tone="danger">
            <span>These lines are not what the plan pays on this path, or do not add up. Run “verify”.</span>
          </Alert>
        )}
        <dl className="flex flex-wrap gap-x-10 gap-y-3 border-y border-hairline py-4">
          <Figure
            name="CV"
            note={counted.cv === counted.counted_cv ? undefined : `of ${formatDollars(counted.counted_cv)}`}
          >
            {formatDollars(counted.cv)}
          </Figure>
          <Figure name="PV" note={counted.pv === counted.counted_pv ? undefined : `of ${pvWords(counted.counted_pv)}`}>
            {pvWords(counted.pv)}
          </Figure>
          <Figure name="Paid to members">{formatDollars(counted.paid)}</Figure>
          <Figure name="Left for the company" note="CV less what was paid">
            {formatDollars(counted.rest)}
          </Figure>
          <Figure name="Most it could cost" note={`${formatDollars(counted.kept)} of it earned by nobody`}>
            {formatDollars(counted.ceiling)}
          </Figure>
        </dl>
      </div>
      <Section title="Whom it paid" note={formatDollars(counted.paid)}>
        {payees.length === 0 ? (
          <p className="py-3 text-muted">Nobody: all of it is left for the company.</p>
        ) : (
          <DataTable
            label="Whom it paid"
            rows={payees}
            columns={[...payeeColumns(month), ...(mayCorrect ? [correctColumn(counted)] : [])]}
            idOf={({ member, kind }) => `${member.id}.${kind}`}
            phone={(row) => (
              <span className="grid grid-cols-1 gap-1">
                <PhonePayee row={row} />
                {mayCorrect && <Correct row={row} counted={counted} />}
              </span>
            )}
          />
        )}
      </Section>
      {(nothing.length > 0 || counted.nothing_more) && (
        <Section title="Why others got nothing">
          <DataTable
            label="Why others got nothing"
            rows={nothing}
            columns={nothingColumns(month)}
            idOf={({ member, kind, depth }) => `${member?.id}.${kind}.${depth}`}
          />
          {counted.nothing_more && (
            <p className="pt-2 text-small text-muted">More members stand above, whom it pays nothing.</p>
          )}
        </Section>
      )}
      {reversals.length > 0 && (
        <Section title="Taken back since" note={formatDollars(reversals.reduce((sum, each) => sum + each.sum, 0))}>
          <DataTable
            label="Taken back since"
            rows={reversals}
            columns={reversalColumns}
            idOf={({ returned_at }) => returned_at}
          />
          <p className="pt-3">
            After all of it members have <strong className="figures">{formatDollars(counted.paid_after)}</strong> of
            this order, the company <strong className="figures">{formatDollars(counted.rest_after)}</strong>.
          </p>
        </Section>
      )}
      <SomeCorrections of={{ order: counted.order_no }} title="Corrected by hand" />
    </div>
  )
}

const Correct = ({ row: { member, kind }, counted: { month, order_no } }: { row: Payee; counted: Counted }) => (
  <PageLink
    to={newCorrectionPath({
      member: member.id,
      concerns: month,
      order: order_no,
      bonus: kind === 'differential' ? 'level' : 'sales',
    })}
    className="text-link text-small"
    aria-label={`Correct what ${member.name} got`}
  >
    Correct
  </PageLink>
)
const correctColumn = (counted: Counted): DataColumn<Payee> => ({
  id: 'correct',
  head: '',
  end: true,
  cell: (row) => <Correct row={row} counted={counted} />,
})

const Named = ({ id, name, member_no, month }: Payee['member'] & { month: string }) => (
  <PageLink to={`${adminPaths.network}?month=${month}&member=${id}`} className="text-link">
    {name} <span className="figures text-small">{member_no}</span>
  </PageLink>
)

const whyAmount = ({ kind, rate_bp, covered_bp, covered_by, total, covered, amount }: Payee): string =>
  kind === 'differential' && covered_bp > 0
    ? `${rateWords(rate_bp)} less ${rateWords(covered_bp)}${covered_by ? ` of ${covered_by.name}` : ''}: ${formatDollars(total)} − ${formatDollars(covered)} = ${formatDollars(amount)}`
    : `${rateWords(rate_bp)}: ${formatDollars(amount)}`

const payeeColumns = (month: string): DataColumn<Payee>[] => [
  { id: 'member', head: 'Member', cell: ({ member }) => <Named {...member} month={month} /> },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => lineKinds[kind] },
  { id: 'level', head: 'Level', cell: ({ level_name }) => level_name },
  { id: 'depth', head: 'Steps up', end: true, cell: ({ depth }) => depth },
  { id: 'why', head: 'Why', cell: whyAmount },
  { id: 'amount', head: 'Amount', end: true, cell: ({ amount }) => formatDollars(amount) },
]

const PhonePayee = ({ row }: { row: Payee }) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="min-w-0 truncate font-[560]">{row.member.name}</span>
      <span className="figures">{formatDollars(row.amount)}</span>
    </span>
    <span className="text-small text-muted">
      {lineKinds[row.kind]} · {row.level_name} · {whyAmount(row)}
    </span>
  </span>
)

const nothingColumns = (month: string): DataColumn<Nothing>[] => [
  { id: 'member', head: 'Member', cell: ({ member }) => (member ? <Named {...member} month={month} /> : 'Nobody') },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => lineKinds[kind] },
  { id: 'depth', head: 'Steps up', end: true, cell: ({ depth }) => depth },
  { id: 'reason', head: 'Why', cell: ({ reason }) => zeroWords[reason] },
]

const reversalColumns: DataColumn<Reversal>[] = [
  { id: 'when', head: 'When', cell: ({ returned_at }) => momentOf(returned_at) },
  { id: 'kind', head: 'What', cell: ({ by }) => takenBackNames[by] },
  { id: 'month', head: 'Booked in', cell: ({ month }) => monthName(month) },
  { id: 'cv', head: 'CV', end: true, cell: ({ cv }) => formatDollars(cv) },
  { id: 'pv', head: 'PV', end: true, cell: ({ pv }) => pvWords(pv) },
  {
    id: 'lines',
    head: 'From whom',
    cell: ({ lines }) =>
      lines.map(({ member, kind, amount }) => (
        <span key={`${member.id}.${kind}`} className="block">
          {member.name} <span className="text-muted">{lineKinds[kind].toLowerCase()}</span>{' '}
          <span className="figures">{formatDollars(amount)}</span>
        </span>
      )),
  },
  { id: 'sum', head: 'Sum', end: true, cell: ({ sum }) => formatDollars(sum) },
]

const Figure = ({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="figures text-lead">{children}</dd>
    {note && <dd className="figures text-small text-muted">{note}</dd>}
  </div>
)
