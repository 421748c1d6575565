import { undoBankTransactionCall } from '#contract/orders/bank-transactions.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { TransactionConflict } from './TransactionConflict.tsx'
import { type BankTransaction, paymentIds } from './transaction-labels.ts'
import { useTransactionConflict } from './use-transaction-conflict.ts'

/** Reopens a transaction that was booked or set aside. */
export function UndoTransactionDialog({
  transaction: initial,
  onClose,
}: {
  transaction: BankTransaction
  onClose: () => void
}) {
  const { current, catchConflict } = useTransactionConflict()
  const undo = useAdminMutation('undoBankTransaction', {
    successMessage: 'Bank payment reopened.',
    hideErrorToast: true,
  })
  const transaction = current ?? initial
  const { amount, payer, paid } = transaction
  const form = useAdminForm({
    call: undoBankTransactionCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason, expected_payments: paymentIds(transaction) }),
    send: (body) =>
      catchConflict(
        undo.mutateAsync({
          params: { bank_transaction_id: transaction.id },
          body,
        }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Reopen" submit="Reopen" danger={paid.length > 0} {...form.dialog}>
      <TransactionConflict current={current} />
      <p>
        {formatDollars(amount)} of {payer || 'an unnamed payer'} is open again.
      </p>
      {paid.length > 0 && (
        <ul className="grid gap-1">
          {paid.map(({ payment_id, order_id, amount: part }) => (
            <li key={payment_id}>
              <span className="figures">{formatDollars(part)}</span> is removed from order {order_id} by a correcting
              entry. If it completed the order, the order is reopened.
            </li>
          ))}
        </ul>
      )}
      <TextField {...form.field('reason')} label="Reason" autoFocus />
    </FormDialog>
  )
}
