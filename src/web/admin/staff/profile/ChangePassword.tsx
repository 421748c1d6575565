import { useState } from 'react'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../../client/use-admin-mutation.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

const typed = (form: FormData, name: string): string => String(form.get(name) ?? '')

export function ChangePassword() {
  const [isOpen, setOpen] = useState(false)
  const change = useAdminMutation('changeOwnPassword', {
    isQuiet: true,
    done: 'Password changed. You’re signed out everywhere else.',
  })
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Change password
      </Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Change your password"
        submit="Change"
        onSubmit={(form) =>
          change.mutateAsync({
            body: {
              current_password: typed(form, 'current_password'),
              new_password: typed(form, 'new_password'),
              confirmation: typed(form, 'confirmation'),
            },
          })
        }
      >
        <TextField label="Current password" name="current_password" type="password" autoComplete="current-password" />
        <TextField label="New password" name="new_password" type="password" autoComplete="new-password" />
        <TextField label="Confirm new password" name="confirmation" type="password" autoComplete="new-password" />
      </FormDialog>
    </>
  )
}
