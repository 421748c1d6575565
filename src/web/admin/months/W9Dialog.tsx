import type { AdminResponse } from '#contract/admin-calls.ts'
import { recordW9Call } from '#contract/compensation/admin-payouts.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'

export type Payee = AdminResponse<'payees'>['data'][number]

/** Date since when the W-9 is on file; an empty date means that it is not. */
export function W9Dialog({
  payee: { member_id, name, w9_on, version },
  onClose,
}: {
  payee: Payee
  onClose: () => void
}) {
  const { opened, latest, sendExpected } = useExpectedVersion({ w9_on, version })
  const record = useAdminMutation('recordW9', { hideErrorToast: true, successMessage: 'W-9 date saved.' })
  const form = useAdminForm({
    call: recordW9Call,
    fields: { on: w9_on ?? '' },
    body: ({ on }) => ({ on: on || null, expected_version: version }),
    send: (body) =>
      sendExpected((expected_version) =>
        record.mutateAsync({ params: { member_id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title={`W-9 of ${name}`} submit="Save" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={w9Facts} />
      <TextField
        {...form.field('on')}
        type="date"
        label="On file since"
        hint="Leave blank if no form is on file. Never enter tax numbers here."
        autoFocus
      />
    </FormDialog>
  )
}

const w9Facts = ({ w9_on }: Pick<Payee, 'w9_on'>): Record<string, string> => ({
  'On file since': w9_on === null ? '' : formatCalendarDay(w9_on),
})
