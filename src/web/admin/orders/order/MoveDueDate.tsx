import { moveDueDateCall } from '#contract/orders/admin-changes.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

export function MoveDueDate({ record, onClose }: DialogProps) {
  const { order } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const { due_on } = latest.due
  const move = useOrderMutation('moveDueDate', { successMessage: 'Due date changed.', hideErrorToast: true })
  const form = useAdminForm({
    call: moveDueDateCall,
    fields: { due_on: opened.due.due_on ?? '', reason: '' },
    body: ({ due_on, reason }) => ({ due_on, reason, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        move.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title={`Due date of order ${order.id}`} submit="Change" {...form.dialog}>
      <OrderChanges opened={opened} latest={latest} />
      <p>
        {due_on === null ? 'No due date.' : `Due on ${formatCalendarDay(due_on)}.`} Reminders and the automatic
        cancellation follow the new date.
      </p>
      <TextField label="Due on" {...form.field('due_on')} type="date" min={shopDayOf(Date.now())} autoFocus />
      <TextField label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}
