import { setBankTransactionAsideCall } from '#contract/orders/bank-transactions.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { TransactionConflict } from './TransactionConflict.tsx'
import type { BankTransaction } from './transaction-labels.ts'
import { useTransactionConflict } from './use-transaction-conflict.ts'

/** For payments that belong to no order. */
export function SetAsideDialog({ transaction, onClose }: { transaction: BankTransaction; onClose: () => void }) {
  const { current, catchConflict } = useTransactionConflict()
  const undo = useAdminMutation('undoBankTransaction', { successMessage: 'Bank payment reopened.' })
  const setAside = useAdminMutation('setBankTransactionAside', {
    successMessage: 'Bank payment set aside.',
    hideErrorToast: true,
    undo:
      ({ id }) =>
      () =>
        undo.mutate({
          params: { bank_transaction_id: id },
          body: { reason: 'Undone right away.', expected_payments: [] },
        }),
  })
  const form = useAdminForm({
    call: setBankTransactionAsideCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason }),
    send: (body) => catchConflict(setAside.mutateAsync({ params: { bank_transaction_id: transaction.id }, body })),
  })
  return (
    <FormDialog open onClose={onClose} title="Set aside" submit="Set aside" {...form.dialog}>
      <TransactionConflict current={current} />
      <p>
        {formatDollars(transaction.amount)} of {transaction.payer || 'an unnamed payer'} pays no order. It leaves this
        list, and you can reopen it later.
      </p>
      <TextField {...form.field('reason')} label="Reason" placeholder="Our own transfer" autoFocus />
    </FormDialog>
  )
}
