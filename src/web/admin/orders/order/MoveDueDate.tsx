import { moveDueDateCall } from '#contract/orders/admin-changes.ts'
import { calendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useExpectedVersion } from './use-expected-version.ts'

export function MoveDueDate({ file: { order, due }, onClose }: DialogProps) {
  const { seen, repeat } = useExpectedVersion(due.due_on, 'due_on')
  const move = useOrderMutation('moveDueDate', { done: 'Due date changed.', isQuiet: true })
  const form = useAdminForm({
    call: moveDueDateCall,
    fields: { due_on: seen ?? '', reason: '' },
    body: ({ due_on, reason }) => ({ due_on, reason, expected_due_on: seen }),
    send: (body) =>
      repeat(() =>
        move.mutateAsync({
          params: { order_id: order.id },
          body,
        }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Change due date" submit="Change" {...form.dialog}>
      <p>
        {seen === null ? 'No due date.' : `Due on ${calendarDay(seen)}.`} Reminders and the automatic cancellation
        follow the new date.
      </p>
      <TextField label="Due on" {...form.field('due_on')} type="date" min={shopDayOf(Date.now())} autoFocus />
      <TextField label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}
