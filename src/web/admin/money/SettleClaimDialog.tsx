import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../client/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'
import { type Unpaid, whatHappens } from './unpaid-labels.ts'

/** Closes an 'I have paid' claim for which no payment was found. */
export function SettleClaimDialog({ order, onClose }: { order: Unpaid; onClose: () => void }) {
  const { order_id } = order
  const settle = useAdminMutation('settleClaim', { done: `Order ${order_id} is due as before.`, isQuiet: true })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`No payment found for order ${order_id}`}
      submit="Settle"
      onSubmit={(form) =>
        settle.mutateAsync({
          params: { order_id },
          body: { reason: textOf(form, 'reason'), claim_id: order.claim?.id },
        })
      }
    >
      <p>{whatHappens(order)[0]}</p>
      <p>The order is due as before: reminders resume, and it’s canceled if it stays unpaid.</p>
      <TextField name="reason" label="Reason" placeholder="No payment so far" autoFocus />
    </FormDialog>
  )
}
