import { monthName } from '#contract/compensation/month-labels.ts'
import { closeMonthCall } from '#contract/compensation/months.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { type PreviewedMonth, previewFacts } from './month-labels.ts'

/** Closes a month exactly as previewed, or proposes to. */
export function CloseDialog({ month: shown, onClose }: { month: PreviewedMonth; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(shown)
  const {
    month,
    preview: { sums },
  } = latest
  const close = useAdminMutation('closeMonth', {
    hideErrorToast: true,
    successMessage: ({ approvals }) =>
      approvals.close ? 'Proposed. The month closes once someone else approves it.' : 'The month is being closed.',
  })
  const form = useAdminForm({
    call: closeMonthCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ expected_version: opened.version, reason }),
    send: (body) =>
      sendExpected((expected_version) => close.mutateAsync({ params: { month }, body: { ...body, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title={`Close ${monthName(month)}`} submit="Close month" danger {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={previewFacts} />
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
