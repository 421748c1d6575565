import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../client/use-admin-mutation.ts'
import { momentOf } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { textOf } from '../ui/read-form.ts'

type Kind = 'password' | 'second_factor'
const words: Record<Kind, string> = { password: 'password', second_factor: 'two-step sign-in' }

/** Restores access for staff who lost their password or authenticator. */
export function ResetStaff({ person }: { person: AdminAnswer<'staffList'>['staff'][number] }) {
  const [asked, setAsked] = useState<{ kind: Kind; expected: { password_set: boolean; two_factor: boolean } }>()
  // Account data at the time of the click: the page updates with changes by others.
  const ask = (kind: Kind) =>
    setAsked({ kind, expected: { password_set: person.password_set, two_factor: person.two_factor } })
  const reset = useAdminMutation('resetStaff', {
    isQuiet: true,
    done: ({ effective_at }) =>
      effective_at === null ? 'Link sent.' : `It takes effect on ${momentOf(effective_at)}, unless someone stops it.`,
  })
  return (
    <>
      <Menu trigger={<Button kind="quiet">Reset …</Button>}>
        <MenuItem onSelect={() => ask('password')}>Password</MenuItem>
        <MenuItem onSelect={() => ask('second_factor')} disabled={!person.password_set}>
          Two-step sign-in
        </MenuItem>
      </Menu>
      {asked && (
        <FormDialog
          open
          danger
          onClose={() => setAsked(undefined)}
          title={`Reset the ${words[asked.kind]} of ${person.name || person.email}`}
          submit="Reset"
          onSubmit={(form) =>
            reset.mutateAsync({ body: { staff_id: person.id, ...asked, reason: textOf(form, 'reason') } })
          }
        >
          <p>
            {person.email} gets an email with a link to set it up again and is signed out everywhere. For approvers, it
            takes effect after 24 hours, and any approver can stop it until then.
          </p>
          <TextArea label="Reason" name="reason" />
        </FormDialog>
      )}
    </>
  )
}
