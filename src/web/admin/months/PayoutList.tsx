import { useQuery } from '@tanstack/react-query'
import More from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { calendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminQuery, useAdminQuery } from '../api/query.ts'
import { usePermissions } from '../api/session.tsx'
import { IconButton } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { type ManagedMonth, methodLabels, type Payout, type PayoutState, payoutStates, whyNot } from './month-labels.ts'
import { type PayoutAct, PayoutDialog } from './PayoutDialog.tsx'
import { PayoutHistory } from './PayoutHistory.tsx'
import { type PayoutApproval, payoutApproval } from './payout-approval.ts'
import { SendPayout } from './SendPayout.tsx'
import { WaitingPayout } from './PendingPayout.tsx'

const dayOf = (instant: string): string => calendarDay(shopDayOf(Date.parse(instant)))
const STATES = Object.keys(payoutStates) as PayoutState[]
const isState = (given: string | undefined): given is PayoutState => STATES.includes(given as PayoutState)

/** Payouts of the month with their states; unsent ones are handled individually. */
export function PayoutList({ month }: { month: ManagedMonth }) {
  const url = usePageUrl()
  const given = url.get('payouts')
  const state = isState(given) ? given : undefined
  const after = url.get('after')
  /** Set by links from an approval: selects its payout. */
  const member = url.get('member')
  const payouts = useAdminQuery('payouts', {
    params: { month: month.month },
    query: {
      ...(state && { state }),
      ...(after && { after: Number(after) }),
      ...(member && { member: Number(member) }),
    },
  })
  const mayPay = usePermissions('months.pay')
  const mayApprove = usePermissions('approve')
  const { data: waiting } = useQuery({
    ...adminQuery('approvals', { query: { only: 'pending' } }),
    enabled: mayApprove,
  })
  const approvalOf = (payout: Payout) => waiting && payoutApproval(waiting.approvals, month.month, payout)
  const [doing, setDoing] = useState<{ act: PayoutAct; payout: Payout }>()
  const totals = month.payouts
  const menu = (payout: Payout) => {
    const item = (act: PayoutAct, words: string) => (
      <MenuItem key={act} onSelect={() => setDoing({ act, payout })}>
        {words}
      </MenuItem>
    )
    const isHeld = payout.state === 'held' || payout.state === 'failed'
    return (
      <Menu
        trigger={
          <IconButton label={`More for ${payout.name}`} className="relative z-10">
            <More size={18} aria-hidden />
          </IconButton>
        }
      >
        {month.state === 'paid' && payout.state !== 'paid' && payout.state !== 'held' && item('send', 'Mark as sent…')}
        {isHeld && item('release', 'Retry…')}
        {(payout.state === 'due' || payout.state === 'failed') && item('hold', 'Hold…')}
        {(payout.state === 'due' || payout.state === 'paid') &&
          item('fail', payout.state === 'paid' ? 'Mark as returned…' : 'Mark as failed…')}
        {item('history', 'History')}
      </Menu>
    )
  }
  const all = totals ? STATES.reduce((sum, each) => sum + totals[each].payouts, 0) : 0
  return (
    <Section title="Payouts">
      <div className="grid gap-3 pt-1">
        <Tabs
          label="Payouts to show"
          tabs={[
            {
              label: 'All',
              to: url.with({ payouts: undefined, after: undefined, member: undefined }),
              isCurrent: !state && !member,
              count: all,
            },
            ...STATES.map((each) => ({
              label: payoutStates[each].words,
              to: url.with({ payouts: each, after: undefined, member: undefined }),
              isCurrent: each === state && !member,
              count: totals?.[each].payouts ?? 0,
            })),
          ]}
        />
        <Loaded query={payouts}>
          {({ data, next, manual }) => (
            <>
              {data.length === 0 ? (
                <Empty title={state ? 'No results' : 'No payouts'}>
                  {state ? 'No payout of this month is in this state.' : 'No balance has reached the minimum payout.'}
                </Empty>
              ) : (
                <DataTable
                  label="Payouts"
                  rows={data}
                  columns={[
                    ...columnsWith(approvalOf),
                    ...(mayPay ? [{ id: 'do', head: '', end: true, cell: menu }] : []),
                  ]}
                  idOf={({ member_id }) => String(member_id)}
                  isStale={payouts.isPlaceholderData}
                  phone={(payout) => (
                    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 *:even:justify-self-end">
                      <span className="min-w-0 truncate">
                        <Payee payout={payout} />
                      </span>
                      <Money value={payout.amount} />
                      <div className="min-w-0 text-small">
                        <PayoutDot payout={payout} />
                        <Where payout={payout} approval={approvalOf(payout)} />
                      </div>
                      {mayPay && menu(payout)}
                    </div>
                  )}
                />
              )}
              <NextPageLink next={next} />
              {doing?.act === 'send' && (waiting || !mayApprove) && (
                <SendPayout
                  month={month.month}
                  payout={doing.payout}
                  byHand={manual}
                  approval={approvalOf(doing.payout)}
                  onClose={() => setDoing(undefined)}
                />
              )}
            </>
          )}
        </Loaded>
      </div>
      {doing?.act === 'history' && <PayoutHistory payout={doing.payout} onClose={() => setDoing(undefined)} />}
      {doing && doing.act !== 'history' && doing.act !== 'send' && (
        <PayoutDialog month={month.month} act={doing.act} payout={doing.payout} onClose={() => setDoing(undefined)} />
      )}
    </Section>
  )
}

const Payee = ({ payout: { member_id, name } }: { payout: Payout }) => (
  <PageLink to={fillPath(adminPaths.member, { member_id })} className="text-link">
    {name}
  </PageLink>
)

const PayoutDot = ({ payout }: { payout: Payout }) => {
  const { words, tone } = payoutStates[payout.state]
  return <StateDot tone={tone}>{payout.block ? 'On hold' : words}</StateDot>
}

function Where({ payout, approval }: { payout: Payout; approval: PayoutApproval | undefined }) {
  const { method, state, entries } = payout
  const sent = state === 'paid' ? entries.findLast(({ kind }) => kind === 'paid') : undefined
  const why = whyNot(payout, dayOf)
  if (sent) {
    return (
      <span className="block break-words text-muted">
        {methodLabels[sent.method ?? 'other']}
        {sent.sent_on && `, ${calendarDay(sent.sent_on)}`}
        {sent.reference && `, ${sent.reference}`}
      </span>
    )
  }
  return (
    <span className="block break-words">
      {why && <span className="block">{why}</span>}
      {method && (
        <span className="block text-muted">
          {methodLabels[method.kind]}: {method.destination.replaceAll('\n', ', ')}
        </span>
      )}
      {approval && <WaitingPayout approval={approval} />}
    </span>
  )
}

const columnsWith = (approvalOf: (payout: Payout) => PayoutApproval | undefined): readonly DataColumn<Payout>[] => [
  { id: 'member', head: 'Member', cell: (payout) => <Payee payout={payout} /> },
  { id: 'number', head: 'Number', cell: ({ member_no }) => <span className="text-muted">{member_no}</span> },
  { id: 'state', head: 'State', cell: (payout) => <PayoutDot payout={payout} /> },
  {
    id: 'where',
    head: 'Method or reason',
    cell: (payout) => <Where payout={payout} approval={approvalOf(payout)} />,
    className: 'max-w-form',
  },
  { id: 'amount', head: 'Amount', end: true, cell: ({ amount }) => <Money value={amount} /> },
]
