import { signInAsCall } from '#contract/customers/sign-in-as.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { type Member, nameOf } from '../shared/member-labels.ts'
import { FormDialog } from '../ui/FormDialog.tsx'

/** Lets staff see the shop as the member does (docs/back-office §4). Ending it returns to the member's page. */
export function SignInAsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const signInAs = useAdminMutation('signInAs', {
    hideErrorToast: true,
    onSuccess: ({ path }) => window.location.assign(path),
  })
  const form = useAdminForm({
    call: signInAsCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason }),
    send: (body) => signInAs.mutateAsync({ params: { member_id: member.id }, body }),
  })
  return (
    <FormDialog open onClose={onClose} title={`Sign in as ${nameOf(member)}`} submit="Sign in" {...form.dialog}>
      <p>
        For 15 minutes, this browser shows the store as they see it, read-only. You’ll be signed out of your own store
        account. The audit log records when, why, and what was attempted.
      </p>
      <TextField {...form.field('reason')} label="Reason" autoFocus />
    </FormDialog>
  )
}
