import type { AdminResponse } from '#contract/admin-calls.ts'
import { correctPaymentCall } from '#contract/orders/admin-changes.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'

export type Check = AdminResponse<'unclearedChecks'>['data'][number]

/** Books a check as bounced after showing what that changes. */
export function BounceDialog({ check, onClose }: { check: Check; onClose: () => void }) {
  const { payment_id, order_id, amount, status, fulfillment_state } = check
  const correct = useAdminMutation('correctPayment', {
    successMessage: `Check for order ${order_id} marked as bounced.`,
    hideErrorToast: true,
  })
  const form = useAdminForm({
    call: correctPaymentCall,
    fields: { reason: 'The bank returned the check.' },
    body: ({ reason }) => ({ reason, bounced: true }),
    send: (body) => correct.mutateAsync({ params: { payment_id }, body }),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Check for order ${order_id}`}
      submit="Mark as bounced"
      danger
      {...form.dialog}
    >
      <ul className="grid list-disc gap-1 pl-5">
        <li>{formatDollars(amount)} is deducted from the order’s payments by a correcting entry and is due again.</li>
        {status === 'completed' && <li>The order is reopened, and its points and bonuses are reversed.</li>}
        {fulfillment_state !== 'unfulfilled' && (
          <li>The items are already packed or handed over, so stock doesn’t change.</li>
        )}
      </ul>
      <TextField {...form.field('reason')} label="Reason" autoFocus />
    </FormDialog>
  )
}
