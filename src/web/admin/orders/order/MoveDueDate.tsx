import { calendarDay } from '#contract/order-labels.ts'
import { shopDayOf } from '#domain/month.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { textOf } from '../../ui/read-form.ts'
import type { DialogProps } from './dialog-props.ts'
import { useOrderMutation } from './use-order-act.ts'
import { useExpectedVersion } from './use-seen.ts'

export function MoveDueDate({ file: { order, due }, onClose }: DialogProps) {
  const { seen, repeat } = useExpectedVersion(due.due_on, 'due_on')
  const move = useOrderMutation('moveDueDate', { done: 'Due date changed.', isQuiet: true })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change due date"
      submit="Change"
      onSubmit={(form) =>
        repeat((expected_due_on) =>
          move.mutateAsync({
            params: { order_id: order.id },
            body: { due_on: textOf(form, 'due_on'), reason: textOf(form, 'reason'), expected_due_on },
          }),
        )
      }
    >
      <p>
        {seen === null ? 'No due date.' : `Due on ${calendarDay(seen)}.`} Reminders and the automatic cancellation
        follow the new date.
      </p>
      <TextField
        label="Due on"
        name="due_on"
        type="date"
        defaultValue={seen ?? ''}
        min={shopDayOf(Date.now())}
        autoFocus
      />
      <TextField label="Reason" name="reason" />
    </FormDialog>
  )
}
