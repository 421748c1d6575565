import { useAct } from '../client/use-act.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { type Unpaid, whatHappens } from './unpaid-words.ts'

/** Closes an 'I have paid' claim for which no payment was found. */
export function SettleClaimDialog({ order, onClose }: { order: Unpaid; onClose: () => void }) {
  const { order_id } = order
  const settle = useAct('settleClaim', { done: `Order ${order_id} falls due as before.`, isQuiet: true })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`No payment of order ${order_id} was found`}
      submit="Settle"
      onSubmit={(form) =>
        settle.mutateAsync({
          params: { order_id },
          body: { reason: textOf(form, 'reason'), claim_id: order.claim?.id },
        })
      }
    >
      <p>{whatHappens(order)[0]}</p>
      <p>
        The order falls due as if nothing had been said: reminders are emailed again, and it is canceled when its time
        is over.
      </p>
      <TextField name="reason" label="Why" placeholder="No payment so far" autoFocus />
    </FormDialog>
  )
}
