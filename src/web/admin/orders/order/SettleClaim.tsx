import { settleClaimCall } from '#contract/orders/admin-changes.ts'
import { formatCalendarDay, paymentNames } from '#contract/orders/labels.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatDateTime } from '../../ui/TimeAgo.tsx'
import type { DialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** Closes a customer's payment claim for which no payment was found. */
export function SettleClaim({ record, onClose }: DialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const { order, claims, due } = latest
  const settle = useOrderMutation('settleClaim', {
    successMessage: 'Settled. The due date doesn’t change.',
    hideErrorToast: true,
  })
  const claim = claims.find(({ ended_at }) => ended_at === null)
  const form = useAdminForm({
    call: settleClaimCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        settle.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`No payment found for order ${order.id}`}
      submit="Settle"
      {...form.dialog}
    >
      <OrderChanges opened={opened} latest={latest} />
      {claim ? (
        <p>
          {`Reported on ${formatDateTime(claim.claimed_at)}, ${paymentNames[claim.method]}${claim.note === '' ? '' : `: “${claim.note}”`}.`}{' '}
          {due.due_on === null
            ? 'The order is awaiting payment again.'
            : `The order is due on ${formatCalendarDay(due.due_on)} again, with reminders, and will be canceled if unpaid.`}
        </p>
      ) : (
        <p>Someone else has already settled it.</p>
      )}
      <TextField label="What you found" {...form.field('reason')} autoFocus />
    </FormDialog>
  )
}
