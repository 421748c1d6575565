import type { AdminAnswer } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../client/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'

export type Check = AdminAnswer<'unclearedChecks'>['data'][number]

/** Books a check as bounced after showing what that changes. */
export function BouncedDialog({ check, onClose }: { check: Check; onClose: () => void }) {
  const { payment_id, order_id, amount, status, fulfillment_state } = check
  const correct = useAdminMutation('correctPayment', {
    done: `Check for order ${order_id} marked as bounced.`,
    isQuiet: true,
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Check for order ${order_id}`}
      submit="Mark as bounced"
      danger
      onSubmit={(form) =>
        correct.mutateAsync({ params: { payment_id }, body: { reason: textOf(form, 'reason'), bounced: true } })
      }
    >
      <ul className="grid list-disc gap-1 pl-5">
        <li>{formatDollars(amount)} is deducted from the order’s payments by a correcting entry and is due again.</li>
        {status === 'completed' && <li>The order is reopened, and its points and bonuses are reversed.</li>}
        {fulfillment_state !== 'unfulfilled' && (
          <li>The items are already packed or handed over, so stock doesn’t change.</li>
        )}
      </ul>
      <TextField name="reason" label="Reason" defaultValue="The bank returned the check." autoFocus />
    </FormDialog>
  )
}
