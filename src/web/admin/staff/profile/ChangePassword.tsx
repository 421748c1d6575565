import { useState } from 'react'
import { changeOwnPasswordCall } from '#contract/identity/staff-profile.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

export function ChangePassword() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Change password
      </Button>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useAdminMutation('changeOwnPassword', {
    hideErrorToast: true,
    successMessage: 'Password changed. You’re signed out everywhere else.',
  })
  const form = useAdminForm({
    call: changeOwnPasswordCall,
    fields: { current_password: '', new_password: '', confirmation: '' },
    body: (fields) => fields,
    send: (body) => change.mutateAsync({ body }),
  })
  return (
    <FormDialog open onClose={onClose} title="Change your password" submit="Change" {...form.dialog}>
      <TextField
        label="Current password"
        {...form.field('current_password')}
        type="password"
        autoComplete="current-password"
      />
      <TextField label="New password" {...form.field('new_password')} type="password" autoComplete="new-password" />
      <TextField
        label="Confirm new password"
        {...form.field('confirmation')}
        type="password"
        autoComplete="new-password"
      />
    </FormDialog>
  )
}
