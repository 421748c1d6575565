import { settleClaimCall } from '#contract/orders/admin-changes.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { nextSteps, type UnpaidOrder } from './unpaid-labels.ts'

/** Closes an 'I have paid' claim for which no payment was found. */
export function SettleClaimDialog({ order, onClose }: { order: UnpaidOrder; onClose: () => void }) {
  const { order_id } = order
  const settle = useAdminMutation('settleClaim', {
    successMessage: `Order ${order_id} is due as before.`,
    hideErrorToast: true,
  })
  const form = useAdminForm({
    call: settleClaimCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason, claim_id: order.claim?.id }),
    send: (body) =>
      settle.mutateAsync({
        params: { order_id },
        body,
      }),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`No payment found for order ${order_id}`}
      submit="Settle"
      {...form.dialog}
    >
      <p>{nextSteps(order)[0]}</p>
      <p>The order is due as before: reminders resume, and it’s canceled if it stays unpaid.</p>
      <TextField {...form.field('reason')} label="Reason" placeholder="No payment so far" autoFocus />
    </FormDialog>
  )
}
