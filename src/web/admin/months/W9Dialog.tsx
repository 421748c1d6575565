import type { AdminResponse } from '#contract/admin-calls.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'

export type Payee = AdminResponse<'payees'>['data'][number]

/** Date since when the W-9 is on file; an empty date means that it is not. */
export function W9Dialog({ payee: { member_id, name, w9_on }, onClose }: { payee: Payee; onClose: () => void }) {
  const record = useAdminMutation('recordW9', { hideErrorToast: true, successMessage: 'W-9 date saved.' })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`W-9 of ${name}`}
      submit="Save"
      onSubmit={(form) =>
        record.mutateAsync({ params: { member_id }, body: { on: textOf(form, 'on') || null, expected: w9_on } })
      }
    >
      <TextField
        name="on"
        type="date"
        label="On file since"
        defaultValue={w9_on ?? ''}
        hint="Leave blank if no form is on file. Never enter tax numbers here."
        autoFocus
      />
    </FormDialog>
  )
}
