import { undoBankTransactionCall } from '#contract/orders/bank-transactions.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { type BankTransaction, transactionFacts } from './transaction-labels.ts'

/** Reopens a transaction that was booked or set aside. */
export function UndoTransactionDialog({ transaction, onClose }: { transaction: BankTransaction; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(transaction)
  const undo = useAdminMutation('undoBankTransaction', {
    successMessage: 'Bank payment reopened.',
    hideErrorToast: true,
  })
  const { id, amount, payer, paid } = latest
  const form = useAdminForm({
    call: undoBankTransactionCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        undo.mutateAsync({ params: { bank_transaction_id: id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Reopen" submit="Reopen" danger={paid.length > 0} {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={transactionFacts} />
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
