import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { monthName } from '#contract/month-labels.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../client/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'
import { type Member, nameOf } from './member-labels.ts'

type Sponsors = AdminAnswer<'memberSponsors'>
type CancelProps = {
  member: Member
  sponsors: Sponsors
  planned: Sponsors['spans'][number]
  onClose: () => void
}

export function CancelSponsorDialog({ member, sponsors, planned, onClose }: CancelProps) {
  // Frozen when the dialog opens, even if the page behind it refreshes.
  const [seen] = useState({ version: sponsors.version, planned })
  const cancel = useAdminMutation('cancelSponsor', {
    isQuiet: true,
    done: 'Sponsor change canceled. Everyone affected will get an email.',
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Cancel the sponsor change for ${nameOf(member)}`}
      submit="Cancel change"
      cancel="Keep change"
      danger
      onSubmit={(form) =>
        cancel.mutateAsync({
          params: { member_id: member.id },
          body: { version: seen.version, reason: textOf(form, 'reason') },
        })
      }
    >
      <p className="text-muted">
        {seen.planned.sponsor ? `${seen.planned.sponsor.name} won’t become the sponsor` : 'The sponsor stays the same'}{' '}
        in {monthName(seen.planned.from_month)}. Everyone who was notified of the change will be notified again.
      </p>
      <TextField name="reason" label="Reason" hint="Saved in the audit log." autoFocus />
    </FormDialog>
  )
}
