import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { resetStaffCall } from '#contract/identity/staff.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { staffFacts } from './staff-labels.ts'

type Kind = 'password' | 'second_factor'
type Person = AdminResponse<'staffList'>['staff'][number]
const kindLabels: Record<Kind, string> = { password: 'password', second_factor: 'two-step sign-in' }

/** Restores access for staff who lost their password or authenticator. */
export function ResetStaff({ person }: { person: Person }) {
  const [kind, setKind] = useState<Kind>()
  return (
    <>
      <Menu trigger={<Button kind="quiet">Reset …</Button>}>
        <MenuItem onSelect={() => setKind('password')}>Password</MenuItem>
        <MenuItem onSelect={() => setKind('second_factor')} disabled={!person.password_set}>
          Two-step sign-in
        </MenuItem>
      </Menu>
      {kind && <ResetDialog person={person} kind={kind} onClose={() => setKind(undefined)} />}
    </>
  )
}

function ResetDialog({ person, kind, onClose }: { person: Person; kind: Kind; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(person)
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
    body: ({ reason }) => ({ staff_id: person.id, kind, expected_version: opened.version, reason }),
    send: (body) => sendExpected((expected_version) => reset.mutateAsync({ body: { ...body, expected_version } })),
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
      <ConcurrentChanges opened={opened} latest={latest} facts={staffFacts} />
      <p>
        {person.email} gets an email with a link to set it up again and is signed out everywhere. For approvers, it
        takes effect after 24 hours, and any approver can stop it until then.
      </p>
      <TextArea label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}
