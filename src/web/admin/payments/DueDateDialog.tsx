import { moveDueDateCall } from '#contract/orders/admin-changes.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../orders/order/use-expected-version.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import type { UnpaidOrder } from './unpaid-labels.ts'

export function DueDateDialog({ order: { order_id, due_on }, onClose }: { order: UnpaidOrder; onClose: () => void }) {
  const { expected, sendExpected } = useExpectedVersion(due_on, 'due_on')
  const move = useAdminMutation('moveDueDate', {
    successMessage: `Due date of order ${order_id} changed.`,
    hideErrorToast: true,
  })
  const form = useAdminForm({
    call: moveDueDateCall,
    fields: { due_on: expected ?? '', reason: '' },
    body: ({ due_on, reason }) => ({ due_on, reason, expected_due_on: expected }),
    send: (body) =>
      sendExpected(() =>
        move.mutateAsync({
          params: { order_id },
          body,
        }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title={`Due date of order ${order_id}`} submit="Move" {...form.dialog}>
      <p>
        {expected === null ? 'No due date.' : `Due on ${formatCalendarDay(expected)}.`} Reminders and the automatic
        cancellation follow the new date.
      </p>
      <TextField {...form.field('due_on')} type="date" label="New due date" autoFocus />
      <TextField {...form.field('reason')} label="Reason" placeholder="Agreed on by phone" />
    </FormDialog>
  )
}
