import { moveDueDateCall } from '#contract/orders/admin-changes.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { useExpectedVersion } from './use-expected-version.ts'
import { useOrderMutation } from './use-order-mutation.ts'

export function MoveDueDate({ record: { order, due }, onClose }: DialogProps) {
  const { expected, sendExpected } = useExpectedVersion(due.due_on, 'due_on')
  const move = useOrderMutation('moveDueDate', { successMessage: 'Due date changed.', hideErrorToast: true })
  const form = useAdminForm({
    call: moveDueDateCall,
    fields: { due_on: expected ?? '', reason: '' },
    body: ({ due_on, reason }) => ({ due_on, reason, expected_due_on: expected }),
    send: (body) =>
      sendExpected(() =>
        move.mutateAsync({
          params: { order_id: order.id },
          body,
        }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Change due date" submit="Change" {...form.dialog}>
      <p>
        {expected === null ? 'No due date.' : `Due on ${formatCalendarDay(expected)}.`} Reminders and the automatic
        cancellation follow the new date.
      </p>
      <TextField label="Due on" {...form.field('due_on')} type="date" min={shopDayOf(Date.now())} autoFocus />
      <TextField label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}
