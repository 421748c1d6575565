import { calendarDay } from '#contract/order-labels.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../client/use-admin-mutation.ts'
import { useExpectedVersion } from '../orders/order/use-seen.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'
import type { Unpaid } from './unpaid-labels.ts'

export function DueDateDialog({ order: { order_id, due_on }, onClose }: { order: Unpaid; onClose: () => void }) {
  const { seen, repeat } = useExpectedVersion(due_on, 'due_on')
  const move = useAdminMutation('moveDueDate', { done: `Due date of order ${order_id} changed.`, isQuiet: true })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Due date of order ${order_id}`}
      submit="Move"
      onSubmit={(form) =>
        repeat((expected_due_on) =>
          move.mutateAsync({
            params: { order_id },
            body: { due_on: textOf(form, 'due_on'), reason: textOf(form, 'reason'), expected_due_on },
          }),
        )
      }
    >
      <p>
        {seen === null ? 'No due date.' : `Due on ${calendarDay(seen)}.`} Reminders and the automatic cancellation
        follow the new date.
      </p>
      <TextField name="due_on" type="date" label="New due date" defaultValue={seen ?? ''} autoFocus />
      <TextField name="reason" label="Reason" placeholder="Agreed on by phone" />
    </FormDialog>
  )
}
