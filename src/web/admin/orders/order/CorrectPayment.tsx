import { correctPaymentCall } from '#contract/orders/admin-changes.ts'
import { formatDollars } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { TargetDialogProps } from './dialog-props.ts'
import { ledgerTitle } from './ledger-labels.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** Reverses a payment or refund with a new entry, or books a check as bounced. */
export function CorrectPayment({ record, targetId, isBounced, onClose }: TargetDialogProps & { isBounced: boolean }) {
  const { ledger, money, order } = record
  const correct = useOrderMutation('correctPayment', {
    successMessage: isBounced ? 'Check marked as bounced.' : 'Entry undone.',
    hideErrorToast: true,
  })
  const form = useAdminForm({
    call: correctPaymentCall,
    fields: { reason: isBounced ? 'The bank returned the check.' : '' },
    body: ({ reason }) => ({ reason, bounced: isBounced }),
    send: (body) =>
      correct.mutateAsync({
        params: { payment_id: targetId },
        body,
      }),
  })
  const entry = ledger.find(({ entry, id }) => entry === 'payment' && id === targetId)
  if (!entry) return null
  const balance = money.balance - entry.change
  const isUndone = ledger.some(({ corrects_id }) => corrects_id === targetId)
  return (
    <FormDialog
      open
      onClose={onClose}
      danger
      title={isBounced ? 'The check bounced' : 'Undo this entry'}
      submit={isBounced ? 'Mark as bounced' : 'Undo'}
      {...form.dialog}
    >
      {isUndone ? (
        <p>Someone else has already undone this entry.</p>
      ) : (
        <div className="figures grid gap-1">
          <p>
            {ledgerTitle(entry)}: {formatDollars(Math.abs(entry.change))}
            {entry.reference !== '' && `, no. ${entry.reference}`}
          </p>
          <p>
            The entry stays, and a new entry reverses it. The balance changes from {formatDollars(money.balance)} to{' '}
            <strong>{formatDollars(balance)}</strong>.
          </p>
          {order.status === 'completed' && balance > money.tolerance && (
            <p>
              The order is reopened, and its {formatWhole(order.pv)} PV are reversed. Stock doesn’t change. Completing
              the order again credits them again.
            </p>
          )}
        </div>
      )}
      <TextField label="Reason" {...form.field('reason')} autoFocus />
    </FormDialog>
  )
}
