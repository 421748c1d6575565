import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../client/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'
import { type Member, nameOf } from './member-labels.ts'

/** Lets staff see the shop as the member does (docs/back-office §4). Ending it returns to the member's page. */
export function SignInAsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const open = useAdminMutation('signInAs', { isQuiet: true, onDone: ({ path }) => window.location.assign(path) })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Sign in as ${nameOf(member)}`}
      submit="Sign in"
      onSubmit={(form) =>
        open.mutateAsync({ params: { member_id: member.id }, body: { reason: textOf(form, 'reason') } })
      }
    >
      <p>
        For 15 minutes, this browser shows the store as they see it, read-only. You’ll be signed out of your own store
        account. The audit log records when, why, and what was attempted.
      </p>
      <TextField name="reason" label="Reason" autoFocus />
    </FormDialog>
  )
}
