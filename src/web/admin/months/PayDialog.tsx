import { monthName } from '#contract/compensation/month-labels.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { MoneyField } from '../ui/fields.tsx'
import { amountOf, textOf } from '../ui/read-form.ts'
import type { ManagedMonth } from './month-labels.ts'

/** Staff type the total from the bank's list; the page does not prefill it, so that the two are really compared. */
export function PayDialog({ month: { month }, onClose }: { month: ManagedMonth; onClose: () => void }) {
  const pay = useAdminMutation('payMonth', {
    hideErrorToast: true,
    successMessage: ({ state }) => (state === 'paid' ? 'Month marked as paid.' : 'Proposed. Needs a second approval.'),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Mark ${monthName(month)} as paid`}
      submit="Mark as paid"
      onSubmit={(form) =>
        pay.mutateAsync({ params: { month }, body: { total: amountOf(form, 'total'), reason: textOf(form, 'reason') } })
      }
    >
      <p>
        Payouts that can be sent are marked as sent, and their members get an email. All others stay open in this month.
      </p>
      <MoneyField
        name="total"
        label="Total of your bank list"
        hint="It must match the payouts that can be sent, to the cent."
        autoFocus
      />
      <TextField name="reason" label="Reason" placeholder="Sent with the list of the 15th" />
    </FormDialog>
  )
}
