import { useQuery } from '@tanstack/react-query'
import More from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminQuery, useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { IconButton } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import {
  describePayoutBlock,
  type ManagedMonth,
  methodLabels,
  type Payout,
  type PayoutState,
  payoutStates,
} from './month-labels.ts'
import { type PayoutAction, PayoutDialog } from './PayoutDialog.tsx'
import { PayoutHistory } from './PayoutHistory.tsx'
import { PendingPayout } from './PendingPayout.tsx'
import { findPayoutApproval, type PayoutApproval } from './payout-approval.ts'
import { SendPayout } from './SendPayout.tsx'

const formatDay = (instant: string): string => formatCalendarDay(shopDayOf(Date.parse(instant)))
const STATES = Object.keys(payoutStates) as PayoutState[]
const isState = (param: string | undefined): param is PayoutState => STATES.includes(param as PayoutState)

/** Payouts of the month with their states; unsent ones are handled individually. */
export function PayoutList({ month }: { month: ManagedMonth }) {
  const url = usePageUrl()
  const param = url.get('payouts')
  const state = isState(param) ? param : undefined
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
  const canPay = useHasPermission('months.pay')
  const canApprove = useHasPermission('approve')
  const { data: waiting } = useQuery({
    ...adminQuery('approvals', { query: { only: 'pending' } }),
    enabled: canApprove,
  })
  const approvalOf = (payout: Payout) => waiting && findPayoutApproval(waiting.approvals, month.month, payout)
  const [openAction, setOpenAction] = useState<{ action: PayoutAction; payout: Payout }>()
  const totals = month.payouts
  const menu = (payout: Payout) => {
    const item = (action: PayoutAction, label: string) => (
      <MenuItem key={action} onSelect={() => setOpenAction({ action, payout })}>
        {label}
      </MenuItem>
    )
    const canRetry = payout.state === 'held' || payout.state === 'failed'
    return (
      <Menu
        trigger={
          <IconButton label={`More for ${payout.name}`} className="relative z-10">
            <More size={18} aria-hidden />
          </IconButton>
        }
      >
        {month.state === 'paid' && payout.state !== 'paid' && payout.state !== 'held' && item('send', 'Mark as sent…')}
        {canRetry && item('release', 'Retry…')}
        {(payout.state === 'due' || payout.state === 'failed') && item('hold', 'Hold…')}
        {(payout.state === 'due' || payout.state === 'paid') &&
          item('fail', payout.state === 'paid' ? 'Mark as returned…' : 'Mark as failed…')}
        {item('history', 'History')}
      </Menu>
    )
  }
  const totalCount = totals ? STATES.reduce((sum, option) => sum + totals[option].payouts, 0) : 0
  return (
    <Section title="Payouts">
      <div className="grid grid-cols-1 gap-3 pt-1">
        <Tabs
          label="Payouts to show"
          tabs={[
            {
              label: 'All',
              to: url.with({ payouts: undefined, after: undefined, member: undefined }),
              isCurrent: !state && !member,
              count: totalCount,
            },
            ...STATES.map((option) => ({
              label: payoutStates[option].label,
              to: url.with({ payouts: option, after: undefined, member: undefined }),
              isCurrent: option === state && !member,
              count: totals?.[option].payouts ?? 0,
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
                    ...buildColumns(approvalOf),
                    ...(canPay ? [{ id: 'do', header: '', end: true, cell: menu }] : []),
                  ]}
                  idOf={({ member_id }) => String(member_id)}
                  isStale={payouts.isPlaceholderData}
                  mobileRow={(payout) => (
                    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 *:even:justify-self-end">
                      <span className="min-w-0 truncate">
                        <Payee payout={payout} />
                      </span>
                      <Money value={payout.amount} />
                      <div className="min-w-0 text-small">
                        <PayoutStateDot payout={payout} />
                        <PayoutStatus payout={payout} approval={approvalOf(payout)} />
                      </div>
                      {canPay && menu(payout)}
                    </div>
                  )}
                />
              )}
              <NextPageLink next={next} />
              {openAction?.action === 'send' && (waiting || !canApprove) && (
                <SendPayout
                  month={month.month}
                  payout={openAction.payout}
                  manualLimits={manual}
                  approval={approvalOf(openAction.payout)}
                  onClose={() => setOpenAction(undefined)}
                />
              )}
            </>
          )}
        </Loaded>
      </div>
      {openAction?.action === 'history' && (
        <PayoutHistory payout={openAction.payout} onClose={() => setOpenAction(undefined)} />
      )}
      {openAction && openAction.action !== 'history' && openAction.action !== 'send' && (
        <PayoutDialog
          month={month.month}
          action={openAction.action}
          payout={openAction.payout}
          onClose={() => setOpenAction(undefined)}
        />
      )}
    </Section>
  )
}

const Payee = ({ payout: { member_id, name } }: { payout: Payout }) => (
  <PageLink to={fillPath(adminPaths.member, { member_id })} className="text-link">
    {name}
  </PageLink>
)

const PayoutStateDot = ({ payout }: { payout: Payout }) => {
  const { label, tone } = payoutStates[payout.state]
  return <StateDot tone={tone}>{payout.block ? 'On hold' : label}</StateDot>
}

function PayoutStatus({ payout, approval }: { payout: Payout; approval: PayoutApproval | undefined }) {
  const { method, state, entries } = payout
  const sent = state === 'paid' ? entries.findLast(({ kind }) => kind === 'paid') : undefined
  const blockReason = describePayoutBlock(payout, formatDay)
  if (sent) {
    return (
      <span className="block break-words text-muted">
        {methodLabels[sent.method ?? 'other']}
        {sent.sent_on && `, ${formatCalendarDay(sent.sent_on)}`}
        {sent.reference && `, ${sent.reference}`}
      </span>
    )
  }
  return (
    <span className="block break-words">
      {blockReason && <span className="block">{blockReason}</span>}
      {method && (
        <span className="block text-muted">
          {methodLabels[method.kind]}: {method.destination.replaceAll('\n', ', ')}
        </span>
      )}
      {approval && <PendingPayout approval={approval} />}
    </span>
  )
}

const buildColumns = (approvalOf: (payout: Payout) => PayoutApproval | undefined): readonly DataColumn<Payout>[] => [
  { id: 'member', header: 'Member', cell: (payout) => <Payee payout={payout} /> },
  { id: 'number', header: 'Number', cell: ({ member_no }) => <span className="text-muted">{member_no}</span> },
  { id: 'state', header: 'Status', cell: (payout) => <PayoutStateDot payout={payout} /> },
  {
    id: 'where',
    header: 'Method or reason',
    cell: (payout) => <PayoutStatus payout={payout} approval={approvalOf(payout)} />,
    className: 'max-w-form',
  },
  { id: 'amount', header: 'Amount', end: true, cell: ({ amount }) => <Money value={amount} /> },
]
