import More from 'lucide-react/icons/ellipsis'
import { adminPaths } from '#contract/admin-paths.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { ApiError } from '#web/api/api.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { findPaymentReference } from './find-payment-reference.ts'
import type { BankTransaction } from './transaction-labels.ts'
import { type BookTransaction, bookInputFor, type ReceiveTransaction } from './use-transaction-mutations.ts'

type TransactionRowProps = {
  transaction: BankTransaction
  bookTransaction: BookTransaction
  receive: ReceiveTransaction
  onMatch: () => void
  onSetAside: () => void
  /** For partly booked transactions. */
  onUndo: () => void
}

/** A bank transaction with its proposed match; `j` and `k` move between the buttons of these rows. */
export function TransactionRow({
  transaction,
  bookTransaction,
  receive,
  onMatch,
  onSetAside,
  onUndo,
}: TransactionRowProps) {
  const { id, payer, match, candidates, paid, open, amount, unconfirmed, version } = transaction
  const proposedOrder = match === 'unknown' ? undefined : candidates[0]
  const isBooking = bookTransaction.isPending && bookTransaction.variables.params.bank_transaction_id === id
  const name = `${formatDollars(open)} from ${payer || 'an unnamed payer'}`
  return (
    <li
      data-row
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-hairline py-2 focus-within:bg-sunken lg:grid-cols-[minmax(0,22rem)_7rem_minmax(0,1fr)_auto] lg:gap-x-6"
    >
      <TransactionDetails transaction={transaction} />
      <span className="text-right">
        <Money value={open} className="font-[560]" />
        {open !== amount && <span className="block text-small text-muted">of {formatDollars(amount)}</span>}
      </span>
      <div className="col-span-2 lg:col-span-1">
        {unconfirmed && <p className="text-warning">Uncertain: this may not be incoming money.</p>}
        {proposedOrder ? (
          <Proposal candidate={proposedOrder} />
        ) : (
          <p className="text-muted">
            {candidates.length === 0
              ? 'No open order matches.'
              : `${candidates.length === 1 ? '1 possible order' : `${candidates.length} possible orders`}. ${candidates[0]?.reason}`}
          </p>
        )}
        {paid.length > 0 && (
          <p className="text-small text-muted">
            {paid.map(({ order_id, amount: part }) => `${formatDollars(part)} pays order ${order_id}`).join(', ')}
          </p>
        )}
      </div>
      <div className="col-span-2 flex justify-end gap-1 lg:col-span-1">
        {proposedOrder ? (
          <Button
            data-row-link
            busy={isBooking}
            aria-label={`Record ${name} for order ${proposedOrder.order_id}`}
            onClick={() =>
              bookTransaction.mutate(bookInputFor(transaction, proposedOrder.order_id), {
                // The dialog can show the confirmation checkbox; the row cannot.
                onError: (error) =>
                  error instanceof ApiError && error.problem?.code === 'confirmation_required' && onMatch(),
              })
            }
          >
            {' '}
            Record{' '}
          </Button>
        ) : unconfirmed ? (
          <Button
            data-row-link
            busy={receive.isPending && receive.variables.params.bank_transaction_id === id}
            aria-label={`Received: ${name}`}
            onClick={() => receive.mutate({ params: { bank_transaction_id: id }, body: { expected_version: version } })}
          >
            Received
          </Button>
        ) : (
          <Button data-row-link aria-label={`Match ${name}`} onClick={onMatch}>
            Match…
          </Button>
        )}
        <Menu
          trigger={
            <IconButton label={`More for ${name}`}>
              <More size={18} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem onSelect={onMatch}>Choose orders, split…</MenuItem>
          {paid.length > 0 ? (
            <MenuItem onSelect={onUndo}>Undo payment…</MenuItem>
          ) : (
            <MenuItem onSelect={onSetAside}>{unconfirmed ? 'Not ours, set aside…' : 'Set aside…'}</MenuItem>
          )}
        </Menu>
      </div>
    </li>
  )
}

/** Payer, payment reference, memo and date. The reference comes first because the memo may be truncated. */
export const TransactionDetails = ({ transaction }: { transaction: BankTransaction }) => {
  const { payer, memo, value_date, bank_id } = transaction
  const reference = findPaymentReference(transaction)
  return (
    <div className="min-w-0">
      <p className="truncate font-[560]">{payer || 'Unnamed payer'}</p>
      <p className="truncate text-small text-muted" title={memo}>
        {reference && <span className="figures pr-1.5 text-ink">{reference}</span>}
        {[value_date && formatCalendarDay(value_date), memo, bank_id].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

export const orderPath = (order_id: number): string => fillPath(adminPaths.order, { order_id })

const Proposal = ({ candidate }: { candidate: BankTransaction['candidates'][number] }) => (
  <div>
    <p>
      <PageLink to={orderPath(candidate.order_id)} className="text-link tap-target figures">
        {candidate.order_id}
      </PageLink>{' '}
      {candidate.name}
    </p>
    <p className="text-small text-muted">{candidate.reason}</p>
  </div>
)
