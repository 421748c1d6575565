import { setNoticeAsideCall } from '#contract/orders/bank-transactions.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { NoticeConflict } from './TransactionConflict.tsx'
import type { Notice } from './transaction-labels.ts'
import { useNoticeConflict } from './use-transaction-conflict.ts'

/** For payments that belong to no order. */
export function SetAsideDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { now, watch } = useNoticeConflict()
  const undo = useAdminMutation('undoNotice', { done: 'Bank payment reopened.' })
  const setAside = useAdminMutation('setNoticeAside', {
    done: 'Bank payment set aside.',
    isQuiet: true,
    undo:
      ({ id }) =>
      () =>
        undo.mutate({
          params: { bank_transaction_id: id },
          body: { reason: 'Undone right away.', expected_payments: [] },
        }),
  })
  const form = useAdminForm({
    call: setNoticeAsideCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason }),
    send: (body) => watch(setAside.mutateAsync({ params: { bank_transaction_id: notice.id }, body })),
  })
  return (
    <FormDialog open onClose={onClose} title="Set aside" submit="Set aside" {...form.dialog}>
      <NoticeConflict now={now} />
      <p>
        {formatDollars(notice.amount)} of {notice.payer || 'an unnamed payer'} pays no order. It leaves this list, and
        you can reopen it later.
      </p>
      <TextField {...form.field('reason')} label="Reason" placeholder="Our own transfer" autoFocus />
    </FormDialog>
  )
}
