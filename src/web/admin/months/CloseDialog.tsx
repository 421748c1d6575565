import { monthName } from '#contract/compensation/month-labels.ts'
import { closeMonthCall } from '#contract/compensation/months.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { useInitialValue } from '../ui/use-initial-value.ts'
import type { ManagedMonth, Preview } from './month-labels.ts'

/** Closes a month exactly as previewed, or proposes to. */
export function CloseDialog({
  month: { month },
  preview: latestPreview,
  onClose,
}: {
  month: ManagedMonth
  preview: Preview
  onClose: () => void
}) {
  const close = useAdminMutation('closeMonth', {
    hideErrorToast: true,
    successMessage: ({ approvals }) =>
      approvals.close ? 'Proposed. The month closes once someone else approves it.' : 'The month is being closed.',
  })
  const preview = useInitialValue(latestPreview)
  const { sums } = preview
  const form = useAdminForm({
    call: closeMonthCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ preview_id: preview.id, reason }),
    send: (body) => close.mutateAsync({ params: { month }, body }),
  })
  return (
    <FormDialog open onClose={onClose} title={`Close ${monthName(month)}`} submit="Close month" danger {...form.dialog}>
      <p>
        Tree, levels, rates, orders and {sums.lines.toLocaleString('en-US')} bonus lines are frozen, and{' '}
        {formatDollars(sums.payable)} is due to {sums.payees.toLocaleString('en-US')} members. A closed month can’t be
        recalculated; later returns are recorded in an open month.
      </p>
      <TextField
        {...form.field('reason')}
        label="Reason"
        placeholder="The month has settled"
        hint="Saved with the approval."
        autoFocus
      />
    </FormDialog>
  )
}
