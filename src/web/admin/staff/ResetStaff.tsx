import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { resetStaffCall } from '#contract/identity/staff.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'

type Kind = 'password' | 'second_factor'
type Person = AdminResponse<'staffList'>['staff'][number]
type ResetTarget = { kind: Kind; expected: { password_set: boolean; two_factor: boolean } }
const kindLabels: Record<Kind, string> = { password: 'password', second_factor: 'two-step sign-in' }

/** Restores access for staff who lost their password or authenticator. */
export function ResetStaff({ person }: { person: Person }) {
  const [target, setTarget] = useState<ResetTarget>()
  // Account data at the time of the click: the page updates with changes by others.
  const openDialog = (kind: Kind) =>
    setTarget({ kind, expected: { password_set: person.password_set, two_factor: person.two_factor } })
  return (
    <>
      <Menu trigger={<Button kind="quiet">Reset …</Button>}>
        <MenuItem onSelect={() => openDialog('password')}>Password</MenuItem>
        <MenuItem onSelect={() => openDialog('second_factor')} disabled={!person.password_set}>
          Two-step sign-in
        </MenuItem>
      </Menu>
      {target && <ResetDialog person={person} {...target} onClose={() => setTarget(undefined)} />}
    </>
  )
}

function ResetDialog({ person, kind, expected, onClose }: ResetTarget & { person: Person; onClose: () => void }) {
  const reset = useAdminMutation('resetStaff', {
    hideErrorToast: true,
    successMessage: ({ effective_at }) =>
      effective_at === null
        ? 'Link sent.'
        : `It takes effect on ${formatDateTime(effective_at)}, unless someone stops it.`,
  })
  const form = useAdminForm({
    call: resetStaffCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ staff_id: person.id, kind, expected, reason }),
    send: (body) => reset.mutateAsync({ body }),
  })
  return (
    <FormDialog
      open
      danger
      onClose={onClose}
      title={`Reset the ${kindLabels[kind]} of ${person.name || person.email}`}
      submit="Reset"
      {...form.dialog}
    >
      <p>
        {person.email} gets an email with a link to set it up again and is signed out everywhere. For approvers, it
        takes effect after 24 hours, and any approver can stop it until then.
      </p>
      <TextArea label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}
