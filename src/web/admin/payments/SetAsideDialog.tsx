import { setBankTransactionAsideCall } from '#contract/orders/bank-transactions.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { type BankTransaction, transactionFacts } from './transaction-labels.ts'

/** For payments that belong to no order. */
export function SetAsideDialog({ transaction, onClose }: { transaction: BankTransaction; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(transaction)
  const undo = useAdminMutation('undoBankTransaction', { successMessage: 'Bank payment reopened.' })
  const setAside = useAdminMutation('setBankTransactionAside', {
    successMessage: 'Bank payment set aside.',
    hideErrorToast: true,
    undo:
      ({ id, version }) =>
      () =>
        undo.mutate({
          params: { bank_transaction_id: id },
          body: { reason: 'Undone right away.', expected_version: version },
        }),
  })
  const form = useAdminForm({
    call: setBankTransactionAsideCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        setAside.mutateAsync({ params: { bank_transaction_id: transaction.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Set aside" submit="Set aside" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={transactionFacts} />
      <p>
        {formatDollars(transaction.amount)} of {transaction.payer || 'an unnamed payer'} pays no order. It leaves this
        list, and you can reopen it later.
      </p>
      <TextField {...form.field('reason')} label="Reason" placeholder="Our own transfer" autoFocus />
    </FormDialog>
  )
}
