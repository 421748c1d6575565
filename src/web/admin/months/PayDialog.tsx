import { monthName } from '#contract/compensation/month-labels.ts'
import { payMonthCall } from '#contract/compensation/months.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { MoneyField } from '../ui/fields.tsx'
import { parseAmount } from '../ui/parse-amount.ts'
import type { ManagedMonth } from './month-labels.ts'

/** Staff type the total from the bank's list; the page does not prefill it, so that the two are really compared. */
export function PayDialog({ month: { month }, onClose }: { month: ManagedMonth; onClose: () => void }) {
  const pay = useAdminMutation('payMonth', {
    hideErrorToast: true,
    successMessage: ({ state }) => (state === 'paid' ? 'Month marked as paid.' : 'Proposed. Needs a second approval.'),
  })
  const form = useAdminForm({
    call: payMonthCall,
    fields: { total: '', reason: '' },
    body: ({ total, reason }) => ({ total: parseAmount(total), reason }),
    send: (body) => pay.mutateAsync({ params: { month }, body }),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Mark ${monthName(month)} as paid`}
      submit="Mark as paid"
      {...form.dialog}
    >
      <p>
        Payouts that can be sent are marked as sent, and their members get an email. All others stay open in this month.
      </p>
      <MoneyField
        {...form.field('total')}
        label="Total of your bank list"
        hint="It must match the payouts that can be sent, to the cent."
        autoFocus
      />
      <TextField {...form.field('reason')} label="Reason" placeholder="Sent with the list of the 15th" />
    </FormDialog>
  )
}
