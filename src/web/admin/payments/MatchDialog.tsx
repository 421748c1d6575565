import Close from 'lucide-react/icons/x'
import { useState } from 'react'
import { formatCalendarDay, statusNames } from '#contract/orders/labels.ts'
import { type Cents, formatCents, formatDollars } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'
import { fetchAdmin } from '../api/api.ts'
import { useConfirmation } from '../api/use-confirmation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { controlClass } from '../ui/compact.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { computeSplit, defaultShareAmount, type Share } from './split.ts'
import { type BankTransaction, transactionFacts } from './transaction-labels.ts'
import type { BookTransaction } from './use-transaction-mutations.ts'

type MatchDialogProps = {
  /** The transaction when the button was pressed. */
  initial: BankTransaction
  /** The transaction in the current list; undefined once it has left the list. */
  listed: BankTransaction | undefined
  bookTransaction: BookTransaction
  onClose: () => void
}

/** Books a transaction for a chosen order, or splits it across several. */
export function MatchDialog({ initial, listed, bookTransaction, onClose }: MatchDialogProps) {
  const { opened, latest: transaction, sendExpected } = useExpectedVersion(listed ?? initial)
  const confirmation = useConfirmation()
  const [isConfirmed, setConfirmed] = useState(false)
  const [shares, setShares] = useState<readonly Share[]>([])
  const { open } = transaction
  const split = computeSplit(open, shares)
  const remaining = transaction.candidates.filter(({ order_id }) => !shares.some(({ orderId }) => orderId === order_id))

  const updateShares = (next: (before: readonly Share[]) => readonly Share[]) => {
    confirmation.reset()
    setConfirmed(false)
    setShares(next)
  }
  const add = (orderId: number, name: string, balance: number) =>
    updateShares((before) =>
      before.some((share) => share.orderId === orderId)
        ? before
        : [...before, { orderId, name, balance, amount: defaultShareAmount(open, before, balance) }],
    )
  const change = (orderId: number, amount: string) =>
    updateShares((before) => before.map((share) => (share.orderId === orderId ? { ...share, amount } : share)))

  return (
    <FormDialog
      open
      variant="wide"
      onClose={onClose}
      title={`Match payment of ${formatDollars(transaction.amount)}`}
      submit={split.isBookable ? `Record ${formatCents(split.bookedCents as Cents)}` : 'Record'}
      isChanged={shares.length > 0}
      disabled={!split.isBookable || transaction.state !== 'open'}
      onSubmit={() =>
        confirmation.track(
          sendExpected((expected_version) =>
            bookTransaction.mutateAsync({
              params: { bank_transaction_id: transaction.id },
              body: {
                orders: shares.map(({ orderId }, index) => ({
                  order_id: orderId,
                  amount: (split.amounts[index] as number) / 100,
                })),
                expected_version,
                confirmed: confirmation.isRequired && isConfirmed,
              },
            }),
          ),
        )
      }
    >
      <ConcurrentChanges opened={opened} latest={transaction} facts={transactionFacts} />
      {listed === undefined && transaction === initial && (
        <p role="status" className="rounded-field bg-warning-tint px-3 py-2 text-warning">
          Someone just changed this payment.
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Detail name="Payer">{transaction.payer || 'Unnamed'}</Detail>
        {transaction.memo && <Detail name="Memo">{transaction.memo}</Detail>}
        {transaction.value_date && <Detail name="Day">{formatCalendarDay(transaction.value_date)}</Detail>}
      </dl>
      <SearchBox
        label="Find the order"
        inputRef={focusInput}
        placeholder="Order number, memo code, name, email …"
        find={async (search, signal) => (await fetchAdmin('managedOrders', { query: { search } }, signal)).data}
        idOf={({ id }) => id}
        renderItem={({ id, name, status, order_total, balance }) => (
          <>
            <span className="figures">{id}</span>
            <span className="grow truncate">{name}</span>
            <span className="figures text-muted">
              {balance > 0 ? `${formatDollars(balance)} due` : `${statusNames[status]}, ${formatDollars(order_total)}`}
            </span>
          </>
        )}
        emptyMessage="No orders found."
        onSelect={({ id, name, balance }) => add(id, name, balance)}
      />
      {remaining.length > 0 && (
        <section aria-label="Possible orders" className="grid gap-1">
          <h3 className="text-small text-muted">Possible orders</h3>
          <ul className="border-t border-hairline">
            {remaining.map(({ order_id, name, balance, reason }) => (
              <li key={order_id} className="flex flex-wrap items-center gap-x-3 border-b border-hairline py-1.5">
                <span className="figures">{order_id}</span>
                <span className="min-w-0 grow basis-48">
                  {name} · {formatDollars(balance)} due
                  <span className="block text-small text-muted">{reason}</span>
                </span>
                <Button aria-label={`Add order ${order_id}`} onClick={() => add(order_id, name, balance)}>
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <table aria-label="How the payment is split" className="w-full">
        <tbody className="*:border-t *:border-hairline">
          <tr>
            <th scope="row" className="py-2 text-left font-normal">
              {open === transaction.amount ? 'Payment' : 'Open amount'}
            </th>
            <td className="figures py-2 pr-3 text-right">{formatDollars(open)}</td>
            <td className="w-11" />
          </tr>
          {shares.map((share, index) => (
            <ShareRow
              key={share.orderId}
              share={share}
              cents={split.amounts[index]}
              onChange={(amount) => change(share.orderId, amount)}
              onRemove={() => setShares((before) => before.filter(({ orderId }) => orderId !== share.orderId))}
            />
          ))}
          <tr>
            <th scope="row" className="py-2 text-left font-[560]">
              {split.restCents < 0 ? 'Over by' : 'Left to match'}
            </th>
            <td
              aria-live="polite"
              className={cx('figures py-2 pr-3 text-right font-[560]', split.restCents < 0 && 'text-danger')}
            >
              {formatCents(Math.abs(split.restCents) as Cents)}
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      {confirmation.isRequired && (
        <Checkbox
          label="Yes, this amount is for these orders."
          name="confirmed"
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}

/** A stable function, so that the field is focused only on mount. */
const focusInput = (input: HTMLInputElement | null): void => input?.focus()

type ShareRowProps = {
  share: Share
  cents: number | undefined
  onChange: (amount: string) => void
  onRemove: () => void
}

function ShareRow({ share: { orderId, name, balance, amount }, cents, onChange, onRemove }: ShareRowProps) {
  const excessCents = cents === undefined ? 0 : cents - Math.round(Math.max(0, balance) * 100)
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-3 text-left font-normal">
        Order <span className="figures">{orderId}</span> · {name}
        <span className={cx('block text-small', excessCents > 0 ? 'text-warning' : 'text-muted')}>
          {excessCents > 0 ? `Overpaid by ${formatCents(excessCents as Cents)}.` : `${formatDollars(balance)} is due.`}
        </span>
      </th>
      <td className="w-32 py-1.5">
        <input
          aria-label={`Amount for order ${orderId}`}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          aria-invalid={cents === undefined || cents <= 0 || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={cx(controlClass, 'figures text-right')}
        />
      </td>
      <td>
        <IconButton label={`Remove order ${orderId}`} onClick={onRemove}>
          <Close size={16} aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}

const Detail = ({ name, children }: { name: string; children: string }) => (
  <div className="contents">
    <dt className="text-muted">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)
